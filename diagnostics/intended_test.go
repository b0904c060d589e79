package diagnostics

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
)

const badCall = "<tool><server_name>local</server_name><tool_name>converse</tool_name><arguments><message>a & b</message></arguments></tool>\n"

// intendedCalls returns for each call of a text whether it is taken for wrong on purpose: i for
// intended, h for held back, n for not, which fix-all fixes if that is safe. Each has one finding.
func intendedCalls(t *testing.T, o Options, text string, kind document.Kind) string {
	t.Helper()
	res := o.run(text, kind)
	got := []byte(strings.Repeat("?", len(res.Calls)))
	safe := 0
	for i, f := range res.Diagnostics {
		switch {
		case f.Intended:
			got[f.Call] = 'i'
		case f.HeldBack:
			got[f.Call] = 'h'
		default:
			got[f.Call] = 'n'
			if res.SafeFix(i) != nil {
				safe++
			}
		}
		if f.Intended != (f.Severity == Hint) || len(f.Fixes) == 0 || f.Intended && res.SafeFix(i) != nil {
			t.Errorf("%q: %+v", text, f)
		}
	}
	if n := strings.Count(o.fixAll(text, kind, nil), "&amp; b"); n != safe {
		t.Errorf("%q: fix-all changes %d calls", text, n)
	}
	return string(got)
}

// TestIntended checks which examples are taken for wrong on purpose.
func TestIntended(t *testing.T) {
	fence := "```xml\n" + badCall + "```\n"
	in := strings.ReplaceAll(strings.TrimSpace(fence), "\n", "\n  ") + "\n"
	for _, test := range []struct{ text, want string }{
		// Marks, and words in labels.
		{"**❌**\n\n" + fence, "i"},
		{"🚫 The parser stops at the ampersand, and the call is lost.\n" + fence, "i"},
		{"Incorrect:\n\n" + fence + "\nCORRECT:\n\n" + fence, "in"},
		{"This isn't bad:\n" + fence, "n"},
		{"A \"bad\" one:\n" + fence, "i"},
		{"Bad:\n\n" + badCall, "i"},
		{"**Wrong**: the ampersand is not escaped.\n" + fence, "i"},
		{"**Wrong** — the ampersand is not escaped. The parser refuses it.\n" + fence, "i"},
		{"Malformed call:\n" + fence, "i"},
		{"Bad calls are refused. A good one:\n" + fence, "n"},
		{"See bad_example and badly:\n" + fence, "n"},
		{"A bad path is refused.\n\n" + fence, "n"},
		// Headings: the nearest with a cue decides.
		{"## Bad\n\n" + fence + "\n### Good\n\n" + fence, "in"},
		{"## Bad\n\nThis is correct:\n\n" + fence, "n"},
		{"## ❌ Bad\n\n" + fence + "\n" + fence, "ii"},
		{"## Common mistakes\n\n### Escapes\n\n" + fence + "\n## Usage\n\n" + fence, "in"},
		{"## Common mistakes\n\n### Escapes\n\nInstead, write:\n\n" + fence, "n"},
		{"## What not to do\n\n" + fence, "i"},
		{"## Good and bad\n\n" + fence, "n"},
		{"> ## Bad\n\n" + fence, "n"},
		{"> ## Bad\n>\n> " + strings.ReplaceAll(strings.TrimSpace(fence), "\n", "\n> ") + "\n", "i"},
		// Fences and comments.
		{"```xml bad\n" + badCall + "```\n", "i"},
		{"```xml title=\"wrong\"\n" + badCall + "```\n", "i"},
		{"```xml\n<!-- Wrong -->\n" + badCall + "<!-- ✅ -->\n" + badCall + "```\n", "in"},
		{"```xml\n" + strings.Replace(badCall, "<arguments>", "<arguments><!-- bad -->", 1) + "```\n", "i"},
		{"```xml\n" + strings.Replace(badCall, "a &", "a <!-- bad --> &", 1) + "```\n", "n"},
		{"✅\n```xml\n<!-- ❌ -->\n" + badCall + "```\n", "i"},
		// Formats of before.
		{"## Legacy (ADR-0002)\n\n" + fence, "i"},
		{"> **Deprecated**\n>\n> ```xml\n> " + badCall + "> ```\n", "i"},
		{"Deprecated: use the new format:\n" + fence, "n"},
		{"Unlike the old format, this runs:\n\n" + fence, "n"},
		{"The old path:\n\n" + fence, "n"},
		{"No longer supported:\n\n" + fence, "i"},
		// Weak words.
		{"Never write a raw `&`:\n\n" + fence, "h"},
		{"## Good examples\n\nNever write a raw `&`:\n\n" + fence, "h"},
		{"❌ This one. Nothing of it is ever read by anybody at all.\n" + fence, "i"},
		{"This will fail:\n\n" + fence, "h"},
		{"The parser rejects this:\n\n" + fence, "h"},
		{"Before:\n\n" + fence + "\nAfter:\n\n" + fence, "hn"},
		{"## Before\n\n" + fence + "\n## After\n\n" + fence, "hn"},
		{"## Before you start\n\n" + fence, "n"},
		{"Instead of this:\n\n" + fence + "\nwrite this:\n\n" + fence, "hn"},
		{"Calls with an invalid path fail when the folder is not there:\n\n" + fence, "h"},
		{"If the path is wrong, list the folder first:\n\n" + fence, "n"},
		{"Never write raw. Do not stop before the call.\n\n" + fence, "n"},
		{"Don't forget the server. Then call:\n\n" + fence, "n"},
		{"Read the file:\n\n" + fence, "n"},
		{"2. If one fails, look for its code:\n\n   " + strings.ReplaceAll(in, "\n  ", "\n   "), "n"},
		{"```\n# this fails:\n" + badCall + "\n# fixed:\n" + badCall + "```\n", "hn"},
		{"Bad:\n\nIn a paragraph of its own.\n\n" + fence, "n"},
	} {
		if got := intendedCalls(t, Options{}, test.text, document.Document); got != test.want {
			t.Errorf("%q: %s, want %s", test.text, got, test.want)
		}
	}
}

// TestIntendedOptions checks what the configuration changes.
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
}

// TestIntendedPlaces checks where cues count, and where all calls are examples.
func TestIntendedPlaces(t *testing.T) {
	cued, program := "Bad:\n\n"+badCall, "package a\n\n// Wrong:\nconst call = `Wrong:\n"+badCall+"`\n"
	for _, test := range []struct {
		name, text string
		kind       document.Kind
		purpose    document.Purpose
		want       string
	}{
		{"a document", cued, document.Document, document.AnyPurpose, "i"},
		{"a prompt", cued, document.Document, document.Prompt, "h"},
		{"a prompt that says never", "Never write raw:\n\n" + badCall, document.Document, document.Prompt, "n"},
		{"a record", badCall, document.Document, document.Example, "i"},
		{"a program", program, document.Go, document.AnyPurpose, "i"},
		{"a program that is a prompt", program, document.Go, document.Prompt, "h"},
		{"a test", strings.ReplaceAll(program, "Wrong:", ""), document.Go, document.Example, "i"},
		{"a transcript", "**User:** Go on.\n\n**Assistant:** " + cued + "\n", document.Prose, document.Example, "n"},
	} {
		if got := intendedCalls(t, Options{Purpose: test.purpose}, test.text, test.kind); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
	for _, f := range (Options{Purpose: document.Example}).run(cued, document.Reply).Diagnostics {
		if f.Intended || f.HeldBack {
			t.Errorf("in a reply: %+v", f)
		}
	}
	bad := run("Wrong:\n\n"+strings.Replace(badCall, "a & b", "a < b", 1), document.Document)
	if c := &bad.Calls[0]; c.Outcome() != Refused {
		t.Errorf("the outcome of an intended example is %v", c.Outcome())
	}
}
