package toolspec

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"go.yaml.in/yaml/v4"

	"github.com/entrhq/forge-lsp/internal/yamlfile"
	"github.com/entrhq/forge-lsp/text"
)

func (l *loader) yaml() {
	p := yamlParser{l: l, lines: text.New(string(l.data)), places: yamlfile.NewPlaces(string(l.data))}
	documents, err := yaml.NewLoader(bytes.NewReader(l.data), yaml.WithPlugin(yamlfile.Limits{Depth: maxNodeDepth}))
	found := false
	for {
		var document yaml.Node
		if err == nil {
			err = documents.Load(&document)
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			line, column, reason := 1, 1, err.Error()
			if at, ok := errors.AsType[*yaml.LoadError](err); ok {
				line, column, reason = at.Mark.Line, at.Mark.Column, at.Message
			}
			p.fail(line, column, blank, "this is not YAML: "+reason)
			l.loseAll()
			return
		}
		if len(document.Content) == 0 {
			continue
		}
		root := p.node(document.Content[0], nil, "", 0)
		if p.tooLarge {
			return
		}
		if root.kind == scalarNode && root.value == nil {
			continue // an empty document, such as after a last "---"
		}
		found = true
		l.definitions(root, "")
	}
	if !found && len(l.errs) == 0 {
		p.fail(1, 1, blank, `no tool is defined here: the file is empty`)
	}
}

type yamlParser struct {
	l        *loader
	lines    text.Text
	places   *yamlfile.Places
	count    int // number of nodes so far
	tooLarge bool
}

// fail reports a mistake at a place in a value.
func (p *yamlParser) fail(line, column int, in *node, reason string) {
	at := in.scalar(nil)
	at.line, at.column = p.place(line, column)
	p.l.fail(at, "%s", reason)
}

// place converts a place that YAML counts in its own lines and in characters to line
// and column, in bytes.
func (p *yamlParser) place(line, column int) (int, int) {
	return placeIn(p.lines, p.places.Offset(line, column))
}

// node returns the node for a YAML node, which has a name or an index in another. An alias becomes a copy of its
// anchor's node.
func (p *yamlParser) node(y *yaml.Node, in *node, step string, depth int) *node {
	for y.Kind == yaml.AliasNode && y.Alias != nil {
		y = y.Alias
	}
	n := &node{parent: in, step: step}
	if p.tooLarge {
		return n
	}
	if p.count++; p.count > maxValues || depth > maxNodeDepth {
		p.tooLarge = true
		reason := errTooMany.Error()
		if depth > maxNodeDepth {
			reason = fmt.Sprintf("nested deeper than %d levels: an alias may refer to something that contains it", maxNodeDepth)
		}
		p.fail(y.Line, y.Column, blank, reason)
		return n
	}
	n.line, n.column = p.place(y.Line, y.Column)
	switch y.Kind {
	case yaml.MappingNode:
		n.kind = objectNode
		p.members(n, y, depth)
	case yaml.SequenceNode:
		n.kind = arrayNode
		for i, item := range y.Content {
			n.add("", p.node(item, n, strconv.Itoa(i), depth+1))
		}
	default:
		n.value = yamlValue(y)
	}
	return n
}

// members reads the members of a mapping. Those that a merge key ("<<") brings
// come last and only where the mapping does not have them itself.
func (p *yamlParser) members(n *node, y *yaml.Node, depth int) {
	var merged []*node
	first := map[string]int{}
	for i := 0; i+1 < len(y.Content); i += 2 {
		key, value := y.Content[i], y.Content[i+1]
		for key.Kind == yaml.AliasNode && key.Alias != nil {
			key = key.Alias
		}
		if key.Kind != yaml.ScalarNode {
			p.fail(key.Line, key.Column, n, "a key must be a string")
			n.broken = true
			continue
		}
		child := p.node(value, n, key.Value, depth+1)
		if key.ShortTag() == "!!merge" {
			merged = append(merged, child)
			continue
		}
		if line, found := first[key.Value]; found {
			line, _ = p.place(line, 1)
			p.fail(key.Line, key.Column, n, fmt.Sprintf("duplicate key %q; the first is on line %d", key.Value, line))
			n.broken = true
			continue
		}
		first[key.Value] = key.Line
		n.add(key.Value, child)
	}
	for _, from := range merged {
		p.merge(n, from, first)
	}
}

// merge adds the members of a mapping, or of several in a list, that n does
// not have.
func (p *yamlParser) merge(n, from *node, have map[string]int) {
	if from.kind == arrayNode {
		for _, item := range from.nodes {
			p.merge(n, item, have)
		}
		return
	}
	for i, name := range from.names {
		if _, found := have[name]; !found {
			have[name] = from.nodes[i].line
			from.nodes[i].parent = n
			n.add(name, from.nodes[i])
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
	case int, int64, uint64, float64: // 0x10, +5, 1_000; toolOf refuses .inf
		return json.Number(fmt.Sprint(v))
	}
	return y.Value
}
