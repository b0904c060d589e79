package ls

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/foreign"
)

// native returns the native call at the place; nil if there is none.
func (p *Place) native() *diagnostics.NativeCall {
	c, _ := p.nativeIn(nativesOf(p.doc))
	return c
}

// nativeIn returns the one of some native calls at the place, and its index; nil if there is none.
func (p *Place) nativeIn(list []diagnostics.NativeCall) (c *diagnostics.NativeCall, index int) {
	i, _ := slices.BinarySearchFunc(list, p.offset+1, func(c diagnostics.NativeCall, at int) int { return c.Start - at })
	if i == 0 || list[i-1].End < p.offset {
		return nil, 0
	}
	return &list[i-1], i - 1
}

// Aside reports whether the place is in a native call, or in one in a format of another runtime.
func (p *Place) Aside() bool {
	return p.other() != nil || p.call == nil && p.native() != nil
}

// receivedAside returns what is told of a call that is native, or in a format of another runtime, and of its result.
func receivedAside(tool string, outcome diagnostics.Outcome, reason, what string, result *CallResult) *Received {
	m := newMarkup(Format{Markdown: true})
	m.paragraph(m.strong(tool))
	m.paragraph(m.prose(what), ".")
	r := &Received{
		Tool: foreign.Line(tool), Outcome: outcome.String(), Reason: foreign.Line(reason),
		Verdicts: []string{foreign.Line(what)}, Values: []ReceivedValue{},
	}
	if result != nil {
		m.paragraph("Result: ", m.prose(result.String()))
		r.Verdicts = append(r.Verdicts, "result: "+foreign.Line(result.String()))
	}
	r.Text = m.content()
	return r
}

// receivedNative returns what the tool of a native call receives, and its result.
func receivedNative(c *diagnostics.NativeCall, result *CallResult) *Received {
	what := c.Outcome.Words() + ", native"
	if c.Why != "" {
		what += ": " + c.Why
	}
	r := receivedAside(c.Tool, c.Outcome, c.Why, what, result)
	if !c.Arguments.Exists() || c.Outcome == diagnostics.Refused {
		return r
	}
	for _, a := range c.Arguments.Members() {
		v := ReceivedValue{Name: foreign.Line(a.Key()), Kind: "string", Text: foreign.Text(strings.Trim(a.Text(), `"`)), Bytes: len(a.Text())}
		switch a.Kind() {
		case '0':
			v.Kind = "number"
		case 't', 'f':
			v.Kind = "boolean"
		case 'n':
			v.Kind = kindNull
		case '[':
			v.Kind = kindList
		case '{':
			v.Kind = kindObject
		}
		r.Values = append(r.Values, v)
	}
	return r
}
