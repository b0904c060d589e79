package diagnostics

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestReadDirective checks the parts of a directive: its word, its rules, and where one can be added.
func TestReadDirective(t *testing.T) {
	type parts struct {
		Verb      verb
		Word, End string // the word, and all up to where a name is added
		Rules     []string
	}
	for text, want := range map[string]*parts{
		"forge-lsp-disable-next-call":                       {nextCall, "forge-lsp-disable-next-call", "forge-lsp-disable-next-call", nil},
		"forge-lsp-disable-file a,b , c":                    {wholeFile, "forge-lsp-disable-file", "forge-lsp-disable-file a,b , c", []string{"a", "b", "c"}},
		" forge-lsp-disable\ta -- b c":                      {region, "forge-lsp-disable", " forge-lsp-disable\ta", []string{"a"}},
		"forge-lsp-enable--why not":                         {enable, "forge-lsp-enable", "forge-lsp-enable", nil},
		"forge-lsp-enable a--why":                           {enable, "forge-lsp-enable", "forge-lsp-enable a", []string{"a"}},
		"forge-lsp-disable , -- ":                           {region, "forge-lsp-disable", "forge-lsp-disable", nil},
		"forge-lsp-disable-call a":                          {unknownVerb, "forge-lsp-disable-call", "forge-lsp-disable-call a", []string{"a"}},
		"forge-lsp-enables a":                               {unknownVerb, "forge-lsp-enables", "forge-lsp-enables a", []string{"a"}},
		"forge-lsp-disabled":                                {unknownVerb, "forge-lsp-disabled", "forge-lsp-disabled", nil},
		"forge-lsp-disable-next-call raw-less-than unknown": {nextCall, "forge-lsp-disable-next-call", "forge-lsp-disable-next-call raw-less-than unknown", []string{"raw-less-than", "unknown"}},
		"forge-lsp":       nil,
		"forge-lsp check": nil,
	} {
		const before = "x <!--"
		file := before + text + "-->"
		d, ok := readDirective(file, document.Directive{
			Span: xmlcall.Span{Start: 2, End: len(file)}, Text: xmlcall.Span{Start: len(before), End: len(before) + len(text)},
		})
		if ok != (want != nil) {
			t.Errorf("%q: a directive %v", text, ok)
		}
		if !ok || want == nil {
			continue
		}
		got := parts{d.verb, file[d.word.Start:d.word.End], strings.TrimPrefix(file[:d.add("").Span.Start], before), nil}
		for _, r := range d.rules {
			if d.ofAll() {
				break
			}
			if r.code != file[r.span.Start:r.span.End] {
				t.Errorf("%q: rule %q is %q", text, r.code, file[r.span.Start:r.span.End])
			}
			got.Rules = append(got.Rules, r.code)
		}
		if diff := cmp.Diff(*want, got); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
		if d.at != 2 || d.span.End != len(file) || d.rules[0].used {
			t.Errorf("%q: %+v", text, d)
		}
		after := Apply(file, []Edit{d.add("x")})
		if after != before+got.End+" x"+strings.TrimPrefix(file, before+got.End) {
			t.Errorf("%q with one more name: %q", text, after)
		}
	}
}

// TestRegionInCall checks that a region that starts in a comment of a call includes what is reported at
// the start of the call.
func TestRegionInCall(t *testing.T) {
	const tag, rest = "<tool>", "<tool_name>list_tags</tool_name></tool>"
	for directive, want := range map[string]int{"": 0, "<!-- forge-lsp-disable -->": 2, "<!-- forge-lsp-disable missing-server-name -->": 1, "<!-- forge-lsp-disable raw-less-than -->": 0} {
		res := run(tag+directive+rest, document.Reply)
		if res.Suppressed() != want {
			t.Errorf("%q: %d are suppressed, want %d: %+v", directive, res.Suppressed(), want, res.Diagnostics)
		}
	}
}

// TestProveDirective checks that an edit of a directive is safe only if it changes no other finding, and
// something is less wrong with the directives.
func TestProveDirective(t *testing.T) {
	const before, end = "<!-- forge-lsp-disable-file ", " -->\n"
	const call = "<tool><server_name>local</server_name><tool_name>x</tool_name><arguments><a>&</a></arguments></tool>\n"
	for _, test := range []struct {
		was, is string
		want    bool
	}{
		{"unescaped-ampersand raw-less-than", "unescaped-ampersand", true},
		{"unescaped-ampersand raw-less-than", "raw-less-than", false},
		{"unescaped-ampersand raw-less-than", "unknown-tool", false}, // as many are suppressed
		{"unescaped-ampersand raw-less-than", "unescaped-ampersand unknown-tool", false},
		{"unescaped-ampersand raw-less-than", "unescaped-ampersand raw-less-than -- why", false},
		{"unescaped-ampersand raw-less-than", "unescaped-ampersand --" + end + call + "<!--", false},
		{"unescaped-ampersand unknown-tool", "unescaped-ampersand unknown-tool -- why", false},
	} {
		res := run(before+test.was+end+call, document.Document)
		edit := Edit{Span: xmlcall.Span{Start: len(before), End: len(before) + len(test.was)}, Text: test.is}
		if got := res.Document.provesDirectives([]Edit{edit}, 1, scope{}); got != test.want {
			t.Errorf("%q to %q: safe %v", test.was, test.is, got)
		}
	}
}

// TestDirectivesAtTheEnd checks that directives after the last finding have the same effect in a text
// that is read in parts.
func TestDirectivesAtTheEnd(t *testing.T) {
	small(t, 1, 100)
	for _, end := range []string{"# forge-lsp-enable\n", "# forge-lsp-enable raw-less-than\n", "# forge-lsp-disable\n", "# forge-lsp-disable-next-call\n", "# forge-lsp-disable-file\n"} {
		checkDocument(t, Options{}.Open(text.New("# forge-lsp-disable\n"+badCall+"\nWords.\n\n"+end+"\nWords.\n\n"+plainCall), document.Document))
	}
}
