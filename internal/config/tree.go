package config

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/text"
)

// A treeReader builds the tree of a TOML text. The library's decoder stops at the first
// value of a wrong type and does not report the places of others, so its parser is
// used, which does.
type treeReader struct {
	text   []byte
	lines  text.Text // for converting offsets
	file   string
	starts []int // byte offset of each line's first byte
	from   int   // start of the text being parsed
	count  int   // number of keys and headers so far
	problems

	root    *node
	current *node // the table to which keys are added
}

// parseTree returns the tree of a TOML text. Text after a mistake is skipped up to the
// next table.
func parseTree(file string, content []byte) (*node, []*Problem) {
	content = slices.Clip(bytes.TrimPrefix(content, []byte("\uFEFF")))
	r := &treeReader{text: content, lines: text.New(string(content)), file: file, root: &node{place: Place{file, 1, 1}}}
	r.current = r.root
	if at := tooDeep(content); at >= 0 {
		r.problem(r.placeAt(at), "nested deeper than %d levels: this file is not read", maxDepth)
		return r.root, r.problems
	}
	r.starts = []int{0}
	for i, c := range content {
		if c == '\n' {
			r.starts = append(r.starts, i+1)
		}
	}
	for from := 0; from < len(content) && r.count <= maxKeys; {
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
	return r.root, r.problems
}

// read reads expressions from an offset on, and returns the offset at which to
// continue: the end of the text, or after a mistake the next line that looks like a
// table's header. The lines before it would otherwise be taken for keys of another
// table.
func (r *treeReader) read(from int) (next int) {
	r.from = from
	var p unstable.Parser
	p.Reset(r.text[from:])
	for p.NextExpression() {
		if r.count > maxKeys {
			return len(r.text)
		}
		e := p.Expression()
		switch e.Kind {
		case unstable.KeyValue:
			r.keyValue(r.current, e)
		case unstable.Table, unstable.ArrayTable:
			r.header(e)
		}
	}
	if p.Error() == nil {
		return len(r.text)
	}
	r.count++ // a mistake is counted like a key
	at := r.fail(p.Error())
	line, _ := slices.BinarySearch(r.starts, max(at, from)+1)
	for ; line < len(r.starts); line++ {
		if rest := bytes.TrimLeft(r.text[r.starts[line]:], " \t"); bytes.HasPrefix(rest, []byte("[")) {
			return r.starts[line]
		}
	}
	return len(r.text)
}

// spent counts a key or a header, and reports whether the limit is exceeded.
func (r *treeReader) spent(e *unstable.Node) bool {
	r.count++
	if r.count == maxKeys+1 {
		at := r.placeAt(r.from)
		if it := e.Key(); it.Next() {
			at = r.placeOf(it.Node())
		}
		r.problem(at, "this file has more than %s keys: the rest is not read", thousands.Separate(maxKeys))
	}
	return r.count > maxKeys
}

// fail records an error of the library and returns its offset.
func (r *treeReader) fail(err error) (at int) {
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
func (r *treeReader) offset(part []byte) int {
	if at := cap(r.text) - cap(part); part != nil && at >= 0 && at <= len(r.text) {
		return at
	}
	return len(r.text)
}

// placeAt returns the place of an offset; one inside a character is that of the
// character.
func (r *treeReader) placeAt(offset int) Place {
	for offset > 0 && offset < len(r.text) && !utf8.RuneStart(r.text[offset]) {
		offset--
	}
	at := r.lines.Position(offset, text.UTF16)
	return Place{r.file, at.Line + 1, at.Column + 1}
}

// header opens the table that a header names.
func (r *treeReader) header(e *unstable.Node) {
	if r.spent(e) {
		return
	}
	at, last := r.root, (*key)(nil)
	r.current = &node{} // receives keys that do not belong to any table
	for it, parts := e.Key(), 1; it.Next(); parts++ {
		if r.tooLong(parts, it.Node()) {
			return
		}
		if last != nil {
			if at = inner(last.value); at == nil {
				r.problem(last.place, "%s is %v and cannot contain a table", quoted(last.name), last.value.kind)
				return
			}
		}
		name, place := string(it.Node().Data), r.placeOf(it.Node())
		last = at.get(name)
		if last == nil {
			kind := isTable
			if it.IsLast() && e.Kind == unstable.ArrayTable {
				kind = isArray
			}
			last = &key{name: name, place: place, value: &node{kind: kind, place: place}}
			at.add(last)
			if kind == isTable && it.IsLast() {
				r.current, last.value.closed = last.value, true
				return
			}
		}
		if !it.IsLast() {
			continue
		}
		switch value := last.value; {
		case e.Kind == unstable.ArrayTable && value.kind == isArray && !value.closed:
			r.current = &node{place: place, closed: true}
			value.items = append(value.items, r.current)
		case e.Kind == unstable.Table && value.kind == isTable && !value.closed:
			r.current, value.closed = value, true
		default:
			r.again(name, place, last.place)
		}
	}
}

// tooLong reports whether a key has too many parts.
func (r *treeReader) tooLong(parts int, last *unstable.Node) bool {
	if parts <= maxDepth {
		return false
	}
	r.problem(r.placeOf(last), "a key has more than %d parts: it is not read", maxDepth)
	return true
}

// inner returns the table that a key of a header leads to: the last one of an array of
// tables. It returns nil if there is none.
func inner(n *node) *node {
	if n.kind == isArray && !n.closed && len(n.items) > 0 {
		n = n.items[len(n.items)-1]
	}
	if n.kind != isTable {
		return nil
	}
	return n
}

func (r *treeReader) again(name string, second, first Place) {
	r.problem(second, "%s is already on line %d; remove one of them", quoted(name), first.Line)
}

// placeOf returns the place of a node for which the parser reports a range.
func (r *treeReader) placeOf(n *unstable.Node) Place {
	return r.placeAt(min(r.from+int(n.Raw.Offset), len(r.text)))
}

// keyValue adds a key, which may be dotted, to a table.
func (r *treeReader) keyValue(table *node, e *unstable.Node) {
	if r.spent(e) {
		return
	}
	for it, parts := e.Key(), 1; it.Next(); parts++ {
		if r.tooLong(parts, it.Node()) {
			return
		}
		name, place := string(it.Node().Data), r.placeOf(it.Node())
		old := table.get(name)
		if it.IsLast() {
			if old != nil {
				r.again(name, place, old.place)
				return
			}
			table.add(&key{name: name, place: place, value: r.value(e.Value(), place)})
			return
		}
		if old == nil {
			old = &key{name: name, place: place, value: &node{place: place}}
			table.add(old)
		}
		if table = old.value; table.kind != isTable {
			r.problem(place, "%s is %v and cannot contain a table", quoted(name), table.kind)
			return
		}
	}
}

// value returns the tree of a value. at is the place of nodes without a range.
func (r *treeReader) value(v *unstable.Node, at Place) *node {
	n := &node{place: at, closed: true}
	if v.Raw.Length > 0 {
		n.place = r.placeOf(v)
	}
	switch v.Kind {
	case unstable.String:
		n.kind, n.text = isString, string(v.Data)
	case unstable.Bool:
		n.kind, n.text = isBoolean, string(v.Data)
	case unstable.Integer:
		n.kind, n.text = isInteger, string(v.Data)
	case unstable.Float:
		n.kind = isNumber
	case unstable.Array:
		n.kind = isArray
		for it := v.Children(); it.Next(); {
			if it.Node().Kind != unstable.Comment {
				n.items = append(n.items, r.value(it.Node(), n.place))
			}
		}
	case unstable.InlineTable:
		for it := v.Children(); it.Next(); {
			if it.Node().Kind == unstable.KeyValue {
				r.keyValue(n, it.Node())
			}
		}
	default:
		n.kind = isDate
	}
	return n
}

// quoted returns a name as it is shown in a message.
func quoted(name string) string { return strconv.Quote(clipped(name)) }
