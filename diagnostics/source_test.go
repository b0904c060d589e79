package diagnostics

import (
	"maps"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
)

const (
	goRaw = "package a\n\nfunc f() string {\n\treturn `<tool>\n<server_name>local</server_name>\n<tool_name>` + name + `</tool_name>\n<arguments>\n" +
		"  <path>` + path + `</path>\n  <start_line>` + fmt.Sprint(n) + `</start_line>\n</arguments>\n</tool>`\n}\n"
	goLines = "s := \"<tool><server_name>local</server_name>\" +\n\t\"<tool_name>\" + name + \"</tool_name>\" +\n\t\"<arguments>\" + args + \"</arguments></tool>\"\n"
)

// The name and the arguments of a call.
const readName, readPath = "<tool_name>read_file</tool_name>", "<arguments><path>a</path></arguments>"

// goExpressions are Go programs that compute a part of a call.
var goExpressions = map[string]string{
	"raw":             goRaw,
	"lines":           goLines,
	"arguments":       "s := `<tool>\n<server_name>local</server_name>\n" + readName + "\n<arguments>` + args + `</arguments>\n</tool>`",
	"an element":      "s := `<tool>\n` + server + `\n" + readName + "\n" + readPath + "\n</tool>`",
	"on lines":        "s := `<tool>\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>\n<arguments>\n<path>a</path>\n<content>\n` +\n\tbody +\n\t`\n</content>\n</arguments>\n</tool>`",
	"a number":        inString(`"`, readName+"<arguments><path>a</path><start_line>§ + strconv.Itoa(n) + §</start_line></arguments>"),
	"a tag":           inString(`"`, readName+"<arguments><path>a</path><§ + key + §>1</§ + key + §></arguments>"),
	"a list":          inString(`"`, "<tool_name>apply_diff</tool_name><arguments><path>a</path><edits>§ + edits + §</edits></arguments>"),
	"items of a list": "s := `<tool>\n<server_name>local</server_name>\n<tool_name>apply_diff</tool_name>\n<arguments><path>a</path><edits>` +\n` <edit><search>` + a + `</search><replace>` + b + `</replace></edit>` +\n`</edits></arguments></tool>`",
}

// inString returns a program with a call in one string; § in the call represents the
// string's quotation mark.
func inString(mark, call string) string {
	return "s = " + mark + strings.ReplaceAll("<tool><server_name>local</server_name>"+call+"</tool>", "§", mark) + mark + "\n"
}

// TestGoExpressions checks that the parts of a call that a Go program computes are not
// reported, and not changed.
func TestGoExpressions(t *testing.T) {
	const name, path = readName, readPath
	programs := map[string]string{
		"texts":             inString("`", name+"<arguments><path>§ + join(\"a\", \"b\") + §</path></arguments>"),
		"inside":            inString("`", name+"<arguments><path>src/§ + (a && b) + §.go</path></arguments>"),
		"two values":        inString(`"`, name+"<arguments><path>§ + a + \"/\" + b + §</path></arguments>"),
		"a list of lines":   "s = []string{\n\"<tool><server_name>local</server_name>\",\n\"" + name + "\",\n\"" + path + "</tool>\",\n}\n",
		"a function":        inString(`"`, name+"<arguments><path>§ + func() string { if a < b { return \"<tool>\" }; return \"&\" }() + §</path></arguments>"),
		"a backquote":       "s := `<tool><server_name>local</server_name>" + name + "<arguments><path>` + \"`\" + `</path></arguments></tool>`\n",
		"escapes":           `s := "<tool>\n<server_name>local</server_name>\n` + name + `\n<arguments><path>\"a\"\t\u00e9</path></arguments>\n</tool>"` + "\n",
		"not of the string": "s := `" + "<tool><server_name>local</server_name>" + name + path + "</tool>` + x // <tool>\n",
	}
	maps.Copy(programs, goExpressions)
	for title, text := range programs {
		res := run(text, document.Go)
		if len(res.Calls) != 1 {
			t.Errorf("%s: %d calls", title, len(res.Calls))
		}
		for _, f := range res.Diagnostics {
			t.Errorf("%s: %s: %s: %q", title, f.Code, f.Message, text[f.Span.Start:f.Span.End])
		}
		if fixed := FixAll(text, document.Go, nil); fixed != text {
			t.Errorf("%s: fixed to %s", title, fixed)
		}
	}
}

// TestGoDirectives checks that directives in the program's comments take effect, and
// that new ones are such comments.
func TestGoDirectives(t *testing.T) {
	const bad = "<tool><server_name>local</server_name><tool_name>execute_command</tool_name><arguments><command>a & b</command></arguments></tool>"
	text := "package a\n\nfunc f() {\n\tuse(`" + bad + "`)\n}\n"
	want := "package a\n\nfunc f() {\n\t// forge-lsp-disable-next-call unescaped-ampersand\n\tuse(`" + bad + "`)\n}\n"
	checkDisables(t, text, document.Go, document.HTMLComments, want)
	for _, text := range []string{
		"package a\n\n// forge-lsp-disable\n\nvar s = `" + bad + "`\n",
		"package a\n\nvar s = `<!-- forge-lsp-disable-next-call -->\n" + bad + "`\n",
		"package a\n\nvar s = \"<!-- forge-lsp-disable-next-call -->\\n" + bad + "\"\n",
	} {
		if res := run(text, document.Go); len(res.Diagnostics) != 0 {
			t.Errorf("%s: %+v", text, res.Diagnostics)
		}
	}
	for _, text := range []string{
		"package a\n\nvar d = \"<!-- forge-lsp-disable -->\"\n\nvar s = `" + bad + "`\n",
		"package a\n\nvar d = `\n// forge-lsp-disable\n`\n\nvar s = `" + bad + "`\n",
	} {
		if res := run(text, document.Go); len(res.Diagnostics) != 1 {
			t.Errorf("%s: %+v", text, res.Diagnostics)
		}
	}
	// A comment cannot be on a line that starts in another string.
	text = "package a\n\nvar d, s = `\n`, `" + bad + "`\n"
	if res := run(text, document.Go); len(res.Diagnostics) == 1 {
		if fix, ok := res.DisableFix(&res.Diagnostics[0], document.HTMLComments); ok {
			t.Errorf("%s", Apply(text, fix.Edits))
		}
	}
}

// TestPrograms checks that calls in programs are read from the values of the strings, that computed parts are not reported,
// and that fixes are written in the notation of the literal.
func TestPrograms(t *testing.T) {
	const head, tail = "<tool><server_name>local</server_name><tool_name>write_file</tool_name><arguments><path>", "</arguments></tool>"
	for _, test := range []struct {
		kind        document.Kind
		text, fixed string
	}{
		{document.Go, "var s = `" + head + "a</path><content>a & b</content>" + tail + "`", "var s = `" + head + "a</path><content>a &amp; b</content>" + tail + "`"},
		{document.Go, "var s = `" + head + "a</path><content>\r\na & b\r\n</content>" + tail + "`", "var s = `" + head + "a</path><content>\r\na &amp; b\r\n</content>" + tail + "`"},
		{document.Go, `var s = "` + head + `a</path><content>say \"hi\" & go\n</content>` + tail + `"`, `var s = "` + head + `a</path><content>say \"hi\" &amp; go\n</content>` + tail + `"`},
		{document.Go, `var s = "` + head + "a</path><content>a\" +\n\t`b & c` + \"d</content>" + tail + `"`, `var s = "` + head + "a</path><content>a\" +\n\t`b & c` + \"d</content>" + tail + `"`},
		{document.Go, `var s = "\u003ctool>` + head[len("<tool>"):] + `a</path><content>a & b</content>` + tail + `"`, `var s = "\u003ctool>` + head[len("<tool>"):] + `a</path><content>a &amp; b</content>` + tail + `"`},
		{document.JavaScript, `const a = '` + head + `b</path><content>it\'s\na & b</content>` + tail + `';`, `const a = '` + head + `b</path><content>it\'s\na &amp; b</content>` + tail + `';`},
		{document.JavaScript, "f(`" + head + "${g.h(1)}</path>\n<content>a & \\`b\\`</content>" + tail + "`)", "f(`" + head + "${g.h(1)}</path>\n<content>a &amp; \\`b\\`</content>" + tail + "`)"},
		{document.JavaScript, "f('" + head + "' + (n ? 'a' : 'b') + '</path><content>a</content>" + tail + "')", ""},
		{document.Python, `a = f"` + head + `{self.path}</path><content>{{a & b}}</content>` + tail + `"`, `a = f"` + head + `{self.path}</path><content>{{a &amp; b}}</content>` + tail + `"`},
		{document.Python, `a = """` + head + "a\"</path>\n<content>a & b</content>" + tail + `"""`, `a = """` + head + "a\"</path>\n<content>a &amp; b</content>" + tail + `"""`},
		{document.Python, "a = ('" + head + "'\n     'a/' + c + '</path><content>b & d</content>'\n     r'" + tail + "')", "a = ('" + head + "'\n     'a/' + c + '</path><content>b & d</content>'\n     r'" + tail + "')"},
		{document.Python, "a = '" + head + "%s</path><content>{name}</content>" + tail + "' % b", ""},
	} {
		res := run(test.text, test.kind)
		if len(res.Calls) != 1 {
			t.Errorf("%s: %d calls", test.text, len(res.Calls))
		}
		if test.fixed == "" {
			for _, f := range res.Diagnostics {
				if f.Code != "placeholder" {
					t.Errorf("%s: %s: %s", test.text, f.Code, f.Message)
				}
			}
			test.fixed = test.text
		}
		if fixed := FixAll(test.text, test.kind, nil); fixed != test.fixed {
			t.Errorf("%s\nis fixed to\n%s\nwant\n%s", test.text, fixed, test.fixed)
		}
	}
}
