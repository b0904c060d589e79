package config

import (
	"reflect"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
)

// A Key is a key that a table of a configuration file can have.
type Key struct {
	Name        string
	Description string // in Markdown
	Form        Form
	// Values are the strings that it can have, nil where they are not listed.
	Values []string

	in func() []Key // the keys of a table, nil where they are not listed
}

// A Form is how the value of a key is written.
type Form uint8

// The forms.
const (
	Text      Form = iota // a string
	Number                // an integer
	List                  // an array of strings, or one of Values
	Table                 // a table
	TableList             // an array of tables
)

// The values of the keys that have a few words.
var (
	profiles  = []Profile{Forge, Strict}
	intendeds = []Intended{IntendedHint, IntendedOff, IntendedNormal}
)

// Keys returns the keys that a table of a configuration file can have, given the keys
// that lead to it: none for the outermost table, "files" for one of [[files]]. There are
// none where no table can be.
func Keys(path ...string) []Key {
	keys := fieldsOf[File]()
	for _, name := range path {
		at := slices.IndexFunc(keys, func(k Key) bool { return k.Name == name })
		switch {
		case at < 0:
			return nil
		case keys[at].in != nil:
			keys = keys[at].in()
		default:
			return nil
		}
	}
	return keys
}

// Describe returns the description of the key that a path leads to, "" for none.
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

// fieldsOf returns the keys that are the fields of a struct, in their order.
func fieldsOf[T any]() []Key {
	var keys []Key
	for f := range reflect.TypeFor[T]().Fields() {
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
			k.Values = namesOf([]Role{Assistant, System, User, Tool})
		case reflect.TypeFor[int]():
			k.Form = Number
		case reflect.TypeFor[*Tools]():
			k.Form, k.Values = List, []string{None}
		case reflect.TypeFor[map[string]diagnostics.Level]():
			k.Form, k.in = Table, ruleKeys
		case reflect.TypeFor[[]Override]():
			k.Form, k.in = TableList, fieldsOf[Override]
		case reflect.TypeFor[[]Format]():
			k.Form, k.in = TableList, fieldsOf[Format]
		case reflect.TypeFor[[]Source]():
			k.Form, k.in = TableList, fieldsOf[Source]
		case reflect.TypeFor[map[string]Role]():
			k.Form = Table // whose keys are names of roles
		case reflect.TypeFor[[]string]():
			k.Form = List
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
