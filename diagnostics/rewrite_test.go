package diagnostics

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/edits"
	"github.com/entrhq/forge-lsp/internal/test/slips"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/live"
)

var (
	rewriteCount = flag.Uint64("rewrites", 350, "how many texts TestRewrites writes otherwise")
	rewriteFrom  = flag.Uint64("rewrites-from", 0, "the first text that TestRewrites draws")
)

// The names of the notations, in the tests.
var encodingNames = [...]string{EncodingEscape: "escape", EncodingCDATA: "cdata"}

// TestRewrites writes calls otherwise: formats them, encodes their values, and makes each change that is offered. No call
// has other values after it, alone or in the live view of its message; everything else is as before; and doing the same
// again has no effect.
//
//	go test ./diagnostics -run TestRewrites -rewrites 100000
//
// runs more cases; -rewrites-from 17 -rewrites 1 repeats case 17.
func TestRewrites(t *testing.T) {
	source := editSource(t)
	done := map[string]int{}
	for i := range *rewriteCount {
		seed := *rewriteFrom + i
		r := rand.New(rand.NewPCG(seed, 17))
		c := drawCase(source, r)
		was := c.run(c.before, c.kind)
		check := func(what, after string, why func(*opened) string) {
			if after == c.before {
				return
			}
			done[what]++
			if why := why(c.run(after, c.kind)); why != "" {
				t.Fatalf("seed %d, %v, %s: %s\n%q\nbecame\n%q", seed, c.kind, what, why, c.before, after)
			}
		}
		format := func(s string) string { return Apply(s, c.Open(text.New(s), c.kind).Format(0, len(s))) }
		after := format(c.before)
		check("format", after, func(is *opened) string {
			switch {
			case unspaced(after, c.kind) != unspaced(c.before, c.kind):
				return "more than white space changed"
			case format(after) != after:
				return "formatting again changes something"
			}
			return c.misread(was, is, -1)
		})
		for to, name := range encodingNames {
			encode := func(s string) string { return c.Open(text.New(s), c.kind).Encode(Encoding(to)) }
			after := encode(c.before)
			check(name, after, func(is *opened) string {
				switch {
				case was.besides() != is.besides():
					return "something besides calls has changed"
				case encode(after) != after:
					return "encoding again changes something"
				}
				return c.misread(was, is, -1)
			})
		}
		for k := range was.Calls {
			span := was.Calls[k].Span
			for _, fix := range was.Refactorings(k, span.Start+r.IntN(2)*r.IntN(span.Len()+1)) {
				if fix.Title == "Escape this mention" {
					check("mention", Apply(c.before, fix.Edits), func(is *opened) string { return escaped(was, is, k) })
					continue
				}
				words := strings.Fields(fix.Title)
				what, meant := words[len(words)-1], -1
				if what == "elements" {
					meant = k // which was in JSON
				}
				if words[1] == "all" {
					what = "all " + what
				}
				check(what, Apply(c.before, fix.Edits), func(is *opened) string {
					for _, again := range is.Refactorings(k, fix.Edits[0].Span.Start) {
						if again.Title == fix.Title {
							return "it is offered again"
						}
					}
					return c.misread(was, is, meant)
				})
			}
		}
	}
	for _, want := range []string{"format", "escape", "cdata", "escapes", "CDATA", "all escapes", "all CDATA", "elements", "mention"} {
		if done[want] < int(*rewriteCount/200) {
			t.Errorf("%s: %d times", want, done[want])
		}
	}
	t.Logf("%v", done)
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

// drawText draws a text with calls: for a number from 0 to 3 one of the containers with
// slips, and for any other number one with valid calls.
func drawText(source *edits.Source, r *rand.Rand, what int) (text string, kind document.Kind, o Options) {
	switch what {
	case 0:
		text, kind = source.Text(r, 4<<10), document.Document
	case 1:
		text, kind = source.JSON(r, 4<<10), document.JSON
	case 2:
		text, kind = source.Go(r, 4<<10), document.Go
	default:
		draw := slips.DrawSound
		if what == 3 {
			draw = slips.Draw
		}
		c := draw(r)
		text, kind, o.Tools = c.Text, c.Kind, c.Tools
	}
	if r.IntN(4) == 0 {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text, kind, o
}

// besides returns the text around the calls.
func (r *opened) besides() string {
	var b strings.Builder
	from := 0
	for k := range r.Calls {
		if span := r.Calls[k].Span; span.Start >= from { // otherwise it is within the previous one
			b.WriteString(r.File.Text[from:span.Start] + "\x00")
			from = span.End
		}
	}
	return b.String() + r.File.Text[from:]
}

// misread describes what is wrong with a text in which calls are written otherwise, or returns "". meant is the index of a call
// in JSON that is written as elements, and so runs: another one may run in its place now. It is -1 for none.
func (c *drawnCase) misread(was, is *opened, meant int) string {
	switch {
	case len(was.Calls) != len(is.Calls) && meant >= 0 && c.kind == document.JSON:
		return "" // a call that runs shows of which runtime a transcript is, and so what in it is a call
	case len(was.Calls) != len(is.Calls):
		return "it has other calls"
	case was.read.troubles() < is.read.troubles():
		return fmt.Sprintf("more is wrong with it: %v", codesOf(is))
	}
	for k := range was.Calls {
		x, y := &was.Calls[k], &is.Calls[k]
		a, b := x.Block(), y.Block()
		switch {
		case meant >= 0 && x.Span.Start <= was.Calls[meant].Span.Start && was.Calls[meant].Span.End <= x.Span.End: // or around it
			if k == meant && (b.Verdict().Outcome == xmlcall.Refused || y.By() == ByTool && y.Checked()) {
				return "the call is still refused"
			}
			continue
		case meant >= 0 && (y.Outcome() == Ignored || is.Calls[meant].Outcome() == Ignored):
			continue
		case !x.alike(y) || a.ToolName() != b.ToolName():
			return fmt.Sprintf("call %d does something else", k)
		}
		if got, want := c.values(b), c.values(a); got != want {
			return fmt.Sprintf("call %d gets %s, not %s", k, got, want)
		}
	}
	if meant >= 0 {
		return ""
	}
	return c.misrun(was.File, is.File)
}

// values describes what the tool of a call gets or, if it is not known, the values by the inference of ADR-0019.
func (c *drawnCase) values(b *xmlcall.Block) string {
	return fmt.Sprintf("%s %#v", b.ToolName(), c.Toolset().Of(b).Read(b).Arguments)
}

// misrun describes what the live runtime runs in the messages if it is something else, or returns "".
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
		return c.values(block)
	}
	messages := func(f *document.File) (list []string) {
		for i := range f.Segments {
			if seg := &f.Segments[i]; seg.Scope == document.Message {
				list = append(list, run(seg))
			}
		}
		return list
	}
	if before, after := messages(was), messages(is); !slices.Equal(before, after) {
		return fmt.Sprintf("the messages run %s, not %s", after, before)
	}
	return ""
}

// escaped describes what is wrong after escaping a mention that was read as a call, or
// returns "".
func escaped(was, is *opened, call int) string {
	left := map[string]int{} // the number of each block
	for i := range is.Calls {
		left[is.Calls[i].Block().Source()]++
	}
	for i := range was.Calls {
		if i != call {
			left[was.Calls[i].Block().Source()]--
		}
	}
	more := 0
	for source, n := range left {
		if n < 0 {
			return "a call is gone: " + source
		}
		more += n
	}
	block := was.Calls[call].Block()
	if left[block.Source()] > 0 || more > 1 || more == 1 && block.Envelope() == 0 {
		return "it is still a call, or there is another"
	}
	return ""
}

// escapedSpace matches white space, or a quote mark, in a string, or in a string in a
// string.
var escapedSpace = regexp.MustCompile(`\\+(?:[nrt]|u00(?:0[aAdD9]|20|3[eE]))`)

// unspaced returns a text without white space or its escapes in a string, and without
// the quote marks on each line.
func unspaced(text string, kind document.Kind) string {
	if kind == document.JSON || kind.Source() {
		text = escapedSpace.ReplaceAllString(text, "")
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '>' && kind != document.Reply {
			return -1
		}
		return r
	}, text)
}

// codesOf returns the rules of the findings.
func codesOf(r *opened) (codes []string) {
	for i := range r.Diagnostics {
		codes = append(codes, r.Diagnostics[i].Code)
	}
	return codes
}
