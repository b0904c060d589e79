package diagnostics

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/edits"
	"github.com/entrhq/forge-lsp/internal/test/slips"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/live"
)

var (
	conversionCount = flag.Uint64("conversions", 500, "how many texts TestConvert converts to each notation")
	conversionFrom  = flag.Uint64("conversions-from", 0, "the first text that TestConvert draws")
)

// TestConvert checks that no conversion changes the values of a call, neither alone nor in the
// live view of its message, except for one in JSON, which gets the intended values; that
// everything else is unchanged; and that converting again has no effect.
//
//	go test ./diagnostics -run TestConvert$ -conversions 100000
//
// runs more cases; -conversions-from 17 -conversions 1 repeats case 17.
func TestConvert(t *testing.T) {
	source := editSource(t)
	converted, left := map[Notation]int{}, map[string]int{}
	var sizes [3]struct{ before, after int }
	for i := range *conversionCount {
		seed := *conversionFrom + i
		r := rand.New(rand.NewPCG(seed, 17))
		c := drawConversion(source, r)
		for _, to := range Notations() {
			after, calls := c.Open(text.New(c.before), c.kind).Convert(to)
			if why := c.misconverted(to, after, calls); why != "" {
				t.Fatalf("seed %d, %v, %v: %s\n%q\nbecame\n%q", seed, c.kind, to, why, c.before, after)
			}
			for i := range calls {
				if calls[i].Converted {
					converted[to]++
					sizes[to].before += calls[i].Before.Len()
					sizes[to].after += calls[i].After.Len()
				}
				for _, l := range calls[i].Left {
					reason, _, _ := strings.Cut(l.Reason, ":")
					left[to.String()+": "+reason]++
				}
			}
		}
	}
	for _, to := range Notations() {
		if converted[to] < int(*conversionCount/25) {
			t.Errorf("%v: %d calls are converted", to, converted[to])
		}
	}
	t.Logf("calls that are converted: %v, from and to bytes: %v", converted, sizes)
	for _, reason := range slices.Sorted(func(yield func(string) bool) {
		for k, n := range left {
			if n > int(*conversionCount/500) && !yield(fmt.Sprintf("%6d %s", n, k)) {
				return
			}
		}
	}) {
		t.Log(reason)
	}
}

// A conversionCase is a text to convert, with the intended arguments of a call in JSON, nil if
// there is none or they are not known.
type conversionCase struct {
	Options
	before   string
	kind     document.Kind
	intended []map[string]any
}

// drawConversion draws a text: of the containers with calls, with slips, or with calls in
// JSON.
func drawConversion(source *edits.Source, r *rand.Rand) (c conversionCase) {
	switch what := r.IntN(10); what {
	case 0, 1, 2, 3, 4, 5:
		c.before, c.kind, c.Options = drawText(source, r, what)
		if r.IntN(6) == 0 {
			c.Options = NoTools()
		}
		return c
	}
	sound := slips.DrawSound(r)
	c.Tools, c.kind = sound.Tools, sound.Kind
	call := sound.Calls[0]
	payload, err := json.MarshalIndent(call.Arguments, "", strings.Repeat(" ", r.IntN(3)))
	if err != nil {
		panic(err)
	}
	c.intended = []map[string]any{call.Arguments}
	if r.IntN(2) == 0 {
		c.before = fmt.Sprintf("<tool>{\"server_name\": %q, \"tool_name\": %q, \"arguments\": %s}</tool>", "local", call.Tool, payload)
	} else {
		c.before = fmt.Sprintf("<tool>\n<server_name>local</server_name>\n<tool_name>%s</tool_name>\n<arguments>%s</arguments>\n</tool>", call.Tool, payload)
	}
	if r.IntN(3) == 0 {
		c.before += "\n\n" + sound.Text
	}
	c.contain(r)
	return c
}

// contain puts the text into a container.
func (c *conversionCase) contain(r *rand.Rand) {
	switch r.IntN(6) {
	case 0:
		c.kind = document.Document
		c.before = "1. Do it:\n\n   ```xml\n   " + strings.ReplaceAll(c.before, "\n", "\n   ") + "\n   ```\n"
	case 1:
		c.kind = document.Document
		c.before = "> " + strings.ReplaceAll(c.before, "\n", "\n> ") + "\n"
	case 2:
		c.kind = document.JSON
		content, err := json.Marshal(map[string]string{"role": "assistant", "content": "I do it.\n\n" + c.before})
		if err != nil {
			panic(err)
		}
		c.before = string(content) + "\n"
	case 3:
		c.kind = document.Go
		c.before = "package prompts\n\nvar system = " + strconv.Quote("Do it:\n\n"+c.before+"\n") + "\n"
	case 4:
		c.before = strings.ReplaceAll(c.before, "\n", "\r\n")
	}
}

// misconverted describes what is wrong with a conversion, or returns "".
func (c *conversionCase) misconverted(to Notation, after string, calls []Conversion) string {
	if after == c.before {
		if slices.ContainsFunc(calls, func(one Conversion) bool { return one.Converted }) {
			return "a call is converted, and nothing has changed"
		}
		return ""
	}
	was, is := c.run(c.before, c.kind), c.run(after, c.kind)
	if len(was.Calls) != len(is.Calls) {
		return "it has other calls"
	}
	if was.read.troubles() < is.read.troubles() {
		return fmt.Sprintf("more is wrong with it: %v", codesOf(is))
	}
	touched := map[int]bool{} // by the previous place of the call
	from, reached, grown := 0, 0, 0
	for i := range calls {
		one := &calls[i]
		if !one.Converted && len(one.Left) == 0 {
			return "nothing is told of a call"
		}
		touched[one.Before.Start] = one.Converted
		if one.Before.Start < from {
			continue // it is within the previous one
		}
		if c.before[from:one.Before.Start] != after[reached:one.After.Start] {
			return "something besides calls has changed"
		}
		from, reached = one.Before.End, one.After.End
		grown += one.After.Len() - one.Before.Len()
	}
	if c.before[from:] != after[reached:] || grown != len(after)-len(c.before) {
		return "something besides calls has changed"
	}
	for k := range was.Calls {
		around := slices.ContainsFunc(calls, func(one Conversion) bool { // an unclosed call may contain others
			return one.Converted && was.Calls[k].Span.Contains(one.Before) && was.Calls[k].Span != one.Before
		})
		if around {
			continue
		}
		if why := c.misread(to, &was.Calls[k], &is.Calls[k], touched[was.Calls[k].Span.Start]); why != "" {
			return fmt.Sprintf("call %d %s", k, why)
		}
	}
	if to != NotationElements {
		if why := c.misrun(was.File, is.File); why != "" {
			return why
		}
	}
	again, more := c.Open(text.New(after), c.kind).Convert(to)
	if again != after || slices.ContainsFunc(more, func(m Conversion) bool { return m.Converted }) {
		return fmt.Sprintf("converting again leads to %q", again)
	}
	return ""
}

// misread describes what is wrong with a call after a conversion.
func (c *conversionCase) misread(to Notation, was, is *Call, converted bool) string {
	a, b := was.Block(), is.Block()
	if !converted {
		if a.Source() != b.Source() || was.ToolVerdict() != is.ToolVerdict() {
			return "is not the same, though it was not converted"
		}
		return ""
	}
	switch v := b.Verdict(); {
	case v.Outcome == xmlcall.Refused, v.Outcome == xmlcall.Repaired && a.Verdict().Outcome != xmlcall.Repaired:
		return "does not run as written: " + v.Reason
	case v.Outcome == xmlcall.Repaired: // it has a problem besides its JSON
		b = xmlcall.ParseAt(xmlcall.Repair(b.Source()), 0)
	}
	tool := c.Toolset().Of(b)
	if to != NotationElements {
		if a.Verdict().Outcome != xmlcall.Runs || a.ToolName() != b.ToolName() || was.ToolVerdict() != is.ToolVerdict() {
			return "does something else"
		}
		got, want := any(valuesOf(b)), any(valuesOf(a))
		if tool != nil {
			got, want = tool.Read(b).Arguments, tool.Read(a).Arguments
		}
		if fmt.Sprintf("%#v", got) != fmt.Sprintf("%#v", want) {
			return fmt.Sprintf("gets other values: %v", got)
		}
		return ""
	}
	switch {
	case tool == nil || is.ToolVerdict() == ToolRefuses:
		return "is not accepted by its tool: " + is.ToolReason()
	case c.intended == nil:
		return ""
	}
	got := tool.Read(b).Arguments
	if !slices.ContainsFunc(c.intended, func(want map[string]any) bool { return reflect.DeepEqual(got, want) }) {
		return fmt.Sprintf("gets %v and not %v", got, c.intended)
	}
	return ""
}

// misrun returns the message in which the live runtime runs something else, or "".
func (c *conversionCase) misrun(was, is *document.File) string {
	run := func(seg *document.Segment) string {
		reply := live.Read(seg.Text, xmlcall.Options{})
		if !reply.Runs() {
			return "nothing"
		}
		block := reply.Block
		if reply.Verdict.Outcome == xmlcall.Repaired {
			block = xmlcall.ParseAt(xmlcall.Repair(block.Source()), 0)
		}
		if tool := c.Toolset().Of(block); tool != nil {
			return fmt.Sprintf("%s %#v", tool.Name, tool.Read(block).Arguments)
		}
		return fmt.Sprintf("%s %#v", block.ToolName(), valuesOf(block))
	}
	if len(was.Segments) != len(is.Segments) {
		return "it has other messages"
	}
	for i := range was.Segments {
		if was.Segments[i].Scope != document.Message {
			continue
		}
		if before, after := run(&was.Segments[i]), run(&is.Segments[i]); before != after {
			return fmt.Sprintf("message %d runs %s, not %s", i, after, before)
		}
	}
	return ""
}

// codesOf returns the rules of the findings.
func codesOf(r *opened) (codes []string) {
	for i := range r.Diagnostics {
		codes = append(codes, r.Diagnostics[i].Code)
	}
	return codes
}

// TestConvertMany checks that any number of calls are converted.
func TestConvertMany(t *testing.T) {
	const n = 3 * maxRounds
	s := strings.Repeat(strings.Replace(plainCall, "a.md", "<![CDATA[a & b]]>", 1), n)
	converted, calls := Options{}.Open(text.New(s), document.Document).Convert(NotationEscapes)
	if want := strings.ReplaceAll(s, "<![CDATA[a & b]]>", "a &amp; b"); converted != want {
		t.Errorf("%d values are not converted", strings.Count(converted, "CDATA"))
	}
	for _, c := range calls {
		if !c.Converted || len(c.Left) > 0 {
			t.Errorf("%+v", c)
		}
	}
	if len(calls) != n {
		t.Errorf("%d calls are converted of %d", len(calls), n)
	}
}
