package diagnostics

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var refactorCount = flag.Uint64("refactorings", 230, "how many texts TestRefactorings rewrites")

// TestRefactorings checks that after each refactoring the call runs with the same values,
// that everything else is unchanged, and that the same one is not offered again.
//
//	go test ./diagnostics -run TestRefactorings -refactorings 100000
//
// runs more cases.
func TestRefactorings(t *testing.T) {
	source := editSource(t)
	done := map[string]int{}
	for seed := range *refactorCount {
		r := rand.New(rand.NewPCG(seed, 16))
		before, kind, o := drawText(source, r, int(seed%10))
		if r.IntN(3) == 0 {
			o = NoTools()
		}
		was := o.run(before, kind)
		for k := range was.Calls {
			c := &was.Calls[k]
			if fix := was.EscapeMention(k, c.Span.Start); fix != nil {
				done["mention"]++
				text := Apply(before, fix.Edits)
				if why := escaped(was, o.run(text, kind), k); why != "" {
					t.Fatalf("seed %d, %v, escaped at %d: %s\n%q\nbecame\n%q", seed, kind, c.Span.Start, why, before, text)
				}
			}
			at := c.Span.Start + r.IntN(c.Span.Len()+1)
			for _, fix := range was.Refactorings(k, at) {
				done[family(fix.Title)]++
				text := Apply(before, fix.Edits)
				if why := refactored(was, o.run(text, kind), k, fix); why != "" {
					t.Fatalf("seed %d, %v, %s at %d: %s\n%q\nbecame\n%q", seed, kind, fix.Title, at, why, before, text)
				}
			}
		}
	}
	for _, want := range []string{"escapes", "CDATA", "all escapes", "all CDATA", "elements", "mention"} {
		if done[want] < int(*refactorCount/200) {
			t.Errorf("%s: %d times", want, done[want])
		}
	}
	t.Logf("%v", done)
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

// family returns the kind of refactoring for a title.
func family(title string) string {
	words := strings.Fields(title)
	last := words[len(words)-1]
	if slices.Contains(words, "all") {
		return "all " + last
	}
	return last
}

// refactored describes what is wrong after a refactoring of a call, or returns "".
func refactored(was, is *opened, call int, fix Fix) string {
	if len(was.Calls) != len(is.Calls) {
		return "there are other calls"
	}
	for k := range was.Calls {
		a, b := was.Calls[k].Block(), is.Calls[k].Block()
		if around := was.Calls[k].Span; k != call && around.Start <= was.Calls[call].Span.Start && was.Calls[call].Span.End <= around.End &&
			a.Verdict().Outcome == xmlcall.Refused && b.Verdict().Outcome == xmlcall.Refused {
			continue // the intent of a call around it, which does not run, contains the call
		}
		if a.Verdict().Outcome == xmlcall.Refused && k == call {
			if b.Verdict().Outcome == xmlcall.Refused {
				return "the call is still refused"
			}
			continue
		}
		tool := was.options.Toolset().Of(a)
		got, want := fmt.Sprint(valuesOf(b)), fmt.Sprint(valuesOf(a))
		if tool != nil {
			got, want = fmt.Sprintf("%#v", tool.Read(b).Arguments), fmt.Sprintf("%#v", tool.Read(a).Arguments)
		}
		if k == call && strings.HasSuffix(fix.Title, "elements") {
			if is.Calls[k].By() == ByTool && is.Calls[k].Checked() {
				return "the tool refuses the call"
			}
			continue
		}
		if got != want {
			return fmt.Sprintf("call %d has other values: %s", k, got)
		}
		if !was.Calls[call].Read() && (is.Calls[k].Outcome() == Ignored || is.Calls[call].Outcome() == Ignored) {
			continue // the reply is read further now: the rewritten call runs in place of this one, or this one in its place
		}
		if a.ToolName() != b.ToolName() || !was.Calls[k].alike(&is.Calls[k]) {
			return fmt.Sprintf("call %d does something else", k)
		}
	}
	for _, again := range is.Refactorings(call, fix.Edits[0].Span.Start) {
		if again.Title == fix.Title {
			return "it is offered again"
		}
	}
	return ""
}

// valuesOf returns the values of a call by the inference of ADR-0019.
func valuesOf(b *xmlcall.Block) map[string]any {
	if v, ok := b.Decode(); ok {
		return v.Infer()
	}
	return nil
}

// TestNoRefactoring checks that unproven refactorings are not offered.
func TestNoRefactoring(t *testing.T) {
	for name, content := range map[string]string{
		"a section cannot end the call":     `a &lt;/tool&gt; b &amp; c`,
		"a section reads a carriage return": `a&#13;&amp;`,
		"markup would be lost":              `a<b>c &amp;</b>`,
		"nothing to write differently":      `abc`,
	} {
		text := "<tool>\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>\n<arguments>\n<path>a</path>\n<content>" + content + "</content>\n</arguments>\n</tool>"
		r := Options{}.run(text, document.Reply)
		for _, fix := range r.Refactorings(0, strings.Index(text, content)) {
			t.Errorf("%s: %s", name, fix.Title)
		}
	}
}

// TestRefactorRefused checks that JSON is not offered as elements as long as the call is refused for
// another reason.
func TestRefactorRefused(t *testing.T) {
	call := callTo("read_file", `{"path": "a"}`)
	for text, want := range map[string]int{
		call: 1, strings.Replace(call, "</server_name>", "</servr_name>", 1): 0, strings.Replace(call, "</tool_name>", "<tool_name>", 1): 0,
	} {
		if got := run(text, document.Reply).Refactorings(0, 1); len(got) != want {
			t.Errorf("%q: %+v, want %d", text, got, want)
		}
	}
}

// TestRefactorOthers checks that all values of a call are wrapped but those that CDATA cannot hold.
func TestRefactorOthers(t *testing.T) {
	for _, content := range []string{"a &lt;/tool&gt;", "a &amp;&#13;b", "a &amp;&#xD;&#xA;b", "&lt;thinking&gt;a&lt;/thinking&gt;"} {
		r := run(callTo("write_file", "<path>a &amp; b</path><content>"+content+"</content>"), document.Reply)
		want := map[string]string{"Wrap all values of the call in CDATA": "<![CDATA[a & b]]>"}
		for _, fix := range r.Refactorings(0, 1) {
			if text, ok := want[fix.Title]; !ok || len(fix.Edits) != 1 || fix.Edits[0].Text != text {
				t.Errorf("%s: %+v", content, fix)
			}
			delete(want, fix.Title)
		}
		if len(want) > 0 {
			t.Errorf("%s: %v is not offered", content, want)
		}
	}
}
