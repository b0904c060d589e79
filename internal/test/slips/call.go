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

func write(t *toolspec.Tool, m map[string]any) (string, error) {
	return t.Write(m, encode.Automatic)
}

func refused(t *toolspec.Tool, text string) bool {
	return len(t.Issues(xmlcall.ParseAt(text, 0))) > 0
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
	var text strings.Builder
	other.write(&text)
	b := xmlcall.ParseAt(text.String(), 0)
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
