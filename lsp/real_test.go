package lsp

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/ls"
	"github.com/entrhq/forge-lsp/internal/test/cases"
	"github.com/entrhq/forge-lsp/internal/test/wire"
)

const realText = "Intro 😀\n\n<tool>\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>\n<arguments>\n<path>😀 a&b.txt</path>\n" +
	"<content>x && y</content>\n</arguments>\n</tool>\n"

// TestDisable checks that the last action for a finding disables its rule: the comment
// that it writes suppresses the finding, and a second name goes into the same comment.
func TestDisable(t *testing.T) {
	c := start(t, Config{}, `{}`)
	text := "> 1. ```xml\n>    <tool><server_name>local</server_name><tool_name>x</tool_name><arguments><a>&</a></arguments></tool>\n>    ```\n"
	c.open(aURI, 1, text)
	for i, code := range []string{"unescaped-ampersand", "unknown-tool"} {
		as := c.actions(wire.RangeJSON(0, 0, 9, 0), `,"only":["quickfix"]`)
		a := find(t, as, "Disable "+code+" for this call")
		if a.IsPreferred || len(a.Diagnostics) != 1 {
			t.Errorf("got %s", a.raw)
		}
		text = a.Edit.apply(text)
		c.Change(aURI, i+2, wire.Whole(text))
	}
	want := "> 1. <!-- forge-lsp-disable-next-call unescaped-ampersand unknown-tool -->\n>    ```xml\n"
	if !strings.HasPrefix(text, want) {
		t.Errorf("got %q", text)
	}
	if found := c.AwaitVersion(aURI, 3).Diagnostics; len(found) != 0 {
		t.Errorf("got %+v", found)
	}
}

// TestPlaceholders checks that one placeholder per call is reported.
func TestPlaceholders(t *testing.T) {
	const uri = "file:///a.md.j2"
	call := "<tool>\n<server_name>local</server_name>\n<tool_name>{{ a }}</tool_name>\n<arguments><path>{{ b }} & c</path></arguments>\n</tool>\n"
	c := start(t, Config{}, `{}`)
	c.open(uri, 1, call+"\n"+call)
	found := c.AwaitVersion(uri, 1).Diagnostics
	if s := ranges(found); s != "2:11-2:18 3:25-3:26 8:11-8:18 9:25-9:26" {
		t.Errorf("%s: %+v", s, found)
	}
}

// TestOutcomes checks that each place that shows what happens to a call has the same word for it,
// and none shows what is not a call.
func TestOutcomes(t *testing.T) {
	c := connect(t, Config{})
	c.initializeWith(`"capabilities":` + ableClient)
	for _, text := range cases.Outcomes(t) {
		t.Run(text.File, func(t *testing.T) {
			o := told{testClient: c, T: t, uri: "file:///" + text.File, text: text.Text}
			c.Open(o.uri, languageOf(text.File), 1, text.Text)
			defer c.Notify("textDocument/didClose", o.params(""))
			var words, worse, notes []string
			counts := map[string]int{}
			for _, call := range text.Calls {
				at := fmt.Sprintf("%d: %s", call.Line, wordsOf(call.Outcome))
				words, notes = append(words, at), append(notes, strings.TrimSpace(at+" "+call.By))
				if call.Outcome != "runs" {
					worse = append(worse, at)
				}
				counts[call.Outcome]++
			}
			for what, got := range map[string][]string{
				"forge/calls": o.rows(), "forge/received": o.received(text.Calls),
			} {
				if diff := cmp.Diff(notes, got); diff != "" {
					t.Errorf("%s (-want +got):\n%s", what, diff)
				}
			}
			if diff := cmp.Diff(words, o.hovers(text.Calls)); diff != "" {
				t.Errorf("hover (-want +got):\n%s", diff)
			}
			for what, got := range map[string][]string{
				"code lens": o.lenses(), "document symbols": o.outline(),
			} {
				if diff := cmp.Diff(worse, got); diff != "" {
					t.Errorf("%s (-want +got):\n%s", what, diff)
				}
			}
			o.summary(counts)
		})
	}
}

// wordsOf returns the words for an outcome.
func wordsOf(outcome string) string {
	i := slices.IndexFunc(diagnostics.Outcomes[:], func(o diagnostics.Outcome) bool { return o.String() == outcome })
	return diagnostics.Outcomes[i].Words()
}

// told is what is told about an open text. Each list has "LINE: WORDS".
type told struct {
	*testClient
	*testing.T
	uri, text string
}

func (o *told) params(members string) string {
	return fmt.Sprintf(`{"textDocument":{"uri":%s}%s}`, wire.Quote(o.uri), members)
}

// at returns the parameters for the start of a call.
func (o *told) at(call cases.OutcomeCall) string {
	return o.params(fmt.Sprintf(`,"position":{"line":%d,"character":0}`, call.Line-1))
}

// noted returns the line of a call and its words, where all that reports its outcome agrees.
func (o *told) noted(c *callItem) string {
	words := wordsOf(c.Outcome)
	if short := strings.TrimPrefix(words, "runs"); !strings.HasPrefix(c.Text, words) || c.Short != short || c.AsMeant != (c.Outcome == "runs" || c.Outcome == "repaired") {
		o.Errorf("%+v", c)
	}
	if (c.Reason == "") != (c.Outcome == "runs") || (c.Problem == nil) != (c.Outcome == "runs") {
		o.Errorf("%s as %q", c.Outcome, c.Reason)
	}
	return strings.TrimSpace(fmt.Sprintf("%d: %s %s", c.Range.Start.Line+1, words, c.By))
}

func (o *told) rows() (all []string) {
	var w callWindow
	o.Result("forge/calls", o.params(""), &w)
	for _, r := range w.List {
		all = append(all, o.noted(r.Call))
	}
	return all
}

func (o *told) received(calls []cases.OutcomeCall) (all []string) {
	for _, call := range calls {
		var r ls.Received
		o.Result("forge/received", o.at(call), &r)
		words := wordsOf(r.Outcome)
		if r.Tool != call.Tool || len(r.Verdicts) == 0 || !strings.HasPrefix(strings.ToLower(r.Verdicts[0]), words) {
			o.Errorf("%+v", r)
		}
		withheld := call.Outcome == "refused" || call.Outcome == "ignored"
		if withheld != strings.HasPrefix(r.Heading, "The tool receives nothing") && len(r.Values) > 0 && call.Tool != "open_file" {
			o.Errorf("%s of a call that is %s", r.Heading, words)
		}
		all = append(all, strings.TrimSpace(fmt.Sprintf("%d: %s %s", call.Line, words, r.By)))
	}
	return all
}

func (o *told) hovers(calls []cases.OutcomeCall) (all []string) {
	for _, call := range calls {
		var found struct{ Contents struct{ Value string } }
		o.Result("textDocument/hover", o.at(call), &found)
		first, _, _ := strings.Cut(strings.TrimPrefix(found.Contents.Value, "- "), "\n")
		word, _, _ := strings.Cut(first, ":")
		word, _, _ = strings.Cut(word, " by ")
		all = append(all, fmt.Sprintf("%d: %s", call.Line, strings.ToLower(word)))
	}
	return all
}

func (o *told) lenses() (all []string) {
	var lenses []wireLens
	o.Result("textDocument/codeLens", o.params(""), &lenses)
	for _, l := range lenses {
		if l.Command == nil || l.Command.Command != commandShowProblem {
			continue
		}
		word, _, _ := strings.Cut(l.Command.Title, ":")
		all = append(all, fmt.Sprintf("%d: %s", l.Range.Start.Line+1, word))
	}
	return all
}

func (o *told) outline() (all []string) {
	var symbols []wireSymbol
	o.Result("textDocument/documentSymbol", o.params(""), &symbols)
	for _, s := range symbols {
		words := s.Detail
		if i := strings.LastIndex(s.Detail, ", "); i >= 0 {
			words = s.Detail[i+2:]
		}
		if !strings.Contains(words, ".") && words != "" { // it is not what the call is about
			all = append(all, fmt.Sprintf("%d: %s", s.Range.Start.Line+1, words))
		}
	}
	return all
}

// summary checks the counts, and the words of the status and of the headline.
func (o *told) summary(counts map[string]int) {
	var s ls.Summary
	o.Result("forge/summary", o.params(""), &s)
	sum := 0
	for _, by := range diagnostics.Outcomes {
		outcome, n := by.String(), s.Outcomes[by]
		if sum += n; n != counts[outcome] {
			o.Errorf("%d are %s, want %d", n, outcome, counts[outcome])
		}
		words := wordsOf(outcome)
		for text, mention := range map[string]string{s.Text: words, s.Line: words, s.Details: words + "**"} {
			if outcome != "runs" && strings.Contains(text, mention) != (n > 0) {
				o.Errorf("%d are %s: %s", n, outcome, text)
			}
		}
	}
	worst := ""
	switch {
	case counts["altered"]+counts["refused"]+counts["ignored"] > 0:
		worst = "error"
	case counts["repaired"] > 0:
		worst = "warning"
	}
	if s.Worst != worst || s.Calls != sum {
		o.Errorf("%s: %+v", path.Base(o.uri), s)
	}
}
