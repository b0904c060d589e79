package examples

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// callIn returns the first call of a reply.
func callIn(t *testing.T, reply string) Call {
	t.Helper()
	var options diagnostics.Options
	for c, found := range options.Unfiltered().Open(text.New(reply), document.Reply).ByCall() {
		return NewCall(c.Call, SignatureOf(c.Call, found), options)
	}
	t.Fatalf("no call is in %q", reply)
	return Call{}
}

func readFile(arguments string) string {
	return "<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n<arguments>" + arguments + "</arguments>\n</tool>"
}

// TestSignatureOf checks which finding a signature is about, and what it has of its place.
func TestSignatureOf(t *testing.T) {
	for _, test := range []struct{ reply, want string }{
		{readFile("<path>a</path>"), "runs, tool accepts:  [], of [], in []"},
		{readFile("<path>a & b</path>"), "repaired, tool accepts: unescaped-ampersand [unescaped-ampersand], of [unescaped-ampersand], in [tool arguments path]"},
		{readFile("<path>a & b < c</path>"), "refused by the reader: raw-less-than [raw-less-than], of [raw-less-than unescaped-ampersand], in [tool arguments path]"},
		{readFile("<path>a</path><start_line>x</start_line>"), "refused by its tool: type-mismatch [type-mismatch], of [type-mismatch], in [tool arguments start_line]"},
		{"<tool><tool_name>read_file</tool_name></tool>", "refused by its tool: missing-argument [missing-argument missing-arguments missing-server-name], of [missing-argument missing-arguments missing-server-name], in []"},
	} {
		s := callIn(t, test.reply).Signature
		if got := fmt.Sprintf("%s: %s %s, of %s, in %s", s.Outcome(), s.Rule, s.Here, s.Codes, s.inside); got != test.want {
			t.Errorf("%s\n%s, want\n%s", test.reply, got, test.want)
		}
	}
}

// TestAllows checks that only a call with the same verdict, tool, rule and place, and without
// other rules, is an example of another one.
func TestAllows(t *testing.T) {
	original := func() *Signature {
		return &Signature{
			Tool: "read_file", Result: diagnostics.Refused, By: diagnostics.ByReader, Reader: xmlcall.Refused, Rule: "raw-less-than", Here: []string{"raw-less-than"},
			Codes: []string{"raw-less-than", "unescaped-ampersand"}, message: []string{"Raw", "in", "path"}, quoted: []string{"path"},
			inside: []string{"tool", "arguments", "path"},
		}
	}
	known := callIn(t, readFile("<path>a < b</path>"))
	for _, test := range []struct {
		name   string
		change func(*Signature)
		want   bool
	}{
		{"the same", func(*Signature) {}, true},
		{"fewer rules", func(s *Signature) { s.Codes = s.Codes[:1] }, true},
		{"another rule", func(s *Signature) { s.Codes = []string{"raw-less-than", "type-mismatch"} }, false},
		{"white space around the name", func(s *Signature) { s.Tool = " read_file\n" }, true},
		{"another tool", func(s *Signature) { s.Tool = "write_file" }, false},
		{"no tool", func(s *Signature) { s.Tool = "" }, false},
		{"what is not a name", func(s *Signature) { s.Tool = "a b" }, false},
		{"another format", func(s *Signature) { s.Format = "x" }, false},
		{"another verdict", func(s *Signature) { s.Reader = xmlcall.Repaired }, false},
		{"another verdict of the tool", func(s *Signature) { s.ToolVerdict = diagnostics.ToolRefuses }, false},
		{"never runs", func(s *Signature) { s.Result = diagnostics.Ignored }, false},
		{"by its tool", func(s *Signature) { s.By = diagnostics.ByTool }, false},
		{"about another rule", func(s *Signature) { s.Rule = "unescaped-ampersand" }, false},
		{"another rule at the place", func(s *Signature) { s.Here = []string{"raw-less-than", "x"} }, false},
		{"another argument", func(s *Signature) { s.inside = []string{"tool", "arguments", "start_line"} }, false},
		{"an unknown element", func(s *Signature) { s.inside = []string{"tool", "arguments", "secret"} }, false},
		{"another message", func(s *Signature) { s.message = []string{"Missing", "in", "path"} }, false},
		{"other words of the call", func(s *Signature) { s.message, s.quoted = []string{"Raw", "in", "zq"}, []string{"zq"} }, true},
	} {
		changed := original()
		test.change(changed)
		if got := original().allows(changed, known.vocabulary()); got != test.want {
			t.Errorf("%s: %t", test.name, got)
		}
	}
	// What is below an unknown element may have any name.
	a, b := original(), original()
	a.inside, b.inside = []string{"tool", "arguments", "secret"}, []string{"tool", "arguments", "zq", "x"}
	if !a.allows(b, known.vocabulary()) {
		t.Error("the names of unknown elements matter")
	}
}

// TestAround checks how much of the text around a call is part of it: whole characters.
func TestAround(t *testing.T) {
	call := readFile("<path>a < b</path>")
	for shift := range 4 {
		beside := strings.Repeat("x", shift) + strings.Repeat("𝒙", around) + strings.Repeat("x", shift)
		c := callIn(t, beside+"\n\n"+call+"\n\n"+beside)
		if got := c.Text[c.Start:c.End]; got != call {
			t.Errorf("the call is %q", got)
		}
		if before, after := c.Start, len(c.Text)-c.End; before < around-3 || before > around || after < around-3 || after > around {
			t.Errorf("%d bytes before it, %d after it", before, after)
		}
		if !utf8.ValidString(c.Text) {
			t.Errorf("a character is cut in %q", c.Text)
		}
	}
	if c := callIn(t, readFile("<path>a < "+strings.Repeat("b", MaxText-2*around)+"</path>")); c.Text != "" || c.Rule != "raw-less-than" {
		t.Errorf("a call that is too long has %d bytes", len(c.Text))
	}
}

// TestReduce checks what is left of calls, and that a text without the signature has no example.
func TestReduce(t *testing.T) {
	for _, test := range []struct{ reply, want string }{
		{"I read it.\n\n" + readFile("\n  <path>a < b</path>\n  <start_line>1</start_line>\n") + "\n\nThat is it.", "<tool>\n<tool_name>read_file</tool_name>\n<arguments>\n<path><</path>\n</arguments>\n</tool>"},
		{readFile("<path>one & two</path>"), "<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n<arguments><path>&</path></arguments>\n</tool>"},
		{readFile("<path>a</path><start_line>many</start_line>"), "<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n<arguments><path>a</path><start_line>y</start_line></arguments>\n</tool>"},
	} {
		c := callIn(t, test.reply)
		reduced, ok := c.Reduce()
		if diff := cmp.Diff(test.want, reduced.Text); !ok || diff != "" {
			t.Errorf("%t, %s", ok, diff)
		}
		if reduced.Rule != c.Rule || reduced.Text[reduced.Start:reduced.End] != reduced.Text {
			t.Errorf("%s from %d to %d of %q", reduced.Rule, reduced.Start, reduced.End, reduced.Text)
		}
	}
	c := callIn(t, readFile("<path>a < b</path>"))
	c.Text = strings.Replace(c.Text, "<", "[", 1)
	if reduced, ok := c.Reduce(); ok {
		t.Errorf("%q has the signature of another call", reduced.Text)
	}
}
