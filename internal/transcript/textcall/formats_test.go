package textcall

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/entrhq/forge-lsp/internal/test/golden"
)

// sessionOf returns a session that defines some tools.
func sessionOf(tools ...string) Session {
	return Session{Defined: true, Known: func(tool string) bool { return slices.Contains(tools, tool) }}
}

// callsOf returns the calls of a text.
func callsOf(text string, session Session) (list []Call) {
	r := NewReader(text, 0, session)
	for at := 0; ; at = list[len(list)-1].Whole.End {
		block := r.Next(at)
		if block == nil {
			return list
		}
		list = append(list, block...)
	}
}

// TestFormats reads the messages of testdata/formats.txtar. What is read of one stands behind it.
func TestFormats(t *testing.T) {
	const file = "testdata/formats.txtar"
	golden.Archives(t, file, func(t *testing.T, file string, archive *txtar.Archive) {
		var files []txtar.File
		for _, f := range archive.Files {
			if strings.HasSuffix(f.Name, ".calls") {
				continue
			}
			text := strings.TrimSuffix(string(f.Data), "\n")
			var b strings.Builder
			for _, c := range callsOf(text, sessionOf("Bash", "read_file", "apply_patch")) {
				cut := ""
				if !c.Complete {
					cut = ", cut off"
				}
				fmt.Fprintf(&b, "%s: %q in %d-%d%s\n", c.Format, c.Tool, c.Whole.Start, c.Whole.End, cut)
				for _, a := range c.Arguments {
					fmt.Fprintf(&b, "  %s: %q\n", a.Name, a.Value)
				}
				if len(c.Arguments) == 0 && c.Object != "" {
					fmt.Fprintf(&b, "  %q\n", c.Object)
				}
			}
			files = append(files, f, txtar.File{Name: f.Name + ".calls", Data: []byte(b.String())})
		}
		archive.Files = files
		golden.File(t, file, txtar.Format(archive))
	})
}

// hostile are texts to repeat: openers, beginnings of what takes long to find the end of.
var hostile = []string{
	"<", "<<a ", "[", "{", "<|", "< ", "\"", "'", " ", "\n{\"", "{\"a\":", "\n{\"name\":{", "<a b=\"", "<name>x", "```json", "[CALL_ID]",
	"<invoke name=\"a\">", "<invoke name=\"a\"><parameter name=\"b\">", "<invoke name=\"a\">\n<parameter name=\"b\">c</parameter>\n",
	"\n<invoke name=\"a\">\n<parameter name=\"b\">", "<function_calls><invoke name=\"a\">", "<function_calls><invoke><tool_name>a</tool_name>",
	"<tool_call>", "<tool_call>\n{\"name\": \"a\", ", "<tool_call>ls\n<arg_key>a</arg_key><arg_value>", "<tool_use><name>a</name><arguments>",
	"\n{\"name\": \"a\", \"arguments\": {", "\n[a(", "\n[a(b=\"c\"), ", "[TOOL_CALLS]a{", "[TOOL_CALLS]a[CALL_ID]", "functools[{\"name\": \"a\"}",
	"<|tool_calls_section_begin|><|tool_call_begin|>a:0<|tool_call_argument_begin|>{", "<｜DSML｜invoke name=\"a\">", "<|channel|>commentary to=",
	"to=functions.a json{", "assistant to=functions.", "call:Bash{", "*** Begin Patch\n", "\n<read_file><path>", "Bash\n<arg_key>",
	"<|open|>call tool=\"a\"<|sep|><|open|>argument key=\"b\"<|sep|>", "<parameter=Bash><parameter=a>", "</parameter>\n</invoke>",
	"<arg_key>a</arg_key><arg_value>", "\n[TOOL_RESULTS]\n", "\n<tool_response>\n",
}

// TestHostile checks that texts of openers take linear time, also if each call is only mentioned: below a second, and
// not minutes.
func TestHostile(t *testing.T) {
	for _, word := range hostile {
		start := time.Now()
		mentioned(strings.Repeat(word, 1<<20/len(word)), func([]Call) {})
		if took := time.Since(start); took > time.Minute {
			t.Errorf("%q: %v", word, took)
		}
	}
}

// mentioned reads the calls of a text as if each were only mentioned.
func mentioned(text string, each func(block []Call)) {
	r := NewReader(text, 0, Session{Known: func(string) bool { return true }})
	for at := 0; ; {
		block := r.Next(at)
		if block == nil {
			return
		}
		each(block)
		at = r.Inside(block)
	}
}

func FuzzCalls(f *testing.F) {
	for _, word := range hostile {
		f.Add(word + word)
	}
	for _, c := range readCases(f) {
		f.Add(c.Input)
	}
	f.Fuzz(func(t *testing.T, text string) {
		past := 0
		check := func(block []Call) {
			for _, c := range block {
				if c.Opener.Start < past || c.Opener.End <= c.Opener.Start || c.Whole.Start != c.Opener.Start || c.Whole.End < c.Opener.End || c.Whole.End > len(text) {
					t.Errorf("%+v after %d in %q", c, past, text)
				}
				past = c.Opener.End
			}
		}
		mentioned(text, check)
		past = 0
		check(callsOf(text, Session{}))
		past = 0
		check(callsOf(text, Session{Defined: true, Known: func(string) bool { return true }}))
	})
}
