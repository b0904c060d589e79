package slips

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
)

// The names of generated arguments, by their content.
var (
	stringNames = []string{
		"path", "file_path", "content", "text", "query", "command", "code", "message", "title", "name", "url", "pattern", "body",
		"description", "expression", "comment", "input", "value", "language", "selector", "template", "sql", "note", "search",
		"replace", "string", "prompt", "working_dir", "filePath", "item", "reason",
	}
	integerNames = []string{"line", "limit", "offset", "count", "timeout", "depth", "start_line", "page", "maxResults", "priority"}
	numberNames  = []string{"ratio", "threshold", "temperature", "x", "y", "amount", "scale"}
	booleanNames = []string{"recursive", "dry_run", "force", "case_sensitive", "overwrite", "caseSensitive"}
	objectNames  = []string{"options", "metadata", "position", "config", "author", "range", "filter"}
	anyNames     = []string{"data", "value", "payload", "extra", "body", "default"}
)

// A plural is the name of a list and of its items. Many are irregular, and some are not
// plurals: no rule of grammar gives the item's name.
type plural struct{ list, item string }

var listNames = []plural{
	{"children", "child"},
	{"indices", "index"},
	{"criteria", "criterion"},
	{"data", "datum"},
	{"people", "person"},
	{"series", "series"},
	{"aliases", "alias"},
	{"queries", "query"},
	{"tags", "tag"},
	{"paths", "path"},
	{"entries", "entry"},
	{"matrices", "matrix"},
	{"items", "item"},
	{"values", "value"},
	{"edits", "edit"},
	{"rows", "row"},
	{"statuses", "status"},
	{"branches", "branch"},
	{"boxes", "box"},
	{"vertices", "vertex"},
	{"analyses", "analysis"},
	{"media", "medium"},
	{"knives", "knife"},
	{"labels", "label"},
	{"lines", "line"},
	{"addresses", "address"},
	{"news", "news"},
	{"exclude", "pattern"},
	{"files", "file"},
	{"args", "arg"},
	{"steps", "step"},
	{"schemas", "schema"},
	{"cookies", "cookie"},
	{"todo", "task"},
}

// enums are the values of enumerated arguments.
var enums = [][]string{
	{"left", "right"}, {"low", "medium", "high"}, {"json", "yaml", "text"}, {"a&b", "a<b", "a"}, {"GET", "POST"}, {"=", "<", "&&"},
}

var enumNames = []string{"mode", "level", "format", "method", "op", "state", "side"}

// generate returns a random tool.
func generate(r *rand.Rand) *toolspec.Tool {
	s := schemer{r}
	schema := s.object(0, map[string]bool{})
	name := pick(r, "make_thing", "update_record", "run_query", "sync_data", "render", "patch_tree", "set_config", "submit")
	definition := fmt.Sprintf(`{"name":%q,"input_schema":%s}`, name, schema)
	tools, errs := toolspec.Load("generated.json", []byte(definition))
	if len(errs) > 0 || len(tools) != 1 {
		panic(fmt.Sprintf("slips: %v in %s", errs, definition))
	}
	return tools[0]
}

// A schemer writes random JSON Schemas.
type schemer struct{ *rand.Rand }

func (s schemer) chance(percent int) bool { return s.IntN(100) < percent }

// object returns the schema of an object. taken are the names that members must not
// have.
func (s schemer) object(depth int, taken map[string]bool) string {
	n := 1 + s.IntN(5)
	if depth > 0 {
		n = 1 + s.IntN(3)
	}
	var members, required []string
	for range n {
		name, schema := s.member(depth, taken)
		if schema == "" {
			continue
		}
		members = append(members, fmt.Sprintf("%q:%s", name, schema))
		if s.chance(60) {
			required = append(required, fmt.Sprintf("%q", name))
		}
	}
	return fmt.Sprintf(`{"type":"object","properties":{%s},"required":[%s]}`, strings.Join(members, ","), strings.Join(required, ","))
}

// member returns a name that is not taken, and its schema.
func (s schemer) member(depth int, taken map[string]bool) (name, schema string) {
	kind := s.IntN(100)
	if depth > 1 {
		kind = s.IntN(62)
	}
	take := func(names []string) bool {
		for range 5 {
			if name = pick(s.Rand, names...); !taken[name] {
				taken[name] = true
				return true
			}
		}
		return false
	}
	switch {
	case kind < 36:
		if take(stringNames) {
			return name, s.str()
		}
	case kind < 42:
		if take(enumNames) {
			values, err := json.Marshal(pick(s.Rand, enums...))
			if err != nil {
				panic(err)
			}
			return name, fmt.Sprintf(`{"type":"string","enum":%s}`, values)
		}
	case kind < 50:
		if take(integerNames) {
			return name, pick(s.Rand, `{"type":"integer"}`, `{"type":"integer","minimum":0}`)
		}
	case kind < 55:
		if take(numberNames) {
			return name, `{"type":"number"}`
		}
	case kind < 62:
		if take(booleanNames) {
			return name, `{"type":"boolean"}`
		}
	case kind < 86:
		return s.list(depth, taken)
	case kind < 94:
		if take(objectNames) {
			return name, s.object(depth+1, map[string]bool{})
		}
	default:
		if take(anyNames) {
			return name, `{}`
		}
	}
	return "", ""
}

func (s schemer) str() string {
	switch s.IntN(6) {
	case 0:
		return `{"type":"string","minLength":1}`
	case 1:
		return `{"type":["string","null"]}`
	}
	return `{"type":"string"}`
}

// list returns the name and the schema of a list.
func (s schemer) list(depth int, taken map[string]bool) (name, schema string) {
	names := pick(s.Rand, listNames...)
	if taken[names.list] {
		return "", ""
	}
	taken[names.list] = true
	var items string
	switch n := s.IntN(10); {
	case n < 4:
		items = s.str()
	case n < 5:
		items = `{"type":"integer"}`
	case n < 6:
		items = `{"type":"number"}`
	case n < 7 && depth < 1:
		items = `{"type":"array","items":{"type":"integer"}}`
	default:
		items = s.object(depth+1, map[string]bool{})
	}
	var more string
	switch s.IntN(10) {
	case 0:
		more = `,"xml":{"wrapped":false}`
	case 1, 2, 3, 4, 5: // the definition names the items
		items = strings.TrimSuffix(items, "}") + fmt.Sprintf(`,"xml":{"name":%q}}`, names.item)
	}
	if s.chance(40) {
		more += `,"minItems":1`
	}
	return names.list, fmt.Sprintf(`{"type":"array","items":%s%s}`, items, more)
}
