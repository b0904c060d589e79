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

// TestStringExpressions checks that parts of a call that a program computes are not
// reported, and not changed.
func TestStringExpressions(t *testing.T) {
	const name, path = readName, readPath
	programs := map[string]string{
		"Go, a call with texts":   inString("'", name+"<arguments><path>§ + join(\"a\", \"b\") + §</path></arguments>"),
		"Go, Sprintf":             inString(`"`, "<tool_name>%s</tool_name><arguments><path>%q</path><start_line>%d</start_line></arguments>"),
		"JavaScript":              inString("'", "<tool_name>§+name+§</tool_name><arguments><start_line>§+n+§</start_line></arguments>"),
		"JavaScript, inside":      inString("'", name+"<arguments><path>src/§ + (a && b) + §.go</path></arguments>"),
		"JavaScript, conditions":  inString("'", name+"<arguments><path>a</path>§ + (n ? §<start_line>1</start_line>§ : §§) + §</arguments>"),
		"JavaScript, a condition": inString(`"`, name+"<arguments><path>§ + (a && b ? 'c' : d) + §</path></arguments>"),
		"JavaScript, template":    inString("`", "\n<tool_name>${name}</tool_name>\n<arguments><path>${path}</path></arguments>\n"),
		"JavaScript, two values":  inString(`"`, name+"<arguments><path>§ + a + '/' + b + §</path></arguments>"),
		"Python, below":           "s = (\"<tool><server_name>local</server_name>\"\n     \"<tool_name>\" + name + \"</tool_name>\"\n     f\"<arguments><path>{path}</path></arguments></tool>\")\n",
		"Python, f":               "f" + inString(`"`, "<tool_name>{name}</tool_name><arguments><path>{self.path}</path><start_line>{n:d}</start_line></arguments>"),
		"Python, f, calls":        "f" + inString(`"`, "<tool_name>{names[0]}</tool_name><arguments><path>{path()}</path><start_line>{n!r}</start_line></arguments>"),
		"Python, %":               inString(`"`, "<tool_name>%(name)s</tool_name><arguments><path>%s</path><start_line>%5d</start_line></arguments>"),
		"a backslash":             "s = \"<tool><server_name>local</server_name>\" \\\n    \"" + name + path + "</tool>\"\n",
		"a list of lines":         "s = [\n\"<tool><server_name>local</server_name>\",\n\"" + name + "\",\n\"" + path + "</tool>\",\n]\n",
	}
	maps.Copy(programs, goExpressions)
	for title, text := range programs {
		res := run(text, document.Document)
		if len(res.Calls) != 1 {
			t.Errorf("%s: %d calls", title, len(res.Calls))
		}
		for _, f := range res.Diagnostics {
			if f.Code != "placeholder" || title != "JavaScript, template" {
				t.Errorf("%s: %s: %s: %q", title, f.Code, f.Message, text[f.Span.Start:f.Span.End])
			}
		}
		if fixed := FixAll(text, document.Document, nil); fixed != text {
			t.Errorf("%s: fixed to %s", title, fixed)
		}
	}
}

// TestAroundStringExpressions checks that the rest of such a call is checked, and that
// its fixes do not change the program.
func TestAroundStringExpressions(t *testing.T) {
	for _, test := range []struct{ title, text, code, fixed string }{
		{
			"beside one", inString("'", "<tool_name>execute_command</tool_name><arguments><command>a & § + (b && c) + §</command></arguments>"), "unescaped-ampersand",
			"", // whether it is intended as an escape is not known
		},
		{
			"in another field", strings.Replace(goRaw, "local", "a & b", 1), "unescaped-ampersand",
			strings.Replace(goRaw, "local", "a &amp; b", 1),
		},
		{
			"a field that is missing", inString("'", "<tool_name>write_file</tool_name><arguments><path>§ + p + §</path></arguments>"), "missing-argument", "",
		},
		{
			"an argument that is unknown", inString("'", "<tool_name>read_file</tool_name><arguments><path>§ + p + §</path><pth>x</pth></arguments>"), "unknown-argument", "",
		},
	} {
		res := run(test.text, document.Document)
		if codes(res)[test.code] == 0 {
			t.Errorf("%s: %+v", test.title, res.Diagnostics)
		}
		for _, f := range res.Diagnostics {
			for _, fix := range f.Fixes {
				fixed := Apply(test.text, fix.Edits)
				for _, mark := range []string{"'", "`", "\n", "&&"} {
					if strings.Count(fixed, mark) != strings.Count(test.text, mark) {
						t.Errorf("%s: %q makes %s", test.title, fix.Title, fixed)
					}
				}
			}
		}
		if fixed := FixAll(test.text, document.Document, nil); test.fixed != "" && fixed != test.fixed {
			t.Errorf("%s: fixed to %s", test.title, fixed)
		}
	}
}

// TestStringsInValues checks that a value that is code, or contains quotation marks, is
// a value.
func TestStringsInValues(t *testing.T) {
	for text, code := range map[string]string{
		"<content>s := \"<b>\" + x + \"</b>\"</content>":   "dropped-markup",
		"<content>\"<b>\" + x + \"</b>\"</content>":        "dropped-markup",
		"<content>s := \"a\" + b && \"c\"</content>":       "unescaped-ampersand",
		"<content>\"a\" + b & c + \"d\"</content>":         "unescaped-ampersand",
		"<content>it's + 'a & b' + it's</content>":         "unescaped-ampersand",
		"<content>\"a & b\"</content>":                     "unescaped-ampersand",
		"<content>\"a & b .\"</content>":                   "unescaped-ampersand",
		"<content>x + \" & \" + y</content>":               "unescaped-ampersand",
		"<content>{a & b}</content>":                       "unescaped-ampersand",
		"<content>{\"a\": \"b & c\"}</content>":            "unescaped-ampersand",
		"<content>100% & more</content>":                   "unescaped-ampersand",
		"<content>x</content>\"a\"":                        "stray-text",
		"<content>x</content>\"a + b\"":                    "stray-text",
		"<content>x</content>\"\"":                         "stray-text",
		"<content>`a` & `b`</content>":                     "unescaped-ampersand",
		"<content>'\n&\n'</content>":                       "unescaped-ampersand",
		"<content><![CDATA[\" + a + \"]]> & b</content>":   "unescaped-ampersand",
		"<content>x</content><content>\" + a</content>":    "duplicate-argument",
		"<content>\"+\"</content><content>\"-\"</content>": "duplicate-argument",
	} {
		text = "<tool><server_name>local</server_name><tool_name>write_file</tool_name><arguments><path>a</path>" + text + "</arguments></tool>"
		res := run(text, document.Document)
		found := codes(res)
		if found[code] == 0 {
			t.Errorf("%s: %v, want %s", text, found, code)
		}
	}
}
