package slips

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A node is an element of a call as it will be written. A slip changes the tags, or the
// text of a leaf, or replaces the content of a node.
type node struct {
	name   string
	parent *node
	kids   []*node
	arg    *toolspec.Argument // the argument that the tool reads in it; nil for the envelope
	val    any                // the intended value of an argument; nil if unknown
	value  string             // the intended text of a leaf
	leaf   bool
	// literal reports whether only a CDATA section keeps the value's type.
	literal bool

	before, start string // white space, and the start tag
	text          string // the content of a leaf, or of an opaque node
	opaque        bool   // text replaces kids
	inner         string // white space before the end tag, if there are kids
	end, after    string // the end tag, and the text after it
	open, close   string // tags around the text of a leaf
	twice         bool   // whether the element is written twice

	textSpoiled, tagSpoiled bool
	// seen is the value of a spoiled text that is still well-formed, or nil.
	seen *string
	id   xmlcall.ElementID // in the valid call, NoElement for one that is not in it
}

func (n *node) write(b *strings.Builder) {
	text := n.before + n.start + n.content() + n.end
	if n.twice {
		text += text
	}
	b.WriteString(text + n.after)
}

func (n *node) content() string {
	if n.leaf || n.opaque {
		return n.open + n.text + n.close
	}
	var b strings.Builder
	for _, kid := range n.kids {
		kid.write(&b)
	}
	return b.String() + n.inner
}

// each calls f for the node and its visible descendants.
func (n *node) each(f func(*node)) {
	f(n)
	if n.opaque {
		return
	}
	for _, kid := range n.kids {
		kid.each(f)
	}
}

// all calls f for the node and all its descendants, visible or not.
func (n *node) all(f func(*node)) {
	f(n)
	for _, kid := range n.kids {
		kid.all(f)
	}
}

// clean reports whether nothing is spoiled in the node and its descendants.
func (n *node) clean() bool {
	clean := true
	n.all(func(n *node) { clean = clean && !n.textSpoiled && !n.tagSpoiled && !n.opaque && n.after == "" })
	return clean
}

func (n *node) child(name string) *node {
	for _, kid := range n.kids {
		if kid.name == name {
			return kid
		}
	}
	return nil
}

// index returns the place among the parent's kids.
func (n *node) index() int { return slices.Index(n.parent.kids, n) }

// replace replaces the node by others.
func (n *node) replace(with ...*node) {
	i := n.index()
	for _, w := range with {
		w.parent = n.parent
	}
	n.parent.kids = slices.Replace(n.parent.kids, i, i+1, with...)
}

// rename gives the node another name in both tags.
func (n *node) rename(name string) {
	n.start = strings.Replace(n.start, "<"+n.name, "<"+name, 1)
	n.end = strings.Replace(n.end, "</"+n.name, "</"+name, 1)
}

// wrap puts an element of the given name between the node and its content.
func (n *node) wrap(name string) {
	if n.leaf || n.opaque {
		n.open, n.close = n.open+"<"+name+">", "</"+name+">"+n.close
		return
	}
	before := n.kids[0].before
	w := &node{name: name, parent: n, kids: n.kids, start: "<" + name + ">", end: "</" + name + ">", id: xmlcall.NoElement}
	w.before, w.inner = before, before
	for _, kid := range w.kids {
		kid.parent = w
	}
	n.kids = []*node{w}
}

func (n *node) clone(parent *node) *node {
	c := *n
	c.parent = parent
	c.kids = nil
	for _, kid := range n.kids {
		c.kids = append(c.kids, kid.clone(&c))
	}
	return &c
}

// tree returns the nodes of a block that runs, without white space.
func tree(b *xmlcall.Block, t *toolspec.Tool, arguments map[string]any) *node {
	nodes := make([]*node, b.NumElements())
	for i, e := range b.Elements() {
		n := &node{name: e.Local(), start: b.Slice(e.Start()), end: b.Slice(e.End()), leaf: true, id: i}
		if e.SelfClosing() {
			n.start, n.end = "<"+n.name+">", "</"+n.name+">"
		}
		value := b.Value(i)
		n.value, n.literal = value.Text, value.Literal
		nodes[i] = n
		if i == 0 {
			continue
		}
		n.parent = nodes[e.Parent()]
		n.parent.leaf = false
		n.parent.kids = append(n.parent.kids, n)
	}
	root := nodes[0]
	if a := root.child("arguments"); a != nil {
		a.leaf = false
		describe(a.kids, arguments, t.Argument)
	}
	return root
}

// describe sets the arguments that the tool reads in nodes, and their values.
func describe(nodes []*node, values map[string]any, read func(string) *toolspec.Argument) {
	count := map[string]int{}
	for _, n := range nodes {
		arg, val := read(n.name), values[n.name]
		if arg == nil {
			continue
		}
		if arg.Kind == toolspec.List && arg.Repeated {
			arg, val = arg.Item, itemOf(val, count[n.name])
		}
		count[n.name]++
		n.describe(arg, val)
	}
}

func (n *node) describe(arg *toolspec.Argument, val any) {
	n.arg, n.val = arg, val
	switch arg.Kind {
	case toolspec.Object:
		n.leaf = false
		members, _ := val.(map[string]any)
		describe(n.kids, members, arg.Child)
	case toolspec.List:
		n.leaf = false
		for i, kid := range n.kids {
			kid.describe(arg.Item, itemOf(val, i))
		}
	}
}

// itemOf returns an item of a list, nil if it has none there.
func itemOf(list any, i int) any {
	if items, _ := list.([]any); i < len(items) {
		return items[i]
	}
	return nil
}
