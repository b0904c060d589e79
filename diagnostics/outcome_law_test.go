package diagnostics_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/internal/test/cases"
	"github.com/entrhq/forge-lsp/internal/test/slips"
)

var (
	lawCases = flag.Int("law", 270, "how many spoiled calls, and how many mutated replies, TestOutcomeLaw draws")
	lawFrom  = flag.Uint64("law-from", 0, "the first case that TestOutcomeLaw draws")
)

// TestOutcomeLaw checks the first law: a call's outcome is altered, refused or ignored if and
// only if an error explains it: a finding of the call, or one of its reply that names it. A
// repaired call has a warning beside it.
func TestOutcomeLaw(t *testing.T) {
	law := newLaw(t)
	for _, c := range cases.Load(t, "assistant", "document") {
		kind := document.Reply
		if c.Kind == "document" {
			kind = document.Document
		}
		law.check(c.ID, c.Text, kind, diagnostics.Options{})
		law.check(c.ID+" without tools", c.Text, kind, diagnostics.NoTools())
		law.check(c.ID+" strict", c.Text, kind, diagnostics.Options{Profile: diagnostics.Strict})
		law.check(c.ID+" transition", c.Text, kind, diagnostics.Options{Profile: diagnostics.Transition})
	}
	for seed := *lawFrom; seed < *lawFrom+uint64(*lawCases); seed++ {
		c := slips.Draw(rand.New(rand.NewPCG(23, seed)))
		law.check(fmt.Sprintf("slips %d %v %s", seed, c.Slips, c.Around), c.Text, c.Kind, fixerOf(&c).options)
	}
	for seed := *lawFrom; seed < *lawFrom+uint64(*lawCases); seed++ {
		r := rand.New(rand.NewPCG(29, seed))
		c := slips.DrawSound(r)
		text := c.Text
		if r.IntN(4) == 0 {
			c = slips.Draw(r)
			text += "\n" + c.Text
		}
		law.check(fmt.Sprintf("bytes %d", seed), mutate(r, text), document.Reply, diagnostics.Options{Tools: c.Tools})
	}
	files := filetools.Of(map[string]string{"a.go": "one\ntwo\ntwo\n", "b/c.txt": "a < b\r\n"})
	for seed := *lawFrom; seed < *lawFrom+uint64(*lawCases); seed++ {
		r := rand.New(rand.NewPCG(31, seed))
		text := ""
		for range 1 + r.IntN(5)/3 {
			text += drawFileCall(r)
		}
		if r.IntN(3) == 0 {
			text = mutate(r, text)
		}
		law.check(fmt.Sprintf("files %d", seed), text, document.Reply, diagnostics.Options{Files: files})
	}
	law.end(20, diagnostics.Outcomes[:]...)
}

// drawFileCall returns a call about a file, which may not be there, or have other text.
func drawFileCall(r *rand.Rand) string {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	path := "<path>" + pick("a.go", "a.go", "b/c.txt", "b", "none", "../x", "", "a.go/b") + "</path>"
	edit := func() string {
		search := pick("one", "two", "two\ntwo", "three", "", "a &lt; b", "a & b", "<![CDATA[one]]>", "ONE", "a &amp;lt; b")
		return "<edit><search>" + search + "</search><replace>" + pick("two", "", "x & y", "one") + "</replace></edit>"
	}
	name, arguments := "apply_diff", path+"<edits>"+edit()
	for range r.IntN(3) {
		arguments += edit()
	}
	switch arguments += "</edits>"; r.IntN(8) {
	case 0:
		name, arguments = "write_file", path+"<content>x</content>"
	case 1, 2:
		name, arguments = "read_file", path+"<start_line>"+pick("0", "2", "9", "x")+"</start_line><end_line>"+pick("1", "2", "", "9")+"</end_line>"
	case 3:
		name, arguments = pick("list_files", "search_files"), path+"<pattern>x</pattern>"
	}
	return pick("", "", "<thinking>x</thinking>") + "<tool><server_name>local</server_name><tool_name>" + name + "</tool_name><arguments>" + arguments + "</arguments></tool>\n"
}

// mutate changes one to four bytes of a text, or moves pieces of it.
func mutate(r *rand.Rand, text string) string {
	b := []byte(text)
	for range 1 + r.IntN(3) {
		if len(b) == 0 {
			break
		}
		at := r.IntN(len(b))
		switch r.IntN(9) {
		case 0:
			b[at] = byte(r.IntN(256))
		case 1, 2, 3:
			const harmless = "abctool_ 019.,-'\"\n\t&"
			b[at] = harmless[r.IntN(len(harmless))]
		case 4:
			const likely = "<>/&;]![CDATA \n\"'=toolthinking\x00\x0b\xff-?"
			b[at] = likely[r.IntN(len(likely))]
		case 5:
			b = append(b[:at], b[min(len(b), at+1+r.IntN(8)):]...)
		case 6:
			pieces := [...]string{"<", "&", "]]>", "<![CDATA[", "</tool>", "<tool>", "<thinking>", "</thinking>", "</", "/>", "<!--", "-->", "<x>", "&lt;", "&#xD800;", "\v", "<tool_name>", "</arguments>", "<arguments>"}
			b = append(b[:at], append([]byte(pieces[r.IntN(len(pieces))]), b[at:]...)...)
		case 7:
			end := min(len(b), at+r.IntN(30))
			piece := append([]byte{}, b[at:end]...)
			to := r.IntN(len(b))
			b = append(b[:to], append(piece, b[to:]...)...)
		default:
			b = b[:at+1] // cut off
		}
	}
	return string(b)
}

type lawCheck struct {
	t      *testing.T
	counts map[string]int
	shown  map[string]int
}

func newLaw(t *testing.T) *lawCheck {
	return &lawCheck{t: t, counts: map[string]int{}, shown: map[string]int{}}
}

// end reports the exceptions, and the outcomes that fewer calls have than are asked for.
func (l *lawCheck) end(least int, of ...diagnostics.Outcome) {
	l.t.Logf("calls by outcome: %v", l.counts)
	for _, o := range of {
		if l.counts[o.String()] < least {
			l.t.Errorf("only %d calls are %v", l.counts[o.String()], o)
		}
	}
	for key, n := range l.shown {
		l.t.Errorf("%d × %s", n, key)
	}
}

func (l *lawCheck) check(what, text string, kind document.Kind, o diagnostics.Options) {
	o.Intended = diagnostics.IntendedNormal
	res := o.Opened(text, kind)
	explained := make([]string, len(res.Calls))
	warned := false // the repair can be due to another call of the reply
	for _, f := range res.Diagnostics {
		warned = warned || f.Severity <= diagnostics.Warning
		if f.Severity != diagnostics.Error || f.Call < 0 {
			continue
		}
		if !f.Reply {
			explained[f.Call] = f.Code
		}
		for _, r := range f.Related {
			for i := range res.Calls {
				if f.Reply || i != f.Call {
					if c := &res.Calls[i]; c.Span.Start == r.Span.Start {
						explained[i] = f.Code
					}
				}
			}
		}
	}
	for _, f := range res.Diagnostics {
		if f.Call < 0 || f.Reply {
			continue
		}
		c := &res.Calls[f.Call]
		for _, claim := range claims {
			if claim.words.MatchString(f.Note) && !claim.hold(c) && c.Outcome() != diagnostics.NoCall {
				l.exception(what, text, c.Span.Start, res.Diagnostics, fmt.Sprintf("%v (%s), and %s says %q", c.Outcome(), c.Detailed(), f.Code, f.Note))
			}
		}
	}
	for i := range res.Calls {
		c := &res.Calls[i]
		l.counts[c.Outcome().String()]++
		bad := c.Outcome() >= diagnostics.Altered
		if bad == (explained[i] != "") && (warned || c.Outcome() != diagnostics.Repaired) {
			continue
		}
		key := fmt.Sprintf("%v (%s) with the error %q", c.Outcome(), c.Why(nil), explained[i])
		if strings.HasPrefix(c.Why(nil), "XML syntax") {
			key = fmt.Sprintf("%v (XML syntax error) with the error %q", c.Outcome(), explained[i])
		}
		l.exception(what, text, c.Span.Start, res.Diagnostics, key)
	}
}

// claims are what notes say of what happens to their call, and whether that is so.
var claims = []struct {
	words *regexp.Regexp
	hold  func(c *diagnostics.Call) bool
}{
	{regexp.MustCompile(`(refuses|answers) (the|this|a) call|refuses both`), func(c *diagnostics.Call) bool { return c.Outcome() == diagnostics.Refused }},
	{regexp.MustCompile(`^The tool refuses`), func(c *diagnostics.Call) bool { return c.By() == diagnostics.ByTool }},
	{regexp.MustCompile(`runtime refuses (the|a) call|refuses both`), func(c *diagnostics.Call) bool { return c.By() == diagnostics.ByReader }},
	{regexp.MustCompile(`call runs|runs with`), func(c *diagnostics.Call) bool { return c.Outcome() <= diagnostics.Altered }},
	{regexp.MustCompile(`[Tt]he tool gets|^It is read as`), func(c *diagnostics.Call) bool {
		return c.Outcome() <= diagnostics.Altered || c.By() == diagnostics.ByTool && c.Checked()
	}},
	{regexp.MustCompile(`never runs`), func(c *diagnostics.Call) bool { return c.Outcome() == diagnostics.Ignored }},
}

// exception records an exception of the law, and shows the first ones.
func (l *lawCheck) exception(what, text string, at int, found []diagnostics.Diagnostic, key string) {
	if l.shown[key]++; l.shown[key] > 2 {
		return
	}
	var b strings.Builder
	for _, f := range found {
		fmt.Fprintf(&b, "    %d %v %s %s (%s) %v\n", f.Call, f.Severity, f.Code, f.Message, f.Note, f.Related)
	}
	l.t.Logf("%s: the call at %d: %s\n%s\n%s", what, at, key, b.String(), text[:min(len(text), 1500)])
}

// FuzzOutcome checks the first law for any reply and any document.
func FuzzOutcome(f *testing.F) {
	for _, c := range cases.Load(f, "assistant", "document") {
		if len(c.Text) < 4<<10 {
			f.Add(c.Text, c.Kind == "document")
		}
	}
	f.Fuzz(func(t *testing.T, text string, isDocument bool) {
		kind := document.Reply
		if isDocument {
			kind = document.Document
		}
		law := newLaw(t)
		law.check("text", text, kind, diagnostics.Options{})
		law.end(0)
	})
}
