package config

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/entrhq/forge-lsp/text"
)

// A tomlReader reads the values of a TOML text, and the places of its keys by their paths. The library's
// decoder stops at the first mistake and does not report the places of values, so its parser is used, which
// does.
type tomlReader struct {
	text   []byte
	lines  text.Text // for converting offsets
	file   string
	starts []int // byte offset of each line's first byte
	from   int   // start of the text being parsed
	problems

	root   map[string]any
	places map[string]keyPlace
	closed map[string]bool // the paths of tables whose header occurred, and of arrays in brackets
	at     tomlTable       // to which keys are added
}

// A tomlTable is a table with its path.
type tomlTable struct {
	values map[string]any
	path   string
}

// A keyPlace is the place of a key and of its value, or of an item as both.
type keyPlace struct{ key, value Place }

// maxDepth is the maximum nesting of values, and the maximum number of parts of a key. The parser allows thousands, all
// of which would be in a path.
const maxDepth = 32

// join returns the path of a key in a table, or of an item. The name is cut to more than any setting has: it may be as
// long as half of the file, in the paths of thousands of keys.
func join(path, name string) string {
	if path == "" {
		return clipped(name)
	}
	return path + "/" + clipped(name)
}

// readTOML reads a TOML text. Text after a mistake is skipped up to the next table.
func readTOML(file string, content []byte) *tomlReader {
	content = slices.Clip(bytes.TrimPrefix(content, []byte("\uFEFF")))
	r := &tomlReader{
		text: content, lines: text.New(string(content)), file: file,
		root: map[string]any{}, places: map[string]keyPlace{}, closed: map[string]bool{},
	}
	r.at.values = r.root
	r.starts = []int{0}
	for i, c := range content {
		if c == '\n' {
			r.starts = append(r.starts, i+1)
		}
	}
	for from := 0; from < len(content); {
		from = r.read(from)
	}
	if len(r.problems) == 0 {
		// The parser checks the syntax only. Other violations of the standard are rare,
		// and one is reported at a time.
		var all map[string]any
		if err := toml.Unmarshal(content, &all); err != nil {
			r.fail(err)
		}
	}
	return r
}

// read reads expressions from an offset on, and returns the offset at which to
// continue: the end of the text, or after a mistake the next line that looks like a
// table's header. The lines before it would otherwise be taken for keys of another
// table.
func (r *tomlReader) read(from int) (next int) {
	r.from = from
	var p unstable.Parser
	p.Reset(r.text[from:])
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.KeyValue:
			r.keyValue(r.at, e)
		case unstable.Table, unstable.ArrayTable:
			r.header(e)
		}
	}
	if p.Error() == nil {
		return len(r.text)
	}
	at := r.fail(p.Error())
	line, _ := slices.BinarySearch(r.starts, max(at, from)+1)
	for ; line < len(r.starts); line++ {
		if rest := bytes.TrimLeft(r.text[r.starts[line]:], " \t"); bytes.HasPrefix(rest, []byte("[")) {
			return r.starts[line]
		}
	}
	return len(r.text)
}

// fail records an error of the library and returns its offset.
func (r *tomlReader) fail(err error) (at int) {
	message := err.Error()
	if syntax, ok := errors.AsType[*unstable.ParserError](err); ok {
		at, message = r.offset(syntax.Highlight), syntax.Message
	} else if decode, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, column := decode.Position()
		if line >= 1 && line <= len(r.starts) {
			at = min(r.starts[line-1]+max(column-1, 0), len(r.text))
		}
	}
	r.problem(r.placeAt(at), "this is not TOML: %s", clipped(message))
	return at
}

// offset returns the start of a part of the text, or the end of the text if it is not a
// part. Slices of one array share its end.
func (r *tomlReader) offset(part []byte) int {
	if at := cap(r.text) - cap(part); part != nil && at >= 0 && at <= len(r.text) {
		return at
	}
	return len(r.text)
}

// header opens the table that a header names.
func (r *tomlReader) header(e *unstable.Node) {
	in, name, place, ok := r.descend(tomlTable{values: r.root}, e)
	r.at = tomlTable{values: map[string]any{}} // for keys that do not belong to any table
	if !ok {
		return
	}
	path := join(in.path, name)
	old, found := in.values[name]
	table, isTable := old.(map[string]any)
	list, isList := old.([]any)
	switch {
	case e.Kind == unstable.ArrayTable && (!found || isList && !r.closed[path]):
		r.at.path = join(path, strconv.Itoa(len(list)))
		r.places[r.at.path] = keyPlace{place, place}
		in.values[name] = append(list, r.at.values)
	case e.Kind == unstable.Table && (!found || isTable && !r.closed[path]):
		if found {
			r.at.values = table
		}
		r.at.path, r.closed[path] = path, true
		in.values[name] = r.at.values
	default:
		r.again(name, path, place)
	}
	if !found {
		r.places[path] = keyPlace{place, place}
	}
}

// keyValue adds a key, which may be dotted, to a table.
func (r *tomlReader) keyValue(to tomlTable, e *unstable.Node) {
	in, name, place, ok := r.descend(to, e)
	if !ok {
		return
	}
	path := join(in.path, name)
	if _, found := in.values[name]; found {
		r.again(name, path, place)
		return
	}
	r.places[path] = keyPlace{key: place}
	in.values[name] = r.value(e.Value(), path, place)
}

// descend returns the table that an expression is about, below another, and the last part of its key. It adds the
// tables on the way. ok is false if there is no such table, which is reported.
func (r *tomlReader) descend(at tomlTable, e *unstable.Node) (in tomlTable, name string, place Place, ok bool) {
	for it, parts := e.Key(), 1; it.Next(); parts++ {
		name, place = string(it.Node().Data), r.placeAt(r.from+int(it.Node().Raw.Offset))
		switch {
		case parts > maxDepth:
			r.problem(place, "a key has more than %d parts: it is not read", maxDepth)
			return at, name, place, false
		case it.IsLast():
			return at, name, place, true
		}
		at.path = join(at.path, name)
		if _, found := at.values[name]; !found {
			at.values[name] = map[string]any{}
			r.places[at.path] = keyPlace{place, place}
		}
		inner := at.values[name]
		if list, isList := inner.([]any); isList && e.Kind != unstable.KeyValue && !r.closed[at.path] {
			at.path, inner = join(at.path, strconv.Itoa(len(list)-1)), list[len(list)-1]
		}
		if at.values, ok = inner.(map[string]any); !ok {
			r.problem(r.places[at.path].key, "%s is %s and cannot contain a table", quoted(name), kindOf(inner))
			break
		}
	}
	return at, name, place, false
}

func (r *tomlReader) again(name, path string, second Place) {
	r.problem(second, "%s is already on line %d; remove one of them", quoted(name), r.places[path].key.Line)
}

// value returns a value, and records the places of those in it. at is its place if the parser reports none.
func (r *tomlReader) value(v *unstable.Node, path string, at Place) any {
	if v.Raw.Length > 0 {
		at = r.placeAt(r.from + int(v.Raw.Offset))
	}
	r.places[path] = keyPlace{cmp.Or(r.places[path].key, at), at}
	if strings.Count(path, "/") >= maxDepth {
		r.problem(at, "nested deeper than %d levels: it is not read", maxDepth)
		return other("nested too deep")
	}
	switch v.Kind {
	case unstable.String:
		return string(v.Data)
	case unstable.Bool:
		return string(v.Data) == "true"
	case unstable.Integer:
		return integer(v.Data)
	case unstable.Float:
		return other("a number")
	case unstable.Array:
		list := []any{}
		for it := v.Children(); it.Next(); {
			if it.Node().Kind != unstable.Comment {
				list = append(list, r.value(it.Node(), join(path, strconv.Itoa(len(list))), at))
			}
		}
		r.closed[path] = true
		return list
	case unstable.InlineTable:
		table := tomlTable{map[string]any{}, path}
		for it := v.Children(); it.Next(); {
			if it.Node().Kind == unstable.KeyValue {
				r.keyValue(table, it.Node())
			}
		}
		r.closed[path] = true
		return table.values
	}
	return other("a date")
}

// placeAt returns the place of an offset; one inside a character is that of the
// character.
func (r *tomlReader) placeAt(offset int) Place {
	offset = min(offset, len(r.text))
	for offset > 0 && offset < len(r.text) && !utf8.RuneStart(r.text[offset]) {
		offset--
	}
	at := r.lines.Position(offset, text.UTF16)
	return Place{r.file, at.Line + 1, at.Column + 1}
}
