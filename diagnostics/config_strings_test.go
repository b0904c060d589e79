package diagnostics

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
)

// TestConfigFixes checks that a prompt in YAML or TOML is checked as the value of the
// string, and fixed in the string's notation. Fixes that the string cannot represent are
// not offered.
func TestConfigFixes(t *testing.T) {
	const call = "<tool>\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>\n<arguments>\n<path>it</path>\n<content>it's \"a\" & b</content>\n</arguments>\n</tool>"
	indented := func(by string, text string) string { return by + strings.ReplaceAll(text, "\n", "\n"+by) }
	double := strings.NewReplacer("\n", `\n`, `"`, `\"`).Replace(call)
	single := strings.ReplaceAll(strings.ReplaceAll(call, "\n", ""), "'", "''")
	for name, test := range map[string]struct {
		kind  document.Kind
		text  string
		fixed bool
	}{
		"literal":           {document.YAML, "a:\n  b: |\n" + indented("    ", call) + "\nc: d\n", true},
		"literal, stripped": {document.YAML, "- |-\n" + indented(" ", call) + "\n\n- b\n", true},
		"literal, kept":     {document.YAML, "a: |2+ # b\n" + indented("  ", call) + "\n\n\nb: c\n", true},
		"literal, CRLF":     {document.YAML, strings.ReplaceAll("a: |\n"+indented("  ", call)+"\nb: c\n", "\n", "\r\n"), true},
		"literal, CR":       {document.YAML, strings.ReplaceAll("a: |\n"+indented("  ", call)+"\nb: c\n", "\n", "\r"), true},
		"folded":            {document.YAML, "a: >\n" + indented("  ", call) + "\nb: c\n", false},
		"double":            {document.YAML, "a: \"" + double + "\" # b\n", true},
		"JSON":              {document.YAML, "{\"a\": \"" + strings.ReplaceAll(double, "<", `\u003c`) + "\"}\n", true},
		"single":            {document.YAML, "a: '" + single + "'\n", false},
		"single, folded":    {document.YAML, "a: '" + strings.ReplaceAll(call[:len(call)-5], "'", "''") + "\n\n  x'\nb: '" + single + "'\n", true},
		"plain":             {document.YAML, "a: " + strings.ReplaceAll(call, "\n", "") + " # b\n", false},
		"plain, folded":     {document.YAML, "a: " + indented("  ", call)[2:] + "\n", false},
		"TOML, basic":       {document.TOML, "a = \"" + double + "\" # b\n", true},
		"TOML, literal":     {document.TOML, "a = '" + strings.ReplaceAll(strings.ReplaceAll(call, "\n", ""), "'", "") + "'\n", true},
		"TOML, lines":       {document.TOML, "[a]\nb = [\"\"\"\n" + call + "\n\"\"\"]\n", true},
		"TOML, raw lines":   {document.TOML, "a.b = {c = '''" + call + "'''}\n", true},
	} {
		res := run(test.text, test.kind)
		at := strings.LastIndex(test.text, "&")
		found := false
		for _, f := range res.Diagnostics {
			found = found || f.Code == "unescaped-ampersand" && f.Span.Start == at && f.Span.End == at+1
			if f.Code != "unescaped-ampersand" && name != "single, folded" {
				t.Errorf("%s: %s: %s", name, f.Code, f.Message)
			}
		}
		if !found {
			t.Errorf("%s: %+v", name, res.Diagnostics)
		}
		want := test.text
		if test.fixed {
			want = test.text[:at] + "&amp;" + test.text[at+1:]
		}
		if fixed := FixAll(test.text, test.kind, nil); fixed != want && name != "single, folded" {
			t.Errorf("%s: %q\nis fixed to\n%q\nwant\n%q", name, test.text, fixed, want)
		}
	}
}

// TestConfigDirectives checks that a directive is a comment of the file, which the
// model does not see.
func TestConfigDirectives(t *testing.T) {
	const bad = "<tool><server_name>local</server_name><tool_name>execute_command</tool_name><arguments><command>a & b</command></arguments></tool>"
	for _, test := range []struct {
		kind         document.Kind
		text, before string // the line before which it is inserted
	}{
		{document.YAML, "a:\n  - b: |\n      Do:\n\n      " + bad + "\n", "- b: |"},
		{document.YAML, "a: [b,\n  '" + bad + "']\n", "'<tool>"},
		{document.YAML, "a:\r  - b: |\r      " + bad + "\r", "- b: |"},
		{document.TOML, "[a]\nb = '''\n" + bad + "'''\n", "b = '''"},
	} {
		at := strings.Index(test.text, test.before)
		lead := test.text[strings.LastIndexAny(test.text[:at], "\r\n")+1 : at]
		want := test.text[:at] + "# forge-lsp-disable-next-call unescaped-ampersand\n" + lead + test.text[at:]
		checkDisables(t, test.text, test.kind, document.HTMLComments, want)
	}
	// Text that looks like a directive is part of a string.
	text := "a: |\n  # forge-lsp-disable\nb: |\n  " + bad + "\n"
	if res := run(text, document.YAML); len(res.Diagnostics) != 1 {
		t.Errorf("%+v", res.Diagnostics)
	}
}

// TestInvalidConfig checks that an invalid file is read as a document, without
// directives.
func TestInvalidConfig(t *testing.T) {
	const text = "a: [\nb: |\n  <tool>\n  <server_name>local</server_name>\n  <tool_name>execute_command</tool_name>\n  <arguments><command>a & b</command></arguments>\n  </tool>\n"
	res := run(text, document.YAML)
	if len(res.Diagnostics) != 1 || text[res.Diagnostics[0].Span.Start] != '&' {
		t.Fatalf("%+v", res.Diagnostics)
	}
	if fix, ok := res.DisableFix(&res.Diagnostics[0], document.HTMLComments); ok {
		t.Errorf("%+v", fix)
	}
}
