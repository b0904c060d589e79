package config

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
)

// A Key is a key that a table of a configuration file may have.
type Key struct {
	Name        string
	Description string // in Markdown
	Type        ValueType
	// Values are the allowed strings, or the words of a Boolean; nil if they are not
	// enumerated.
	Values []string

	table reflect.Type // for a Table, and for the tables of a TableList: the type that it is decoded into
}

// A ValueType is the type of the value of a key.
type ValueType uint8

// The types of values.
const (
	Text      ValueType = iota // a string
	Number                     // an integer
	Boolean                    // true or false
	List                       // an array of strings, or one of Values
	Table                      // a table
	TableList                  // an array of tables
)

// Values of the keys that accept a few words.
var (
	profiles  = []Profile{Forge, Strict, Transition}
	intendeds = []Intended{IntendedHint, IntendedOff, IntendedNormal}
)

// Keys returns the keys that a table of a configuration file may have, given the keys
// that lead to it: none for the outermost table, "files" for one of [[files]]. It
// returns none if no table is allowed there.
func Keys(path ...string) []Key {
	keys := fieldsOf(reflect.TypeFor[File]())
	for _, name := range path {
		at := slices.IndexFunc(keys, func(k Key) bool { return k.Name == name })
		switch {
		case at < 0:
			return nil
		case keys[at].Type == TableList:
			keys = fieldsOf(keys[at].table)
		case keys[at].table == reflect.TypeFor[map[string]diagnostics.Level]():
			keys = ruleKeys()
		default:
			return nil
		}
	}
	return keys
}

// Describe returns the description of the key at a path, or "".
func Describe(path ...string) string {
	if len(path) == 0 {
		return ""
	}
	last := len(path) - 1
	for _, k := range Keys(path[:last]...) {
		if k.Name == path[last] {
			return k.Description
		}
	}
	return ""
}

// fieldsOf returns the keys for the fields of a struct, in order.
func fieldsOf(table reflect.Type) []Key {
	var keys []Key
	for f := range table.Fields() {
		tag := f.Tag.Get("toml")
		if tag == "" {
			continue
		}
		k := Key{Description: f.Tag.Get("jsonschema_description")}
		k.Name, _, _ = strings.Cut(tag, ",")
		switch f.Type {
		case reflect.TypeFor[Profile]():
			k.Values = namesOf(profiles)
		case reflect.TypeFor[Kind]():
			k.Values = namesOf(Kinds())
		case reflect.TypeFor[Intended]():
			k.Values = namesOf(intendeds)
		case reflect.TypeFor[Role]():
			k.Values = namesOf(slices.Sorted(maps.Keys(roles)))
		case reflect.TypeFor[int]():
			k.Type = Number
		case reflect.TypeFor[*bool]():
			k.Type, k.Values = Boolean, []string{"true", "false"}
		case reflect.TypeFor[*Tools]():
			k.Type, k.Values = List, []string{None}
		case reflect.TypeFor[[]string]():
			k.Type = List
		default:
			switch {
			case f.Type.Kind() == reflect.Map:
				k.Type, k.table = Table, f.Type
			case f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() == reflect.Struct:
				k.Type, k.table = TableList, f.Type.Elem()
			}
		}
		keys = append(keys, k)
	}
	return keys
}

// ruleKeys returns the codes of the rules as keys.
func ruleKeys() []Key {
	var levels []string
	for _, level := range diagnostics.Levels() {
		levels = append(levels, level.String())
	}
	var keys []Key
	for _, r := range diagnostics.Rules() {
		keys = append(keys, Key{Name: r.Code, Description: r.Summary + ".", Values: levels})
	}
	return keys
}

func namesOf[T ~string](words []T) []string {
	names := make([]string, len(words))
	for i, w := range words {
		names[i] = string(w)
	}
	return names
}
