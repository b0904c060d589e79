package tree

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/entrhq/forge-lsp/text"
)

// A tomlParser reads the values of a text. The library's decoder stops at the first mistake and does not report the places
// of values, so its parser is used, which does.
type tomlParser struct {
	text  []byte
	lines *text.Text
	from  int // start of the text being parsed
	errs  []*Error

	root, to *Node // the whole, and the table to which keys are added
}

// TOML reads a text. What follows an error is skipped up to the next table.
func TOML(data []byte) (*Node, []*Error) {
	data = slices.Clip(bytes.TrimPrefix(data, []byte("\uFEFF")))
	lines := text.New(string(data))
	r := &tomlParser{text: data, lines: &lines, root: &Node{Kind: Object}}
	r.to = r.root
	for from := 0; from < len(data); {
		from = r.read(from)
	}
	if len(r.errs) == 0 {
		// The parser checks the syntax only. Other violations of the standard, such as a key that is given twice, of which
		// the first counts, are reported one at a time.
		var all map[string]any
		if err := toml.Unmarshal(data, &all); err != nil {
			r.fail(err)
		}
	}
	return r.root, r.errs
}

// read reads expressions from an offset on, and returns the offset at which to
// continue: the end of the text, or after a mistake the next line that looks like a
// table's header. The lines before it would otherwise be taken for keys of another
// table.
func (r *tomlParser) read(from int) (next int) {
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
func (r *tomlParser) fail(err error) (at int) {
	message := err.Error()
	if syntax, ok := errors.AsType[*unstable.ParserError](err); ok {
		at, message = r.offset(syntax.Highlight), syntax.Message
	} else if decode, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, column := decode.Position()
		message = strings.TrimPrefix(message, "toml: ")
		at = r.lines.Offset(text.Position{Line: max(line-1, 0), Column: max(column-1, 0)}, text.UTF8)
	}
	r.errs = append(r.errs, &Error{At: r.placeAt(at), Reason: "this is not TOML: " + message})
	return at
}

// offset returns the start of a part of the text, or the end of the text if it is not a
// part. Slices of one array share its end.
func (r *tomlParser) offset(part []byte) int {
	if at := cap(r.text) - cap(part); part != nil && at >= 0 && at <= len(r.text) {
		return at
	}
	return len(r.text)
}

// header opens the table that a header names.
func (r *tomlParser) header(e *unstable.Node) {
	in, name, at, ok := r.descend(r.root, e)
	r.to = &Node{Kind: Object, Key: at, At: at} // which belongs to nothing if there is a mistake
	if !ok {
		return
	}
	switch old := in.Get(name); {
	case old == nil && e.Kind == unstable.ArrayTable:
		in.Add(name, &Node{Kind: Array, Key: at, At: at}).Add("0", r.to)
	case old == nil:
		in.Add(name, r.to)
	case e.Kind == unstable.ArrayTable && old.Kind == Array:
		old.Add(strconv.Itoa(len(old.Nodes)), r.to)
	case old.Kind == Object:
		r.to = old
	}
}

// keyValue adds a key, which may be dotted, to a table that does not have it.
func (r *tomlParser) keyValue(to *Node, e *unstable.Node) {
	if in, name, at, ok := r.descend(to, e); ok && in.Get(name) == nil {
		in.Add(name, r.value(e.Value(), at))
	}
}

// descend returns the table that an expression is about, below another, and the last part of its key. It adds the
// tables on the way. ok is false if there is no such table.
func (r *tomlParser) descend(in *Node, e *unstable.Node) (to *Node, name string, at Place, ok bool) {
	for it := e.Key(); it.Next(); {
		name, at = string(it.Node().Data), r.placeAt(r.from+int(it.Node().Raw.Offset))
		if it.IsLast() {
			return in, name, at, true
		}
		inner := in.Get(name)
		if inner == nil {
			inner = in.Add(name, &Node{Kind: Object, Key: at, At: at})
		}
		if items := inner.Items(); len(items) > 0 {
			inner = items[len(items)-1]
		}
		if inner.Kind != Object {
			break
		}
		in = inner
	}
	return in, name, at, false
}

// value reads a value with the place of its key.
func (r *tomlParser) value(v *unstable.Node, key Place) *Node {
	n := &Node{Key: key, At: key}
	if v.Raw.Length > 0 { // otherwise the parser reports no place
		n.At = r.placeAt(r.from + int(v.Raw.Offset))
	}
	switch v.Kind {
	case unstable.String:
		n.Value = string(v.Data)
	case unstable.Bool:
		n.Value = string(v.Data) == "true"
	case unstable.Integer:
		n.Value = json.Number(v.Data)
	case unstable.Float:
		n.Value = Other("a number")
	case unstable.Array:
		n.Kind = Array
		for it := v.Children(); it.Next(); {
			if it.Node().Kind != unstable.Comment {
				n.Add(strconv.Itoa(len(n.Nodes)), r.value(it.Node(), n.At))
			}
		}
	case unstable.InlineTable:
		n.Kind = Object
		for it := v.Children(); it.Next(); {
			if it.Node().Kind == unstable.KeyValue {
				r.keyValue(n, it.Node())
			}
		}
	default:
		n.Value = Other("a date")
	}
	return n
}

func (r *tomlParser) placeAt(offset int) Place { return Place{r.lines, offset} }
