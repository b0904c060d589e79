package diagnostics

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
)

const badCall = "<tool><server_name>local</server_name><tool_name>converse</tool_name><arguments><message>a & b</message></arguments></tool>\n"

// TestIntended checks which texts introduce a block as a bad example, and which do not.
func TestIntended(t *testing.T) {
	fence := "```xml\n" + badCall + "```\n"
	for _, test := range []struct {
		text string
		want string // for each call: i for intended, n for not
	}{
		{"❌ WRONG:\n" + fence, "i"},
		{"**❌**\n\n" + fence, "i"},
		{"Incorrect:\n\n" + fence + "\nCORRECT:\n\n" + fence, "in"},
		{"## Bad\n\n" + fence + "\n### Good\n\n" + fence, "in"},
		{"## Bad\n\nThis is correct:\n\n" + fence, "n"},
		{"## ❌ Bad\n\n" + fence + "\n" + fence, "ii"},
		{"## Good and bad\n\n" + fence, "n"},
		{"Bad calls are refused. A good one:\n" + fence, "n"},
		{"This is not correct:\n" + fence, "i"},
		{"This isn't bad:\n" + fence, "n"},
		{"A \"bad\" one:\n" + fence, "i"},
		{"_Bad_\n" + fence, "i"},
		{"See bad_example and badly:\n" + fence, "n"},
		{"## Don't\n\n" + fence, "i"},
		{"Don't forget the server:\n\n" + fence, "n"},
		{"Avoid:\n" + fence, "i"},
		{"Bad:\n\nIn a paragraph of its own.\n\n" + fence, "n"},
		{"```xml\n<!-- Wrong -->\n" + badCall + "<!-- ✅ -->\n" + badCall + "```\n", "in"},
		{"```xml\n" + strings.Replace(badCall, "<arguments>", "<arguments><!-- bad -->", 1) + "```\n", "i"},
		{"```xml\n" + strings.Replace(badCall, "a &", "a <!-- bad --> &", 1) + "```\n", "n"},
		{"✅\n```xml\n<!-- ❌ -->\n" + badCall + "```\n", "i"},
		{"- ❌ Wrong\n\n  " + strings.ReplaceAll(strings.TrimSpace(fence), "\n", "\n  ") + "\n- ✅ Right\n\n  " + strings.ReplaceAll(strings.TrimSpace(fence), "\n", "\n  ") + "\n", "in"},
		{"> ## Bad\n\n" + fence, "n"},
		{"Bad:\n\n" + badCall, "i"},
	} {
		res := run(test.text, document.Document)
		got := make([]byte, len(res.Calls))
		for i, f := range res.Diagnostics {
			got[f.Call] = 'n'
			if f.Intended {
				got[f.Call] = 'i'
			}
			if f.Intended != (f.Severity == Hint) || len(f.Fixes) == 0 || f.Intended && res.SafeFix(i) != nil {
				t.Errorf("%q: %+v", test.text, f)
			}
		}
		if string(got) != test.want {
			t.Errorf("%q: %s, want %s", test.text, got, test.want)
		}
	}
}

// TestSayings checks that quotation marks and emphasis at either end of a word do not belong to
// it.
func TestSayings(t *testing.T) {
	for want, texts := range map[saying][]string{
		bad:     {"a bad one", "a 'bad one", "a bad' one", "a 'bad' one", "a _bad one", "a -bad", "a bad_", "'bad", "not good", "isn't 'good'", "❌x", "x❌"},
		good:    {"a good one", "_good", "good_", "not bad", "not 'bad", "✅x", "x✅", "bad, then good", "❌ and ✅"},
		nothing: {"", "x", "bad_example", "bad-example", "'", "a - b", "badly", "not", "goods", "_", "--", "a--bad one"},
	} {
		for _, text := range texts {
			if got := sayingOf(text); got != want {
				t.Errorf("%q: %d, want %d", text, got, want)
			}
		}
	}
}

func TestIntendedOptions(t *testing.T) {
	text := "Bad:\n\n" + badCall + "\nGood:\n\n" + badCall
	for _, test := range []struct {
		intended Intended
		findings string
		fixed    int // escaped ampersands after fix-all
	}{
		{IntendedHint, "hint warning", 1},
		{IntendedOff, "warning", 1},
		{IntendedNormal, "warning warning", 2},
	} {
		o := Options{Intended: test.intended}
		var got []string
		for _, f := range o.run(text, document.Document).Diagnostics {
			got = append(got, f.Severity.String())
		}
		if strings.Join(got, " ") != test.findings {
			t.Errorf("%v: %v", test.intended, got)
		}
		if n := strings.Count(o.fixAll(text, document.Document, nil), "&amp;"); n != test.fixed {
			t.Errorf("%v: fix-all mends %d", test.intended, n)
		}
	}
	if got := run(text, document.Reply).Diagnostics; len(got) != 3 || got[0].Intended {
		t.Errorf("in a reply: %+v", got)
	}
}
