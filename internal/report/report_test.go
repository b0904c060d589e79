package report

import (
	"bufio"
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/report/term"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

const reportedText = "<tool><server_name>local</server_name><tool_name>write_file</tool_name><arguments>\n" +
	"\t<path>日本 a & b</path><content>\nx < y\n</content></arguments></tool>\n"

// reported is the document of a real call, whose fixes can be proven, with
// findings that exercise everything in a report.
func reported() *diagnostics.Document {
	at := func(s string) xmlcall.Span {
		i := strings.Index(reportedText, s)
		return xmlcall.Span{Start: i, End: i + len(s)}
	}
	return diagnostics.Options{}.Open(text.New(reportedText), document.Reply).Reporting([]diagnostics.Diagnostic{
		{
			Code: "unescaped-ampersand", Severity: diagnostics.Warning, Message: "it is repaired", Note: "by the runtime",
			Related: []diagnostics.Related{{Span: at("x < y"), Message: "because of this"}},
			Fixes: []diagnostics.Fix{
				{Title: "Escape as &amp;", Edits: []diagnostics.Edit{{Span: at("&"), Text: "&amp;"}}},
				{Title: "Remove it", Edits: []diagnostics.Edit{{Span: at("&")}}},
			},
			Span: at("&"),
		},
		{Code: "raw-less-than", Severity: diagnostics.Error, Message: "it is \x1b[31mrefused", Span: at(" < ")},
	})
}

// shown returns what a format shows of a document.
func shown(t *testing.T, path string, d *diagnostics.Document, o *Settings) (string, File) {
	t.Helper()
	f := File{Path: path, Read: true}
	f.Describe(Found{Document: d, Writable: true}, o)
	return written(t, o, f), f
}

func written(t *testing.T, o *Settings, files ...File) string {
	t.Helper()
	var b bytes.Buffer
	out := bufio.NewWriter(&b)
	Write(out, files, o)
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func plain() *Settings { return &Settings{Format: "text", Style: term.NewStyle(false), Quiet: true} }

func TestReportAsText(t *testing.T) {
	const want = `a.md:2:13: warning[unescaped-ampersand]: it is repaired
   2 |     <path>日本 a & b</path><content>
     |                  ^
     note: by the runtime
     note: a.md:3:1: because of this
     help: Escape as &amp;
     help: Remove it

a.md:3:2: error[raw-less-than]: it is \x1b[31mrefused
   3 | x < y
     |  ^^^

`
	got, f := shown(t, "a.md", reported(), plain())
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if total := Sum([]File{f}); total.fixable != 1 || total.Worst != diagnostics.Error {
		t.Errorf("%d fixable, worst %v", total.fixable, total.Worst)
	}
}

// TestReportFixesCall checks that findings are counted that can be fixed only together.
func TestReportFixesCall(t *testing.T) {
	for content, want := range map[string]struct{ count, fixable int }{
		"a & b":                            {1, 1},
		"<p>if (a < b && c)</p><br>":       {3, 3},
		"<p>if (a < b && c)</p><br> &lt b": {4, 0}, // in doubt
		"a &lt b":                          {1, 0},
		"<script>a && b</script>\n</content>\n<x>": {3, 0},
	} {
		source := "<tool>\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>\n<arguments>\n<path>a</path>\n<content>" + content + "</content>\n</arguments>\n</tool>\n"
		d := diagnostics.Options{}.Open(text.New(source), document.Reply)
		_, f := shown(t, "a", d, plain())
		count, fixable := len(f.Findings), Sum([]File{f}).fixable
		if count != want.count || fixable != want.fixable {
			t.Errorf("%s: %d of %d findings can be fixed, want %+v", content, fixable, count, want)
		}
		fixed := d.Fixed(nil)
		n := 0
		for range fixed.Diagnostics() {
			n++
		}
		if count-n != fixable {
			t.Errorf("%s: %d are fixed of %d that can be", content, count-n, fixable)
		}
	}
}

// TestReportOfRepeatedFindings checks that findings with the same message on one line are shown as
// one, as far as they fit.
func TestReportOfRepeatedFindings(t *testing.T) {
	source := "a && b" + strings.Repeat(" ", 500) + "&\n&"
	var found []diagnostics.Diagnostic
	for i := range len(source) {
		if source[i] == '&' {
			found = append(found, diagnostics.Diagnostic{
				Code: "c", Severity: diagnostics.Error, Message: "m", Span: xmlcall.Span{Start: i, End: i + 1}, Call: -1,
			})
		}
	}
	got, f := shown(t, "a", diagnostics.Options{}.Open(text.New(source), document.Document).Reporting(found), plain())
	var headers []string
	for line := range strings.Lines(got) {
		if strings.HasPrefix(line, "a:") {
			headers = append(headers, strings.TrimSpace(line))
		}
	}
	want := []string{"a:1:3: error[c]: m (2 on this line)", "a:1:507: error[c]: m", "a:2:1: error[c]: m"}
	if !slices.Equal(headers, want) {
		t.Errorf("got %q\nwant %q", headers, want)
	}
	if n := Sum([]File{f}).Summary.Errors; n != 4 {
		t.Errorf("%d errors, want 4", n)
	}
}

// TestReportFixable checks that the number of fixable findings is not computed for very
// many findings, nor if it is not requested.
func TestReportFixable(t *testing.T) {
	for _, test := range []struct {
		calls       int
		kind        document.Kind
		wantFixable bool
		fixable     int
		some        bool
	}{
		{MaxProven, document.Reply, true, MaxProven, false},
		{MaxProven + 1, document.Reply, true, 0, true},
		{1, document.Reply, false, 0, false},
		// A document's example may be shorter than a call.
		{3, document.Document, true, 0, false},
		// If no finding has a fix, there is nothing to look for.
		{-MaxProven - 1, document.Reply, true, 0, false},
	} {
		source := strings.Repeat("<tool><tool_name>list_tags</tool_name><arguments></arguments></tool>\n", max(test.calls, 0))
		if test.calls < 0 {
			test.calls = -test.calls
			source = strings.Repeat("<tool>", test.calls)
		}
		d := diagnostics.Options{Rules: map[string]diagnostics.Level{"multiple-calls": diagnostics.Off}}.Open(text.New(source), test.kind)
		if n := len(slices.Collect(d.Diagnostics())); n != test.calls {
			t.Fatalf("%d findings, want one of each of %d calls", n, test.calls)
		}
		f := File{Path: "a", Read: true}
		f.Describe(Found{Document: d, Writable: test.wantFixable}, plain())
		if total := Sum([]File{f}); total.fixable != test.fixable || total.some != test.some {
			t.Errorf("%+v: got %d, %v", test, total.fixable, total.some)
		}
	}
}

func TestReportInColor(t *testing.T) {
	text, _ := shown(t, "a.md", reported(), &Settings{Format: "text", Style: term.NewStyle(true)})
	for _, part := range []string{"\x1b[1ma.md:2:13:", "\x1b[33;1mwarning[unescaped-ampersand]:", "\x1b[31;1m ^^^", "\x1b[36mnote:", "\x1b[32mhelp:"} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in %q", part, text)
		}
	}
}

func TestReportAsJSON(t *testing.T) {
	const want = `{"version":1,"files":[{"path":"a.md","findings":[` +
		`{"code":"unescaped-ampersand","severity":"warning","message":"it is repaired","notes":["by the runtime"],` +
		`"start":{"offset":99,"line":2,"column":13},"end":{"offset":100,"line":2,"column":14},` +
		`"fixes":[{"title":"Escape as &amp;","safe":true,"edits":[{"start":99,"end":100,"text":"&amp;"}]},` +
		`{"title":"Remove it","safe":false,"edits":[{"start":99,"end":100,"text":""}]}],"outcome":"refused","by":"reader",` +
		`"related":[{"message":"because of this","start":{"offset":119,"line":3,"column":1},"end":{"offset":124,"line":3,"column":6}}]},` +
		`{"code":"raw-less-than","severity":"error","message":"it is \u001b[31mrefused","notes":[],` +
		`"start":{"offset":120,"line":3,"column":2},"end":{"offset":123,"line":3,"column":5},"fixes":[],"outcome":"refused","by":"reader"}]}],` +
		`"summary":{"files":1,"calls":1,"outcomes":{"runs":0,"repaired":0,"altered":0,"refused":1,"ignored":0},"transcripts":0,"replies":0,"errors":1,"warnings":1,"informations":0,"hints":0}}` + "\n"
	if got, _ := shown(t, "a.md", reported(), &Settings{Format: "json"}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestSummary(t *testing.T) {
	counts := func(refused int, outcomes ...int) diagnostics.Summary {
		calls := diagnostics.Summary{RefusedByTool: refused}
		for i, n := range outcomes {
			calls.Outcomes[diagnostics.Outcomes[i]], calls.Calls = n, calls.Calls+n
		}
		return calls
	}
	native := counts(1994, 8006, 0, 0, 1994)
	native.Native = 1000
	tests := []struct {
		summary         Summary
		calls, findings string
	}{
		{Summary{}, "0 files, 0 calls", "no findings"},
		{Summary{Files: 1, Summary: counts(0, 1)}, "1 file, 1 call: all run as written", "no findings"},
		{
			Summary{Files: 3, Summary: counts(1, 4, 2, 1, 4, 1), Errors: 7, Warnings: 3},
			"3 files, 12 calls: 4 run, 2 repaired, 1 with data lost, 4 refused (1 by its tool), 1 never runs", "7 errors, 3 warnings",
		},
		{Summary{Files: 2, Summary: counts(0, 1, 1), Warnings: 1, Informations: 1, Hints: 2}, "2 files, 2 calls: 1 runs, 1 repaired", "1 warning, 1 information, 2 hints"},
		{
			Summary{Files: 10_000, Summary: native, Errors: 1994, Informations: 1000},
			"10,000 files, 10,000 calls: 8,006 run, 1,994 refused (1,994 by their tools); 1,000 native calls", "1,994 errors, 1,000 information",
		},
	}
	for _, test := range tests {
		if got := test.summary.describe(); got != test.calls {
			t.Errorf("calls %q, want %q", got, test.calls)
		}
		if got := test.summary.findings(); got != test.findings {
			t.Errorf("findings %q, want %q", got, test.findings)
		}
	}
}

// TestRepeats checks that what a rule reports with the same words is shown three times and counted, on a terminal only.
func TestRepeats(t *testing.T) {
	d := diagnostics.Options{}.Open(text.New(strings.Repeat("<tool></tool>\n", 20)+"<tool>"), document.Reply)
	for _, format := range []string{"text", "concise"} {
		for _, test := range []struct {
			terminal, all bool
			empty         int
			more          bool
		}{{true, false, 3, true}, {true, true, 20, false}, {false, false, 20, false}} {
			style := term.NewStyle(false)
			style.Terminal = test.terminal
			got, _ := shown(t, "a", d, &Settings{Format: format, Style: style, All: test.all})
			if n := strings.Count(got, "[empty-call]"); n != test.empty || strings.Contains(got, "and 17 more: --all\n") != test.more {
				t.Errorf("%s, %+v: %d are shown\n%s", format, test, n, got)
			}
			if !strings.Contains(got, "[unclosed-call]") {
				t.Errorf("%s, %+v: what is told once is not shown\n%s", format, test, got)
			}
		}
	}
}

// TestSuggestions checks that the suggestions that --fix does not apply are told once, at the end.
func TestSuggestions(t *testing.T) {
	call := func(path string) string {
		return "<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n<arguments><path>" + path + "</path></arguments>\n</tool>\n"
	}
	for source, want := range map[string]string{
		call("a &lt b"): "(1 has suggestions: open the file in an editor, or see --format json)\n",
		call("a & b"):   "(1 can be fixed with --fix)\n",
	} {
		got, _ := shown(t, "a", diagnostics.Options{}.Open(text.New(source), document.Reply), &Settings{Format: "text", Style: term.NewStyle(false)})
		if !strings.HasSuffix(got, want) {
			t.Errorf("%s: %s", source, got)
		}
	}
}
