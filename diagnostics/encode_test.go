package diagnostics

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
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
	encodingCount = flag.Uint64("encodings", 500, "how many texts TestEncode writes in each notation")
	encodingFrom  = flag.Uint64("encodings-from", 0, "the first text that TestEncode draws")
)

// The names of the notations, in the tests.
var encodingNames = [...]string{EncodingEscape: "escape", EncodingCDATA: "cdata"}

// TestEncode checks that no notation changes the values of a call, neither alone nor in the
// live view of its message; that everything else is unchanged; and that encoding again has no
// effect.
//
//	go test ./diagnostics -run TestEncode$ -encodings 100000
//
// runs more cases; -encodings-from 17 -encodings 1 repeats case 17.
func TestEncode(t *testing.T) {
	source := editSource(t)
	var encoded [len(encodings)]int
	for i := range *encodingCount {
		seed := *encodingFrom + i
		c := drawCase(source, rand.New(rand.NewPCG(seed, 17)))
		for to, name := range encodingNames {
			after := c.Open(text.New(c.before), c.kind).Encode(Encoding(to))
			n, why := c.misencoded(Encoding(to), after)
			if why != "" {
				t.Fatalf("seed %d, %v, %s: %s\n%q\nbecame\n%q", seed, c.kind, name, why, c.before, after)
			}
			encoded[to] += n
		}
	}
	for to, name := range encodingNames {
		if encoded[to] < int(*encodingCount/20) {
			t.Errorf("%s: %d calls are encoded", name, encoded[to])
		}
	}
	t.Logf("calls that are encoded: %v", encoded)
}

// A drawnCase is a text with calls.
type drawnCase struct {
	Options
	before string
	kind   document.Kind
}

// drawCase draws a text: of the containers with calls, with slips, or with calls in JSON.
func drawCase(source *edits.Source, r *rand.Rand) (c drawnCase) {
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
func (c *drawnCase) contain(r *rand.Rand) {
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

// misencoded returns the number of calls that are encoded, and what is wrong with that, or "".
func (c *drawnCase) misencoded(to Encoding, after string) (n int, wrong string) {
	if after == c.before {
		return 0, ""
	}
	was, is := c.run(c.before, c.kind), c.run(after, c.kind)
	if len(was.Calls) != len(is.Calls) {
		return 0, "it has other calls"
	}
	if was.read.troubles() < is.read.troubles() {
		return 0, fmt.Sprintf("more is wrong with it: %v", codesOf(is))
	}
	from, reached := 0, 0
	for k := range was.Calls {
		a, b := was.Calls[k].Span, is.Calls[k].Span
		if was.Calls[k].Source() != is.Calls[k].Source() {
			n++
		}
		if a.Start < from {
			continue // it is within the previous one
		}
		if c.before[from:a.Start] != after[reached:b.Start] {
			return n, "something besides calls has changed"
		}
		from, reached = a.End, b.End
		if why := c.misread(&was.Calls[k], &is.Calls[k]); why != "" {
			return n, fmt.Sprintf("call %d %s", k, why)
		}
	}
	if c.before[from:] != after[reached:] {
		return n, "something besides calls has changed"
	}
	if why := c.misrun(was.File, is.File); why != "" {
		return n, why
	}
	if again := c.Open(text.New(after), c.kind).Encode(to); again != after {
		return n, fmt.Sprintf("encoding again leads to %q", again)
	}
	return n, ""
}

// misread describes what is wrong with an encoded call.
func (c *drawnCase) misread(was, is *Call) string {
	a, b := was.Block(), is.Block()
	if a.Source() == b.Source() {
		if !was.alike(is) {
			return "is not the same, though it was not encoded"
		}
		return ""
	}
	if v := b.Verdict(); v.Outcome != xmlcall.Runs {
		return "does not run as written: " + v.Reason
	}
	if a.Verdict().Outcome != xmlcall.Runs || a.ToolName() != b.ToolName() || !was.alike(is) {
		return "does something else"
	}
	got, want := any(valuesOf(b)), any(valuesOf(a))
	if tool := c.Toolset().Of(b); tool != nil {
		got, want = tool.Read(b).Arguments, tool.Read(a).Arguments
	}
	if fmt.Sprintf("%#v", got) != fmt.Sprintf("%#v", want) {
		return fmt.Sprintf("gets other values: %v", got)
	}
	return ""
}

// misrun returns the message in which the live runtime runs something else, or "".
func (c *drawnCase) misrun(was, is *document.File) string {
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

// TestEncodeMany checks that any number of calls are encoded.
func TestEncodeMany(t *testing.T) {
	s := strings.Repeat(strings.Replace(plainCall, "a.md", "<![CDATA[a & b]]>", 1), 3*maxTrials)
	encoded := Options{}.Open(text.New(s), document.Document).Encode(EncodingEscape)
	if want := strings.ReplaceAll(s, "<![CDATA[a & b]]>", "a &amp; b"); encoded != want {
		t.Errorf("%d values are not encoded", strings.Count(encoded, "CDATA"))
	}
}
