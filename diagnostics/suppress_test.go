package diagnostics

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
)

// TestSuppress checks which findings remain, by line and code, and how many are
// suppressed.
func TestSuppress(t *testing.T) {
	// Each has unknown-tool and unescaped-ampersand.
	call := "<tool><server_name>local</server_name><tool_name>x</tool_name><arguments><a>&</a></arguments></tool>\n"
	for _, test := range []struct {
		name, text string
		left       int
		suppressed int
	}{
		{"none", call, 2, 0},
		{"next call", "<!-- forge-lsp-disable-next-call unknown-tool -->\n" + call + call, 3, 1},
		{"all of the next call", "<!-- forge-lsp-disable-next-call -->\n" + call + call, 2, 2},
		{"two for one call", "<!-- forge-lsp-disable-next-call unknown-tool -->\n// forge-lsp-disable-next-call unescaped-ampersand\n" + call, 0, 2},
		{"next call behind text", "<!-- forge-lsp-disable-next-call -- why -->\n\ntext\n\n" + call, 0, 2},
		{"region", call + "<!-- forge-lsp-disable unknown-tool -->\n" + call + call + "<!-- forge-lsp-enable -->\n" + call, 6, 2},
		{"region to the end", call + "# forge-lsp-disable\n" + call + call, 2, 4},
		{"enable one", "# forge-lsp-disable unknown-tool unescaped-ampersand\n" + call + "# forge-lsp-enable unknown-tool\n" + call, 1, 3},
		{"file", call + "[//]: # (forge-lsp-disable-file unknown-tool -- known elsewhere)\n" + call, 2, 2},
		{"the nearest is the one that is used", "# forge-lsp-disable-file\n" + call + "# forge-lsp-disable-next-call\n" + call, 0, 4},
		{"what is not used", "# forge-lsp-disable-next-call raw-less-than\n" + call, 3, 0},
		{"not itself", "# forge-lsp-disable-file unused-directive\n" + call, 3, 0},
		{"behind the last call", call + "# forge-lsp-disable-next-call\n", 3, 0},
		{"in a value", strings.Replace(call, "&", "<![CDATA[\n# forge-lsp-disable-file\n]]>", 1), 1, 0},
		{"in a comment of the call", strings.Replace(call, "<tool_name>", "<!-- forge-lsp-disable-next-call -->\n<tool_name>", 1) + call, 2, 2},
	} {
		for _, kind := range []document.Kind{document.Document, document.Reply} {
			o := Options{Rules: map[string]Level{"multiple-calls": Off}}
			res := o.run(test.text, kind)
			if len(res.Diagnostics) != test.left || res.Suppressed() != test.suppressed {
				t.Errorf("%s, %s: %d left, %d suppressed; want %d, %d\n%+v", test.name, kind, len(res.Diagnostics), res.Suppressed(), test.left, test.suppressed, res.Diagnostics)
			}
		}
	}
}

// TestLastName checks that no fix leaves a directive without the names that it had.
func TestLastName(t *testing.T) {
	text := "<!-- forge-lsp-disable-file raw-less-than invalid-utf8 -->\n" + badCall
	if got := FixAll(text, document.Document, func(f *Diagnostic) bool { return f.Code == "unused-directive" }); got != badCall {
		t.Errorf("got %q", got)
	}
	if got := (Options{Rules: map[string]Level{"unused-directive": Off}}).fixAll(text, document.Document, nil); !strings.HasPrefix(got, "<!--") {
		t.Errorf("got %q", got)
	}
}

// TestRemoveDirective checks what is removed with a directive that suppresses nothing: its line, if
// there is nothing else on it, also at the end of the text.
func TestRemoveDirective(t *testing.T) {
	const directive = "<!-- forge-lsp-disable-next-call -->"
	for text, want := range map[string]string{
		directive: "", "a\n" + directive: "a\n", "a\n  " + directive: "a\n", "a\n  " + directive + "  ": "a\n", "a\n> " + directive + "\n> b\n": "a\n> b\n",
		"a\n  " + directive + "\nb\n": "a\nb\n", "a\r\n" + directive + "\r\nb": "a\r\nb", "a\n  " + directive + " b": "a\n   b", "a " + directive: "a ", "\ufeff" + directive + "\na": "\ufeffa",
		"- " + directive + "\n  a\n": "- a\n",
	} {
		res := run(text, document.Reply)
		if len(res.Diagnostics) != 1 || len(res.Diagnostics[0].Fixes) != 1 {
			t.Errorf("%q: %+v", text, res.Diagnostics)
		} else if got := Apply(text, res.Diagnostics[0].Fixes[0].Edits); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

// checkDisables checks that the directive for the one finding of a text leads to another text, which has none.
func checkDisables(t *testing.T, text string, kind document.Kind, comments document.Comments, want string) {
	t.Helper()
	res := run(text, kind)
	if len(res.Diagnostics) != 1 {
		t.Fatalf("%q: %+v", text, res.Diagnostics)
	}
	fix, ok := res.DisableFix(&res.Diagnostics[0], comments)
	if got := Apply(text, fix.Edits); !ok || got != want {
		t.Errorf("%t, %q, want %q", ok, got, want)
	}
	if left := run(want, kind).Diagnostics; len(left) != 0 {
		t.Errorf("%q: %+v", want, left)
	}
}

// TestDisableFixIndented checks that none is offered if the line before a call would change how far the
// call is indented, which can only be where lines have different ends.
func TestDisableFixIndented(t *testing.T) {
	call := strings.ReplaceAll(callTo("read_file", "<path>${FILE}</path>"), "\n", "\n      ")
	for before, want := range map[string]bool{"- a\r  \n      ```\r      ": false, "- a\n\n      ": true} {
		res := run(before+strings.TrimRight(call, " "), document.Document)
		if len(res.Diagnostics) != 1 {
			t.Fatalf("%q: %+v", before, res.Diagnostics)
		}
		if fix, ok := res.DisableFix(&res.Diagnostics[0], document.HTMLComments); ok != want {
			t.Errorf("%q: %+v", before, fix)
		}
	}
}

// TestDisableFixAdds checks that a rule is added to the directive that a call has, and that none is
// offered after an unclosed call, of which the line would become a part.
func TestDisableFixAdds(t *testing.T) {
	const call = "<tool><server_name>local</server_name><tool_name>x</tool_name><arguments><a>&</a></arguments></tool>\n"
	const open = "<tool>\n<server_name>local</server_name>\n<tool_name>list_tags</tool_name>\n<arguments>\n"
	for text, want := range map[string]string{
		"<!-- forge-lsp-disable-next-call unknown-tool -- why -->\n" + call:        "<!-- forge-lsp-disable-next-call unknown-tool unescaped-ampersand -- why -->\n" + call,
		call + "<!-- forge-lsp-disable-next-call unknown-tool -->\n" + call:        call + "<!-- forge-lsp-disable-next-call unknown-tool unescaped-ampersand -->\n" + call,
		"`x`: <tool> <server_name>local</server_name> a\n\n" + open:                "",
		"`x`: <tool> <server_name>local</server_name> a\n\n" + call + "\n" + call:  "`x`: <tool> <server_name>local</server_name> a\n\n" + call + "\n<!-- forge-lsp-disable-next-call unescaped-ampersand -->\n" + call,
		"<!-- forge-lsp-disable-next-call unknown-tool -->\n" + call + "\n" + call: "<!-- forge-lsp-disable-next-call unknown-tool -->\n" + call + "\n<!-- forge-lsp-disable-next-call unescaped-ampersand -->\n" + call,
	} {
		res, got := run(text, document.Document), ""
		last := len(res.Diagnostics) - 1
		for last > 0 && res.Diagnostics[last].Code != "unescaped-ampersand" && res.Diagnostics[last].Code != "unclosed-call" {
			last--
		}
		if fix, ok := res.DisableFix(&res.Diagnostics[last], document.HTMLComments); ok {
			got = Apply(text, fix.Edits)
		}
		if got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

var suppressionCount = flag.Uint64("suppressions", 100, "how many texts TestDisableFixes suppresses findings of")

// TestDisableFixes checks that a fix that disables a rule for a call suppresses its findings about
// the call and nothing else, and that no call changes, in texts of all kinds.
//
//	go test ./diagnostics -run TestDisableFixes -suppressions 100000
//
// runs more cases.
func TestDisableFixes(t *testing.T) {
	source := editSource(t)
	offered, refused := map[document.Kind]int{}, map[document.Kind]int{}
	for seed := range *suppressionCount {
		c := drawCase(source, rand.New(rand.NewPCG(seed, 41)))
		was := c.run(c.before, c.kind)
		for i := range min(len(was.Diagnostics), 8) {
			f := &was.Diagnostics[i]
			fix, ok := was.DisableFix(f, document.HTMLComments)
			if !ok {
				refused[c.kind]++
				continue
			}
			offered[c.kind]++
			after := Apply(c.before, fix.Edits)
			is := c.run(after, c.kind)
			if why := disabled(was, is, f, fix.Edits[0].Span.Start); why != "" {
				t.Fatalf("seed %d, %v, %s at %v: %s\n%q\nbecame\n%q", seed, c.kind, f.Code, f.Span, why, c.before, after)
			}
		}
	}
	t.Logf("offered %v, refused %v", offered, refused)
	for _, kind := range []document.Kind{document.Document, document.Reply, document.Go} {
		if offered[kind] < int(*suppressionCount/8) {
			t.Errorf("in a %v %d are offered", kind, offered[kind])
		}
	}
}

// disabled describes what is wrong after the rule of a finding was disabled for its call by an edit at
// an offset, or returns "".
func disabled(was, is *opened, f *Diagnostic, at int) string {
	if !slices.EqualFunc(was.Calls, is.Calls, func(a, b Call) bool {
		commented := a.Span.Start < at && at < a.Span.End // the directive is a comment of this call
		return (commented || a.Source() == b.Source()) && a.outcome == b.outcome
	}) {
		return "there are other calls"
	}
	others := func(r *opened) (list []string) {
		for i := range r.Diagnostics {
			if d := &r.Diagnostics[i]; d.Code != unusedDirective && (d.Call != f.Call || d.Code != f.Code) {
				list = append(list, fmt.Sprint(d.Code, " ", d.Call, " ", d.Message))
			}
		}
		slices.Sort(list)
		return list
	}
	if a, b := others(was), others(is); !slices.Equal(a, b) {
		return fmt.Sprintf("the other findings were %q and are %q", a, b)
	}
	for i := range is.Diagnostics {
		if d := &is.Diagnostics[i]; d.Call == f.Call && d.Code == f.Code {
			return "it is still reported"
		}
	}
	return ""
}
