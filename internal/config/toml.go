package config

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/entrhq/forge-lsp/text"
)

// A tomlReader reads the values of a TOML text with their places. The library's decoder stops at the first mistake and
// does not report the places of values, so its parser is used, which does.
type tomlReader struct {
	text  []byte
	lines text.Text // for converting offsets
	file  string
	from  int // start of the text being parsed
	problems

	root, to *node // the whole, and the table to which keys are added
}

// readTOML reads a TOML text. Text after a mistake is skipped up to the next table.
func readTOML(file string, content []byte) *tomlReader {
	content = slices.Clip(bytes.TrimPrefix(content, []byte("\uFEFF")))
	r := &tomlReader{text: content, lines: text.New(string(content)), file: file, root: &node{value: table{}}}
	r.to = r.root
	for from := 0; from < len(content); {
		from = r.read(from)
	}
	if len(r.problems) == 0 {
		// The parser checks the syntax only. Other violations of the standard, such as a key that is given twice, of which
		// the first counts, are reported one at a time.
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
			r.keyValue(r.to, e)
		case unstable.Table, unstable.ArrayTable:
			r.header(e)
		}
	}
	if p.Error() == nil {
		return len(r.text)
	}
	at := r.fail(p.Error())
	for next = max(at, from); ; {
		end := bytes.IndexByte(r.text[next:], '\n')
		if end < 0 {
			return len(r.text)
		}
		if next += end + 1; bytes.HasPrefix(bytes.TrimLeft(r.text[next:], " \t"), []byte("[")) {
			return next
		}
	}
}

// fail records an error of the library and returns its offset.
func (r *tomlReader) fail(err error) (at int) {
	message := err.Error()
	if syntax, ok := errors.AsType[*unstable.ParserError](err); ok {
		at, message = r.offset(syntax.Highlight), syntax.Message
	} else if decode, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, column := decode.Position()
		message = strings.TrimPrefix(message, "toml: ")
		at = r.lines.Offset(text.Position{Line: max(line-1, 0), Column: max(column-1, 0)}, text.UTF8)
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
	in, name, at, ok := r.descend(r.root, e)
	r.to = &node{name: name, key: at, at: at, value: table{}} // which belongs to nothing if there is a mistake
	if !ok {
		return
	}
	switch old := in.member(name); {
	case old == nil && e.Kind == unstable.ArrayTable:
		in.add(&node{name: name, key: at, at: at, value: array{r.to}})
	case old == nil:
		in.add(r.to)
	case e.Kind == unstable.ArrayTable:
		old.add(r.to)
	default:
		if _, isTable := old.value.(table); isTable {
			r.to = old
		}
	}
}

// keyValue adds a key, which may be dotted, to a table that does not have it.
func (r *tomlReader) keyValue(to *node, e *unstable.Node) {
	if in, name, at, ok := r.descend(to, e); ok && in.member(name) == nil {
		in.add(r.fill(e.Value(), &node{name: name, key: at, at: at}))
	}
}

// descend returns the table that an expression is about, below another, and the last part of its key. It adds the
// tables on the way. ok is false if there is no such table.
func (r *tomlReader) descend(in *node, e *unstable.Node) (to *node, name string, at Place, ok bool) {
	for it := e.Key(); it.Next(); {
		name, at = string(it.Node().Data), r.placeAt(r.from+int(it.Node().Raw.Offset))
		if it.IsLast() {
			return in, name, at, true
		}
		inner := in.member(name)
		if inner == nil {
			inner = in.add(&node{name: name, key: at, at: at, value: table{}})
		}
		if items, isArray := inner.value.(array); isArray && len(items) > 0 {
			inner = items[len(items)-1]
		}
		if _, isTable := inner.value.(table); !isTable {
			break
		}
		in = inner
	}
	return in, name, at, false
}

// fill reads a value into its node.
func (r *tomlReader) fill(v *unstable.Node, n *node) *node {
	if v.Raw.Length > 0 { // otherwise the parser reports no place
		n.at = r.placeAt(r.from + int(v.Raw.Offset))
	}
	switch v.Kind {
	case unstable.String:
		n.value = string(v.Data)
	case unstable.Bool:
		n.value = string(v.Data) == "true"
	case unstable.Integer:
		n.value = integer(v.Data)
	case unstable.Float:
		n.value = other("a number")
	case unstable.Array:
		n.value = array{}
		for it := v.Children(); it.Next(); {
			if it.Node().Kind != unstable.Comment {
				n.add(r.fill(it.Node(), &node{name: n.name, key: n.at, at: n.at}))
			}
		}
	case unstable.InlineTable:
		n.value = table{}
		for it := v.Children(); it.Next(); {
			if it.Node().Kind == unstable.KeyValue {
				r.keyValue(n, it.Node())
			}
		}
	default:
		n.value = other("a date")
	}
	return n
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
