package diagnostics

import (
	"maps"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// jsonRules are the rules that report JSON in place of elements, and whether everything
// that they report is JSON.
var jsonRules = map[string]bool{"legacy-json": true, "json-arguments": true, "array-shape": false, "cdata-around-structure": false}

// lookingForJSON returns the document with only the findings about JSON, regardless of the
// levels of their rules.
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

// acceptedJSON returns the calls, by index, whose JSON a directive suppresses.
func (d *Document) acceptedJSON(to Notation) map[int]bool {
	if to != NotationElements || d.directed() == nil {
		return nil
	}
	accepted := map[int]bool{}
	for p := range d.found {
		accepted[p.Call] = true
	}
	for p := range d.Diagnostics() {
		delete(accepted, p.Call)
	}
	return accepted
}

// json converts JSON to elements. accepted reports whether a directive suppresses the findings
// about a call.
func (c *converter) json(accepted func(call int) bool) {
	within := maps.Collect(c.nested())
	var found []int
	for i := range c.Diagnostics {
		f := &c.Diagnostics[i]
		if f.Call < 0 || c.Calls[f.Call].Span.Start >= c.size || !c.isJSON(i) {
			continue
		}
		switch {
		case accepted(f.Call):
			c.leave(f.Call, "", "a comment suppresses "+f.Code)
		case f.Intended:
			c.leave(f.Call, "", "it is shown as a bad example")
		case within[f.Call]:
			c.leave(f.Call, "", inAnother)
		case len(f.Fixes) == 0:
			c.leave(f.Call, "", "its JSON is not an object that can be written as elements here")
		default:
			found = append(found, i)
		}
	}
	calls := slices.DeleteFunc(slices.Collect(c.byCall(found)), func(of callFindings) bool {
		why := c.unfit(c.asElements(of))
		if why != "" {
			c.leave(of.call, "", why)
		}
		return why != ""
	})
	var all []rewrite
	proven, _ := c.callsEdits(slices.Values(calls), false, c.round)
	for _, of := range calls {
		edits, own := c.firstFixes(of)
		certain := len(edits) == 0
		if len(proven) > 0 && proven[0].call == of.call {
			certain, proven = slices.Equal(proven[0].edits, edits), proven[1:]
		}
		if !certain {
			c.leave(of.call, "", c.whyUncertain(c.asElements(of)))
			continue
		}
		all = append(all, rewrite{call: of.call, own: own, edits: edits})
	}
	chosen := most(len(all), trials(c.round), func(some []int) bool {
		_, ok := c.rewritten(pick(all, some))
		return ok
	})
	for i := range all {
		w := &all[i]
		_, found := slices.BinarySearch(chosen, i)
		if !found || len(chosen) < len(all) && !c.proverOf(w.call).proves(w.own) { // some were proven together
			c.leave(w.call, "", "its elements would be read differently at this place of the file")
			continue
		}
		c.changed[w.call] = true
		c.edits = mergeEach(c.edits, w.edits)
	}
}

// asElements returns the block of a call after all of its JSON is written as elements.
func (c *converter) asElements(of callFindings) *xmlcall.Block {
	_, own := c.firstFixes(of)
	return c.edited(of.call, own)
}

// firstFixes returns the edits that write all JSON of a call as elements, in the file and in its
// segment.
func (c *converter) firstFixes(of callFindings) (edits, own []Edit) {
	return c.merged(of.findings, func(i int) *Fix { return &c.Diagnostics[i].Fixes[0] })
}

// isJSON reports whether a finding is about JSON. A list can also be other text.
func (c *converter) isJSON(finding int) bool {
	f := &c.Diagnostics[finding]
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

// unfit returns the reason why a call would not run as intended with its JSON as elements,
// or "".
func (c *converter) unfit(block *xmlcall.Block) string {
	if v := block.Verdict(); v.Outcome == xmlcall.Refused {
		return "the reader would refuse it as elements: " + v.Reason
	}
	name := block.ToolName()
	tool := c.options.Toolset().Of(block)
	if tool == nil {
		if c.options.Toolset().Lacks(name) {
			return "there is no tool " + name
		}
		return "the tool " + name + " is not defined, so its arguments are not known"
	}
	for _, i := range tool.Issues(block) {
		if tool.Refuses(i) {
			return name + " would refuse it: " + refusal(block, i)
		}
	}
	return ""
}

// whyUncertain returns the reason why it is not proven that a call, which its tool would
// accept, has the meaning of its JSON.
func (c *converter) whyUncertain(block *xmlcall.Block) string {
	for _, i := range c.options.Toolset().Of(block).Issues(block) {
		if i.Kind == toolspec.UnknownArgument {
			return block.ToolName() + " has no argument " + i.Name
		}
	}
	return "what was meant is not certain: the JSON has a null, an empty list or object, a duplicate member, or escapes"
}
