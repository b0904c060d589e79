package diagnostics

import (
	"maps"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics/facts"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/syntax"
)

// jsonRules are the rules that report JSON in place of elements, and whether all that they
// report is JSON.
var jsonRules = map[string]bool{"legacy-json": true, "json-arguments": true, "array-shape": false, "cdata-around-structure": false}

// lookingForJSON returns the document with the findings about JSON alone, whatever the levels
// of their rules are.
func (d *Document) lookingForJSON() *Document {
	o := d.options
	o.Rules = map[string]Level{}
	for _, code := range Codes() {
		o.Rules[code] = Off
	}
	for code := range maps.Keys(jsonRules) {
		o.Rules[code] = AsError
	}
	if o.Intended == IntendedOff {
		o.Intended = IntendedHint
	}
	return d.reread(o)
}

// acceptedJSON returns the calls, by their indexes, whose JSON a directive suppresses.
func (d *Document) acceptedJSON(to Form) map[int]bool {
	if to != FormElements || d.directed() == nil {
		return nil
	}
	accepted := map[int]bool{}
	for p := range d.found {
		accepted[p.Call] = true
	}
	for p := range d.Findings() {
		delete(accepted, p.Call)
	}
	return accepted
}

// json converts JSON to elements. accepted tells of a call whether a directive suppresses what
// is reported about it.
func (c *converter) json(accepted func(call int) bool) {
	var found []int
	for i := range c.Findings {
		f := &c.Findings[i]
		if f.Call < 0 || c.Calls[f.Call].Span.Start >= c.size || !c.isJSON(i) {
			continue
		}
		switch {
		case accepted(f.Call):
			c.leave(f.Call, "", "a comment suppresses "+f.Code)
		case f.Intended:
			c.leave(f.Call, "", "it is shown as a bad example")
		case len(f.Fixes) == 0:
			c.leave(f.Call, "", "its JSON is not one object that can be written as elements here")
		default:
			found = append(found, i)
		}
	}
	calls := slices.DeleteFunc(c.byCall(found), func(of callFindings) bool {
		v := c.asElements(of).Verdict()
		if v.Outcome == xmlcall.Refused {
			c.leave(of.call, "", "as elements the reader would refuse it: "+v.Reason)
		}
		return v.Outcome == xmlcall.Refused
	})
	for k, edits := range c.callsEdits(calls, false, c.round) {
		if len(edits) == 0 {
			c.leave(calls[k].call, "", c.whyJSON(calls[k]))
			continue
		}
		c.changed[calls[k].call] = true
		c.edits = mergeEach(c.edits, edits)
	}
}

// asElements returns the block that a call becomes where all of its JSON is written as
// elements.
func (c *converter) asElements(of callFindings) *xmlcall.Block {
	_, own := c.merged(of.findings, func(i int) *Fix { return &c.Findings[i].Fixes[0] })
	return c.edited(of.call, own)
}

// isJSON reports whether a finding is about JSON. A list can be other text, too.
func (c *converter) isJSON(finding int) bool {
	f := &c.Findings[finding]
	always, ok := jsonRules[f.Code]
	if always || !ok || len(f.Fixes) == 0 {
		return always
	}
	text := c.Calls[f.Call].Segment.Text
	span := syntax.Trim(text, f.Fixes[0].own()[0].Span)
	value := text[span.Start:span.End]
	if inner, ok := strings.CutPrefix(value, "<![CDATA["); ok {
		value = strings.TrimSpace(strings.TrimSuffix(inner, "]]>"))
	}
	return facts.LooksLikeJSON(value)
}

// whyJSON tells why the JSON of a call is not proven to be what its elements would be.
func (c *converter) whyJSON(of callFindings) string {
	block := c.asElements(of)
	name := block.ToolName()
	tool := c.options.Toolset().Of(block)
	if tool == nil {
		if c.options.Toolset().Lacks(name) {
			return "there is no tool " + name
		}
		return "the tool " + name + " is not defined, so its arguments are not known"
	}
	for _, i := range tool.Issues(block) {
		switch {
		case tool.Refuses(i):
			return name + " would refuse it: " + refusal(block, i)
		case i.Kind == toolspec.UnknownArgument:
			return name + " has no argument " + i.Name
		}
	}
	return "what was meant is not certain: a null, an empty list or object, a member given twice, or escapes in the JSON"
}
