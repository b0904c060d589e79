package tree

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/entrhq/forge-lsp/text"
)

// YAML reads the documents of a text. ok is false if it ends where a text of values does not, with the last error;
// after other errors the rest is read. An empty document, such as after a last "---", is left out.
func YAML(data []byte) (documents []*Node, errs []*Error, ok bool) {
	lines := text.New(string(data))
	p := yamlParser{text: &lines, places: NewPlaces(lines.String())}
	loader, err := yaml.NewLoader(strings.NewReader(lines.String()), yaml.WithPlugin(Limits{Depth: maxDepth}))
	for {
		var document yaml.Node
		if err == nil {
			err = loader.Load(&document)
		}
		if errors.Is(err, io.EOF) {
			return documents, p.errs, true
		}
		if err != nil {
			line, column, reason := 1, 1, err.Error()
			if at, ok := errors.AsType[*yaml.LoadError](err); ok {
				line, column, reason = at.Mark.Line, at.Mark.Column, at.Message
			}
			p.fail(p.place(line, column), "", "this is not YAML: "+reason)
			return documents, p.errs, false
		}
		if len(document.Content) == 0 {
			continue
		}
		root := p.value(nil, "", document.Content[0], 0)
		if p.tooLarge {
			return documents, p.errs, false
		}
		if root.Kind != Scalar || root.Value != nil {
			documents = append(documents, root)
		}
	}
}

type yamlParser struct {
	text     *text.Text
	places   Places
	errs     []*Error
	count    int // number of values so far
	tooLarge bool
}

func (p *yamlParser) fail(at Place, pointer, reason string) {
	p.errs = append(p.errs, &Error{at, pointer, reason})
}

// place returns the place that YAML counts in its own lines and in characters.
func (p *yamlParser) place(line, column int) Place {
	return Place{p.text, p.places.Offset(line, column)}
}

// value reads a node of YAML, which has a name or an index in another. An alias becomes a copy of its anchor's node.
func (p *yamlParser) value(in *Node, name string, y *yaml.Node, depth int) *Node {
	for y.Kind == yaml.AliasNode && y.Alias != nil {
		y = y.Alias
	}
	n := &Node{Parent: in, Name: name, At: p.place(y.Line, y.Column)}
	if p.tooLarge {
		return n
	}
	if p.count++; p.count > maxValues || depth > maxDepth {
		p.tooLarge = true
		reason := errTooMany.Error()
		if depth > maxDepth {
			reason = fmt.Sprintf("nested deeper than %d levels: an alias may refer to something that contains it", maxDepth)
		}
		p.fail(n.At, "", reason)
		return n
	}
	switch y.Kind {
	case yaml.MappingNode:
		n.Kind = Object
		p.members(n, y, depth)
	case yaml.SequenceNode:
		n.Kind = Array
		for i, item := range y.Content {
			index := strconv.Itoa(i)
			n.Add(index, p.value(n, index, item, depth+1))
		}
	default:
		n.Value = yamlValue(y)
	}
	return n
}

// members reads the members of a mapping. Those that a merge key ("<<") brings
// come last and only where the mapping does not have them itself.
func (p *yamlParser) members(n *Node, y *yaml.Node, depth int) {
	var merged []*Node
	first := map[string]int{} // the lines of the members
	for i := 0; i+1 < len(y.Content); i += 2 {
		key := y.Content[i]
		for key.Kind == yaml.AliasNode && key.Alias != nil {
			key = key.Alias
		}
		at := p.place(key.Line, key.Column)
		if key.Kind != yaml.ScalarNode {
			p.fail(at, n.Pointer(), "a key must be a string")
			n.Broken = true
			continue
		}
		child := p.value(n, key.Value, y.Content[i+1], depth+1)
		switch line, again := first[key.Value]; {
		case key.ShortTag() == "!!merge":
			merged = append(merged, child)
		case again:
			p.fail(at, n.Pointer(), fmt.Sprintf("duplicate key %q; the first is on line %d", key.Value, line))
			n.Broken = true
		default:
			first[key.Value], _ = at.Position(text.UTF8)
			n.Add(key.Value, child)
		}
	}
	for _, from := range merged {
		n.merge(from, first)
	}
}

// merge adds the members of a mapping, or of several in a list, that n does
// not have.
func (n *Node) merge(from *Node, have map[string]int) {
	for _, item := range from.Items() {
		n.merge(item, have)
	}
	if from.Kind != Object {
		return
	}
	for _, member := range from.Nodes {
		if _, found := have[member.Name]; !found {
			have[member.Name] = 0
			n.Add(member.Name, member)
		}
	}
}

// yamlValue returns the value of a scalar as encoding/json has it. A value that JSON
// has no type for, such as a date, becomes its text.
func yamlValue(y *yaml.Node) any {
	var v any
	switch tag := y.ShortTag(); {
	case (tag == "!!int" || tag == "!!float") && json.Valid([]byte(y.Value)):
		return json.Number(y.Value)
	case y.Decode(&v) != nil:
		return y.Value
	}
	switch v.(type) {
	case nil, bool:
		return v
	case int, int64, uint64, float64: // 0x10, +5, 1_000, .inf
		return json.Number(fmt.Sprint(v))
	}
	return y.Value
}
