package toolspec

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// A word describes the usual content of an argument whose name ends in one of the
// names. Code and text contain characters that need escaping, so that examples show
// how.
type word struct {
	Names   string // separated by spaces; "a_b" matches only the whole end of a name
	Values  []string
	Numbers []float64
	Path    bool // whether it is a path of a file or folder
}

//go:embed example_words.json
var exampleWordsJSON []byte

// exampleWords are the words, more specific ones first, and values of the formats that JSON Schema
// and OpenAPI define.
var exampleWords = sync.OnceValue(func() (w struct {
	Words   []word
	Formats map[string][]string
},
) {
	if err := json.Unmarshal(exampleWordsJSON, &w); err != nil {
		panic(err) // the tests read the same data
	}
	return w
})

// nameWords returns the words of a name in lower case: startLine, start-line
// and start_line are two words.
func nameWords(name string) []string {
	var b strings.Builder
	lower := false
	for _, r := range name {
		if unicode.IsUpper(r) && lower {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
		lower = unicode.IsLower(r) || unicode.IsDigit(r)
	}
	return strings.FieldsFunc(b.String(), func(r rune) bool { return strings.ContainsRune("_-. ", r) })
}

// lookUp returns the entry for a name: for all its words, otherwise for fewer and fewer of
// the last ones.
func lookUp(name string) (found word) {
	list := nameWords(name)
	for i := range list {
		end := strings.Join(list[i:], "_")
		for _, w := range exampleWords().Words {
			if slices.Contains(strings.Fields(w.Names), end) {
				return w
			}
		}
	}
	return word{}
}

// HoldsPath reports whether an argument, judging by its name, holds the path of a file or
// folder.
func (a *Argument) HoldsPath() bool {
	return a.Kind == String && len(a.Enum) == 0 && lookUp(a.Name).Path
}

// wordStrings returns strings that an argument of a name usually holds.
func wordStrings(name, tool string) []string {
	list := nameWords(name)
	if len(list) == 0 {
		return []string{"example", "other"}
	}
	values := slices.Clip(lookUp(name).Values)
	last := list[len(list)-1]
	isID := slices.Contains([]string{"id", "ids", "identifier"}, last)
	if isID || last == "name" || last == "names" {
		list = list[:len(list)-1]
	}
	what := cmp.Or(strings.Join(list, "-"), object(tool))
	if isID {
		return append(values, what+"-42", what+"-43")
	}
	return append(values, "my-"+what, "other-"+what)
}

// verbs are last words of tools' names that do not name an object: kubectl_get.
const verbs = " get set list read write create update patch delete remove add search find install run apply send open close "

// object returns the object of a tool's action, derived from its name: create_branch,
// branch.
func object(tool string) string {
	list := nameWords(tool)
	if len(list) < 2 || strings.Contains(verbs, " "+list[len(list)-1]+" ") {
		return "example"
	}
	return list[len(list)-1]
}

// entryName returns a name that a member of an object without named members usually has, or "".
func entryName(object string) string {
	list := nameWords(object)
	if len(list) == 0 {
		return ""
	}
	switch list[len(list)-1] {
	case "env", "environment", "variables":
		return "LOG_LEVEL"
	case "headers", "header":
		return "Accept"
	case "labels", "annotations", "metadata", "tags":
		return "team"
	case "params", "parameters", "args", "arguments":
		return "limit"
	}
	return ""
}
