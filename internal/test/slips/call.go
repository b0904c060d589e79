package slips

import (
	"encoding/xml"
	"errors"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
	"github.com/entrhq/forge-lsp/xmlcall/live"
)

// A call is a call that slips are planted in.
type call struct {
	root      *node
	sound     *node // as before any slip
	tool      *toolspec.Tool
	tools     *toolspec.Set
	arguments map[string]any
	step      string // indentation of one level; "" for a call on one line or flat
	escaped   bool   // all of it is escaped
	lines     bool   // elements have lines of their own
}

// drawCall draws a valid call. ok is false for one that turns out not to be valid.
func drawCall(r *rand.Rand) (c *call, ok bool) {
	t, set := drawTool(r)
	return drawCallTo(r, t, set)
}

func drawCallTo(r *rand.Rand, t *toolspec.Tool, set *toolspec.Set) (c *call, ok bool) {
	text, ok := drawArguments(r, t)
	if !ok {
		return nil, false
	}
	b := xmlcall.ParseAt(text, 0)
	reading := t.Read(b)
	if len(reading.Issues) > 0 || len(reading.Arguments) == 0 {
		return nil, false
	}
	c = &call{tool: t, tools: set, arguments: reading.Arguments}
	c.root = tree(b, t, reading.Arguments)
	c.style(r)
	c.sound = c.root.clone(nil)
	return c, c.isSound()
}

func (c *call) render() string {
	var b strings.Builder
	c.root.write(&b)
	if c.escaped {
		return encode.Escape(b.String())
	}
	return b.String()
}

// isSound reports whether the tool sees the intended values, in the call and in the live runtime's
// reading of it.
func (c *call) isSound() bool {
	text := c.render()
	b := xmlcall.ParseAt(text, 0)
	if b.Span.Len() != len(text) || b.Verdict().Outcome != xmlcall.Runs || c.tools.Of(b) != c.tool {
		return false
	}
	reading := c.tool.Read(b)
	if len(reading.Issues) > 0 || !reflect.DeepEqual(reading.Arguments, c.arguments) {
		return false
	}
	reply := live.Read(text, xmlcall.Options{})
	return reply.Runs() && reflect.DeepEqual(c.tool.Read(reply.Block).Arguments, c.arguments)
}

// intent returns the intent of the call, whatever slips it has.
func (c *call) intent() Intent {
	return Intent{Tool: c.tool.Name, Arguments: c.arguments, Written: c.written()}
}

// written returns the values of the fields as they are written, or nil if no field is
// well-formed with a value other than the intended one.
func (c *call) written() map[string]any {
	texts := map[xmlcall.ElementID]string{}
	c.root.each(func(n *node) {
		if n.leaf && n.id >= 0 && n.seen != nil && *n.seen != n.value {
			texts[n.id] = *n.seen
		}
	})
	if len(texts) == 0 {
		return nil
	}
	other := c.sound.clone(nil)
	other.all(func(n *node) {
		if text, ok := texts[n.id]; ok && n.leaf {
			n.text = encode.Escape(text)
		}
	})
	b := xmlcall.ParseAt((&call{root: other}).render(), 0)
	if b.Verdict().Outcome != xmlcall.Runs {
		return nil
	}
	return c.tool.Read(b).Arguments
}

// fieldText returns what encoding/xml reads in the content of a field; ok is false if
// that is not well-formed, or not only text.
func fieldText(content string) (text string, ok bool) {
	d := xml.NewDecoder(strings.NewReader("<f>" + content + "</f>"))
	var b strings.Builder
	for starts := 0; ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return b.String(), true
		}
		if err != nil {
			return "", false
		}
		switch token := token.(type) {
		case xml.StartElement:
			if starts++; starts > 1 {
				return "", false
			}
		case xml.EndElement:
		case xml.CharData:
			b.Write(token)
		default:
			return "", false
		}
	}
}

// A way is a way to keep the values of a call from being read as markup.
type way int

const (
	escapes  way = iota
	sections     // a CDATA section for each value with a special character
	mixed        // each field in its own way
)

// style writes the values and lays the call out in one of the ways that models
// and people do.
func (c *call) style(r *rand.Rand) {
	how := way(pick(r, 0, 0, 0, 1, 1, 1, 2, 2))
	c.root.all(func(n *node) {
		if n.leaf && n.parent != nil {
			n.text = written(r, n, how)
		}
	})
	if r.IntN(12) == 0 && c.tool.Server == "" {
		c.root.kids = c.root.kids[1:] // without server_name
	}
	c.lines = true
	switch r.IntN(10) {
	case 0:
		c.lines = false
		return
	case 1, 2:
		c.step = ""
	case 3:
		c.step = "\t"
	case 4:
		c.step = "    "
	default:
		c.step = "  "
	}
	envelope := ""
	if r.IntN(4) == 0 {
		envelope = c.step
	}
	c.layOut(c.root, "", envelope, r.IntN(3) == 0)
}

// layOut puts the elements in one on lines of their own, indented more than it, those of the
// envelope as given. Compact are items and members on the line of their list or object.
func (c *call) layOut(n *node, own, envelope string, compact bool) {
	for _, kid := range n.kids {
		if compact && n.arg != nil {
			continue
		}
		indent := own + c.step
		if n == c.root {
			indent = envelope
		}
		kid.before, n.inner = "\n"+indent, "\n"+own
		c.layOut(kid, indent, envelope, compact)
	}
}

// written returns the value of a leaf in a valid notation.
func written(r *rand.Rand, n *node, how way) string {
	if n.literal && (n.arg == nil || n.arg.Kind == toolspec.Any) {
		text, _ := encode.Section(n.value)
		return text
	}
	if how == mixed {
		how = way(r.IntN(2))
	}
	special := strings.ContainsAny(n.value, "&<>")
	isText := n.arg != nil && n.arg.Kind == toolspec.String
	if how == sections && isText && (special || r.IntN(6) == 0) && !strings.Contains(n.value, "thinking>") {
		if text, ok := encode.Section(n.value); ok {
			return text
		}
	}
	return escape(r, n.value)
}

// escape escapes '&' and '<', usually '>', and sometimes quotes.
func escape(r *rand.Rand, value string) string {
	text := strings.ReplaceAll(strings.ReplaceAll(value, "&", "&amp;"), "<", "&lt;")
	switch {
	case r.IntN(3) > 0:
		text = strings.ReplaceAll(text, ">", "&gt;")
	default:
		text = strings.ReplaceAll(text, "]]>", "]]&gt;")
	}
	if r.IntN(8) == 0 {
		text = strings.ReplaceAll(strings.ReplaceAll(text, `"`, "&quot;"), "'", "&apos;")
	}
	return text
}
