package transcript

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/edits"
)

// read reads a text that is a file, and returns the roles of its messages: in capitals
// for those with calls.
func read(text string) (f *File, roles string) {
	f = Read(text, Detected)
	for i := range f.Messages {
		m := &f.Messages[i]
		name := "?asut"[m.Role : m.Role+1]
		if m.Calls() {
			name = strings.ToUpper(name)
		}
		roles += name
	}
	return f, roles
}

// TestFormats checks that each format is recognized, and that all its messages are
// found: in JSONL, those of the lines with calls or their results.
func TestFormats(t *testing.T) {
	tests := map[string]struct{ format, roles string }{
		"anthropic-messages.json":     {"chat", "SuAtA"},
		"atif-trajectory.json":        {"ATIF trajectory", "SuAt"},
		"chatgpt-export.json":         {"ChatGPT export", "uA"},
		"claude-code.jsonl":           {"Claude Code", "AtA"},
		"cline-history.json":          {"chat", "uAuA"},
		"codex-rollout.jsonl":         {"Codex rollout", "SAtA"},
		"cursor.jsonl":                {"Cursor", "AA"},
		"forge-snapshot.json":         {"Forge snapshot", "SuAtA"},
		"inspect-sample.json":         {"chat", "SuA"},
		"langfuse-observations.jsonl": {"Langfuse", "SuA"},
		"openai-batch.jsonl":          {"batch", "SuA"},
		"openai-chat.json":            {"chat", "SuAtA"},
		"opencode-export.json":        {"OpenCode", "uA"},
		"otel-genai.jsonl":            {"OpenTelemetry", "SuA"},
		"other-program.jsonl":         {"", "AA"},
		"session-trace.jsonl":         {"session trace", "A"},
		"sharegpt.json":               {"ShareGPT", "SuA"},
		"swe-agent.traj.json":         {"chat", "SuAtA"},
		"trl-dataset.jsonl":           {"chat", "SuAtASuAA"},
	}
	files, err := filepath.Glob("../../examples/transcripts/*.json*")
	if err != nil || len(files) != len(tests) {
		t.Fatalf("%d files, want %d: %v", len(files), len(tests), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want := tests[filepath.Base(file)]
		f, roles := read(string(text))
		if roles != want.roles {
			t.Errorf("%s: messages by %q, want %q", file, roles, want.roles)
		}
		if len(f.Messages) > 0 && !slices.ContainsFunc(f.Messages, func(m Message) bool { return m.Format == want.format }) {
			t.Errorf("%s: format %q, want %q", file, f.Messages[0].Format, want.format)
		}
		if len(f.Damage) > 0 {
			t.Errorf("%s: %+v", file, f.Damage)
		}
	}
}

func record(role, text string) string { return fmt.Sprintf("{\"role\":%q,\"content\":%q}", role, text) }

// TestDamage checks that damage is reported with its place, and that everything else is
// read.
func TestDamage(t *testing.T) {
	call := record("assistant", "a <tool> b")
	deep := strings.Repeat("[", 300) + `"<tool>"` + strings.Repeat("]", 300)
	for name, test := range map[string]struct {
		text, roles string
		at          []string // the end of the text before each damage
	}{
		"truncated last line":      {call + "\n" + call[:len(call)-3], "A", []string{call[:len(call)-4]}},
		"a line of garbage":        {call + "\n%% <tool> %%\n" + call + "\n", "AA", []string{"\n"}},
		"garbage first":            {"starting <tool>\n" + call + "\n", "A", []string{""}},
		"a line without calls":     {call + "\n%% nothing %%\n" + call + "\n", "AA", nil},
		"cut-off list":             {"[\n" + call + ",\n" + call + ",\n" + call[:20], "AA", []string{call[:19]}},
		"cut-off object":           {`{"messages": [` + "\n" + call + ",\n" + call[:20], "A", []string{call[:19]}},
		"garbage in a list":        {"[\n" + call + ",\n  %%,\n" + call + "\n]\n", "AA", []string{",\n  "}},
		"byte order mark":          {"\ufeff" + call + "\n" + call + "\n", "AA", nil},
		"CRLF":                     {call + "\r\n" + call + "\r\n", "AA", nil},
		"blank lines":              {"\n\n" + call + "\n\n\n" + call, "AA", nil},
		"NUL in a string":          {strings.Replace(call, "b", "\x00", 1) + "\n" + call, "AA", []string{"a <tool> "}},
		"tab in a string":          {strings.Replace(call, "b", "\t", 1) + "\n" + call, "AA", []string{"a <tool> "}},
		"bad escape":               {strings.Replace(call, "b", `\x`, 1) + "\n" + call, "AA", []string{"a <tool> "}},
		"invalid UTF-8":            {strings.Replace(call, "b", "\xff", 1) + "\n" + call, "AA", nil},
		"half a surrogate pair":    {strings.Replace(call, "b", `\ud83d`, 1) + "\n" + call, "AA", nil},
		"member given twice":       {strings.Replace(call, "{", `{"role":"user",`, 1), "U", nil},
		"nested too deeply":        {deep, "", []string{strings.Repeat("[", 201)}},
		"an empty list":            {"[]", "", nil},
		"a string":                 {`"<tool>"`, "?", nil},
		"truncated first line":     {call[:len(call)-3] + "\n" + call + "\n", "A", []string{call[:len(call)-3]}},
		"BOM before a document":    {"\ufeff[\n" + call + "\n]", "A", nil},
		"a string in lines":        {call + "\n\"<tool>\"\n", "A?", nil},
		"what looks like JSON":     {`{"x":"{ <tool>"}`, "?", nil},
		"garbage in an object":     {`{"role": %%,` + "\n" + call + "\n}", "", []string{`{"role": `}},
		"bad hexadecimal digits":   {strings.Replace(call, "b", `\ug123`, 1), "A", []string{"a <tool> "}},
		"escapes before a bad one": {strings.Replace(call, "a <tool> b", `\u003ctool> \x`, 1), "A", []string{`\u003ctool> `}},
		"several values":           {call + " " + call + "\n", "AA", nil},
		"an error in each item":    {`{"messages":[` + "\n" + strings.Repeat(strings.Replace(call, "b", "\t", 1)+",\n", 2) + call + `],"system":"<tool>"}`, "AAAS", []string{"a <tool> ", "a <tool> "}},
		"a list as a name":         {"[\n{ [ %% ]},\n" + call + "\n]", "A", []string{"[\n{ "}},
		"an object as a name":      {"[\n{\"a\": 1, {\"b\" %%}},\n" + call + "\n]", "A", []string{`"a": 1, `}},
		"a comma too many":         {"[" + call + ",]", "A", []string{"}"}},
		"no colon":                 {`{"role" "assistant", "content": "<tool>"}` + "\n" + call, "A", []string{`{"role" `}},
		"two lists of messages":    {`{"messages":[` + call + `],"x":1,"messages":[` + call + `]}`, "AA", nil},
		"a list in a line":         {`{"messages":[` + call + `],"system":"<tool>"}` + "\n" + `{"system":"<tool>","messages":[` + call + `]}` + "\n", "ASSA", nil},
		"text before a document":   {"$ cat \"x\" [1]\n\n{\n\"messages\":[" + call + "]\n}\n", "A", []string{""}},
		"text around a list":       {"see:\n[\n" + call + "\n]\n-- done\n", "A", []string{"", "]\n"}},
		"text between documents":   {"{\n\"messages\":[" + call + "]\n}\n----\n{\n\"messages\":[" + call + "]\n}\n", "AA", []string{"}\n"}},
		"what comes after a list":  {`{"messages":[` + call + `],"system":"<tool>"}`, "AS", nil},
	} {
		t.Run(name, func(t *testing.T) {
			f, roles := read(test.text)
			if roles != test.roles {
				t.Errorf("messages by %q, want %q", roles, test.roles)
			}
			if len(f.Damage) != len(test.at) {
				t.Fatalf("%+v, want %d", f.Damage, len(test.at))
			}
			for i := range f.Messages {
				if m := &f.Messages[i]; test.text[m.Start-1] != '"' || !strings.Contains(test.text[m.Start:m.End], "tool") {
					t.Errorf("a message at %d to %d, %q", m.Start, m.End, test.text[m.Start:m.End])
				}
			}
			for i, d := range f.Damage {
				if d.Start < 0 || d.Start > d.At+1 || d.At > d.End { // a premature end is reported at its last byte
					t.Errorf("damage from %d to %d, at %d", d.Start, d.End, d.At)
				}
				if !strings.HasSuffix(test.text[:d.At], test.at[i]) || d.Why == "" {
					t.Errorf("damage at %d, after %q: %q", d.At, test.text[:d.At], d.Why)
				}
			}
		})
	}
}

// TestWhy checks that problems are described in terms of the text.
func TestWhy(t *testing.T) {
	for text, want := range map[string]string{
		record("assistant", "<tool>")[:30]:    "it ends too early",
		`["<tool>"`:                           "it ends too early",
		`["<tool>" "a"]`:                      `invalid character '"' after array element (expecting ',' or ']')`,
		`["<tool> \x"]`:                       "invalid escape sequence in a string",
		"[\"<tool>\t\"]":                      "invalid character '\\t' in string (expecting non-control character)",
		strings.Repeat("[", 300) + `"<tool>"`: "nested too deeply",
	} {
		f, _ := read(text)
		if len(f.Damage) == 0 || f.Damage[0].Why != want {
			t.Errorf("%.30s: %+v, want %s", text, f.Damage, want)
		}
	}
}

// TestLine checks that a line has the same messages as a document with the same text,
// even if it is cut off.
func TestLine(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	source := edits.Load(t, "../..", "")
	for range 1000 {
		line := strings.ReplaceAll(source.JSON(r, 300), "\n", " ")
		if r.IntN(3) == 0 {
			line = line[:r.IntN(len(line))]
		}
		if Candidate(line) < 0 {
			continue // lines without calls are not read
		}
		_, document := read(line)
		if _, lines := read(record("assistant", "") + "\n" + line); document != lines {
			t.Fatalf("messages by %q, as a document by %q: %s", lines, document, line)
		}
	}
}

func TestHit(t *testing.T) {
	for text, want := range map[string]int{
		"":                            -1,
		"tool tooltip \"tool_use\"":   -1,
		"a <tool>":                    3,
		"a </tool>":                   3,
		`a <\/tool>`:                  3,
		"<Tool":                       1,
		"<TOOL":                       1,
		`\u003ctool`:                  6,
		`\\\u003Ctool`:                8,
		`\u003c\u002Ftool`:            6,
		"\\u003c/tool":                6,
		"u003ctool":                   -1,
		"pool <cool> <tool":           13,
		"a <TOOL> and then an <tool>": 3,
		`<invoke name`:                1,
		`\u003cinvoke name`:           6,
		`<antml:invoke name`:          1,
		`<tool_call>`:                 1,
		`<|tool_call_begin|>`:         1,
		`<｜tool▁calls▁begin｜>`:        1,
		`<\uff5ctool\u2581call`:       1,
		`\u003c\uFF5CDSML\uFF5C`:      6,
		`<|python_tag|>`:              1,
		`<function=ls>`:               1,
		`[TOOL_CALLS]`:                1,
		`<b> [TOOL_CALLS] <tool>`:     5,
		`<|im_start|> <i> <p> <main>`: -1,
		`\u003cdiv\u003e`:             -1,
		`<`:                           -1,
		`\u003c`:                      -1,
		`\u003`:                       -1,
	} {
		if got := Candidate(text); got != want {
			t.Errorf("Candidate(%q) = %d, want %d", text, got, want)
		}
	}
}

func TestPaths(t *testing.T) {
	const file = `{"a":{"b.c":[{"t":"x","v":"1"},{"t":"y","v":"2"},{"v":"3"},7]},"o":{"k":{"v":"5"}},"j":"[{\"v\":\"4\"},{\"v\":\"\\u00e9\"}]","v":"6"}`
	n, _, err := parse(file)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"":                     "{",
		"v":                    "6",
		"*.v":                  "",
		"a.*[].v":              "1 2 3",
		"a.*[t=x|z].v":         "1",
		"a.*[](!t).v":          "3",
		"a.*[](t).v":           "1 2",
		"(v=6).v":              "6",
		"(v=7).v":              "",
		"(!v=7).v":             "6",
		"j@json[].v":           `4 \u00e9`,
		"a@json[].v":           "",
		"v[].v":                "",
		"(missing).a.*[].v":    "",
		"(!missing)a.*[t=y].v": "2",
		"o[].v":                "", // the items of an object are none of a list
		"o.*.v":                "5",
	} {
		p := parsePath(text)
		var got []string
		for v := range p.from(value{node: &n, text: file}) {
			if v.kind == '"' {
				got = append(got, v.raw())
			} else {
				got = append(got, string(v.kind))
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q leads to %q, want %q", text, got, want)
		}
	}
}

// TestNested checks the mapping to the file through strings in strings.
func TestNested(t *testing.T) {
	text := "x <tool> é\n\"q\""
	content := record("assistant", text)
	for depth := 1; depth <= maxEmbedded; depth++ {
		f, _ := read(content)
		if len(f.Messages) != 1 || f.Messages[0].Role != Agent || f.Messages[0].Text().String() != text {
			t.Fatalf("depth %d: %+v in %s", depth, f.Messages, content)
		}
		at := strings.Index(text, "<tool>")
		place := f.Messages[0].Text().Offset(at)
		if !strings.HasPrefix(content[place:], "<tool>") {
			t.Errorf("depth %d: the call is at %d, %q", depth, place, content[place:])
		}
		content = fmt.Sprintf("{\"data\":%q}", content)
	}
	// A deeper string is like any other.
	content = fmt.Sprintf("{\"data\":%q}", content)
	if f, roles := read(content); roles != "?" || !strings.Contains(f.Messages[0].Text().String(), `"role"`) {
		t.Errorf("messages by %q in %s", roles, content)
	}
}

func FuzzRead(f *testing.F) {
	files, _ := filepath.Glob("../../examples/transcripts/*.json*")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add("[\n{\"role\":\"assistant\",\"content\":\"<tool>\"},\n%%\n{\"role\":\"user\",\"content\":\"<tool>\"}")
	f.Add(`{"source":["a\n","<tool>\n","b"]}`)
	f.Fuzz(func(t *testing.T, text string) {
		whole, _ := read(text)
		last := 0
		for i := range whole.Messages {
			m := &whole.Messages[i]
			if m.Start < last || m.End < m.Start || m.End > len(text) {
				t.Fatalf("a message at %d to %d, after %d", m.Start, m.End, last)
			}
			last = m.Start
			decoded := m.Text()
			if at := decoded.Offset(len(decoded.String())); at < m.Start || at > m.End {
				t.Fatalf("a message at %d to %d ends at %d", m.Start, m.End, at)
			}
		}
		for _, d := range whole.Damage {
			if d.At < 0 || d.At > len(text) || d.End < d.Start {
				t.Fatalf("damage %+v of %d bytes", d, len(text))
			}
		}
	})
}

// TestWholeCharacter checks that a character is quoted whole, wherever the library's buffer ends.
func TestWholeCharacter(t *testing.T) {
	for n := range 200 {
		text := "{\"steps\":[{\"message\",\n{\"message\":\"" + strings.Repeat("x", n) + `"},❌:` + "\n{"
		f := Read(text, Detected)
		if !slices.ContainsFunc(f.Damage, func(d Damage) bool { return strings.HasPrefix(d.Why, "invalid character '❌' ") }) {
			t.Fatalf("after %d bytes: %v", n, f.Damage)
		}
	}
}

// TestInspect checks that text that occurs twice in a sample of Inspect is read once.
func TestInspect(t *testing.T) {
	said := record("assistant", "<tool>")
	f, roles := read(`{"id":1,"epoch":1,"input":"?","messages":[` + said + `],"output":{"choices":[{"message":` + said + `}]},"store":{},` +
		`"events":[{"event":"model","output":"<tool>"}],"model_usage":{},"attachments":{"a":"<tool>"}}`)
	if roles != "A" || len(f.Damage) > 0 {
		t.Errorf("messages by %q, %+v", roles, f.Damage)
	}
}
