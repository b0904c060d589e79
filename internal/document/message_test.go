package document

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/markdown"

	"github.com/entrhq/forge-lsp/internal/test/golden"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A session is a fixture: the text of a transcript and the places marked in it.
type session struct {
	name, text string
	kinds      []Kind
	starts     []int
	scopes     []string
}

func readSessions(t testing.TB) []session {
	t.Helper()
	var list []session
	for _, f := range golden.Archive(t, filepath.Join("testdata", "sessions.txtar")).Files {
		marked := string(f.Data)
		s := session{name: f.Name}
		switch filepath.Ext(f.Name) {
		case ".reply":
			s.kinds = []Kind{Reply}
		case ".log":
			s.kinds = []Kind{Log, Auto}
		default:
			s.kinds = []Kind{Reply, Log, Auto}
		}
		if strings.HasPrefix(f.Name, "crlf") {
			marked = strings.ReplaceAll(marked, "\n", "\r\n")
		}
		var text strings.Builder
		for marked != "" {
			before, rest, found := strings.Cut(marked, "⟦")
			text.WriteString(before)
			if !found {
				break
			}
			scope, rest, _ := strings.Cut(rest, "⟧")
			s.starts = append(s.starts, text.Len())
			s.scopes = append(s.scopes, scope)
			marked = rest
		}
		s.text = text.String()
		list = append(list, s)
	}
	return list
}

var scopeNames = map[string]Scope{"apart": Apart, "message": Message, "messages": Messages, "answer": Answer}

// TestMessages checks where the messages of a transcript start, and the kind of each.
func TestMessages(t *testing.T) {
	for _, s := range readSessions(t) {
		for _, kind := range s.kinds {
			t.Run(s.name+"/"+kind.String(), func(t *testing.T) {
				f := Read(s.text, kind)
				checkFile(t, f)
				scan := scanLabels(s.text, f.Kind, markdown.Fence{})
				rules := scan.labels().rules(f.Kind)
				list := messagesOf(s.text, &Context{}, &rules, scan.marks)
				for i, m := range list {
					if i >= len(s.starts) || m.Start != s.starts[i] || m.scope != scopeNames[s.scopes[i]] || m.Span != f.Messages[i] {
						t.Fatalf("message %d is %q of scope %d", i, s.text[m.Start:m.End], m.scope)
					}
				}
				if len(list) != len(s.starts) {
					t.Errorf("%d messages, want %d", len(list), len(s.starts))
				}
			})
		}
	}
}

// oneReply are texts that are one reply although they contain text that looks like a
// label.
var oneReply = map[string]string{
	"prose":                 "User: wants the tags, so I list them.\n\n" + call,
	"a heading":             "## User guide\n\n## AI in 2026\n\n## System\n\n" + call,
	"two headings":          "## User\n\nThe table of users.\n\n## Agent\n\nThe table of agents.\n\n" + call,
	"bold keys":             "**User:** alice\n**Model:** gpt-4o\n\n" + call,
	"header lines":          "User: alice\nModel: gpt-4o\nTool: none\n\n" + call,
	"only users":            "User: a\nUser: b\nHuman: c\n" + call,
	"a label of its own":    "Assistant:\n" + call,
	"an example in a fence": "So it looks:\n\n```\nUser: hi\nAssistant: hello\nUser: bye\nAssistant: bye\n```\n\n" + call,
	"an example in content": strings.Replace(call, "</arguments>", "<content>\nUser: hi\nAssistant: hello\n</content>\n</arguments>", 1),
	"in CDATA":              strings.Replace(call, "</arguments>", "<content><![CDATA[\n**User:** hi\n\n**Assistant:** <tool> hello\n]]></content>\n</arguments>", 1),
	"YAML":                  "user: root\nsystem: linux\n" + call,
	"names":                 "user_id: 1\nassistant-name: x\nuser's: y\nAI-generated: z\n" + call,
	"code":                  "user := assistant{}\nuser.name: x\nhttp://user: y\n" + call,
	"sentences":             "Assistant is what I am.\nUsers: two.\n**Assistant** is bold.\n[user guide](x)\n" + call,
	"a time":                "10:30 User: hello\n10:31 Assistant: hi\n" + call,
	"operators":             "f <| x |> user\n<|endoftext|>\n" + call,
	"elements":              "<user>alice</user>\n<host>b</host>\n<user>bob</user>\n" + call,
	"a diff":                "--- user.go\n+++ assistant.go\n" + call,
	"results":               "Result: 5\nOutput: x\nTool result: y\n" + call,
	"logs":                  "2026-01-02 10:00:00 INFO start\n2026-01-02 10:00:01 INFO stop\n" + call,
	"in a quote":            "> **User:** a\n> **Assistant:** b\n\n" + call,
	"indented":              "    User: a\n    Assistant: b\n\n" + call,
}

func TestOneReply(t *testing.T) {
	for name, text := range oneReply {
		f := Read(text, Reply)
		if f.Messages != nil || len(f.Segments) != 1 || f.Segments[0].Text != text || f.Segments[0].Scope != Message {
			t.Errorf("%s: messages %v", name, f.Messages)
		}
		switch f = Read(text, Log); {
		case name == "logs" || name == "results": // a log's lines end the message before them
		case len(f.Segments) != 1 || f.Segments[0].Scope != Messages:
			t.Errorf("%s, as a log: messages %v", name, f.Messages)
		}
	}
}

// TestWhichOpenersOfRepliesCount checks which openers are calls: in the texts below, §
// precedes each opener that is one.
func TestWhichOpenersOfRepliesCount(t *testing.T) {
	user, assistant := "**User:** ", "\n**Assistant:** "
	for _, test := range []struct {
		name, text string
		kinds      []Kind
	}{
		{"every literal one", "§<tool> and §<tool></tool>", []Kind{Reply, Log}},
		{"another spelling with a shape", "<Tool> and §<tool id='1'>\n<tool_name>x</tool_name></tool>", []Kind{Reply, Log}},
		{"a mention in thinking", "<thinking>a <tool> or </tool></thinking>§" + call, []Kind{Reply, Log}},
		{"a pair in thinking", "<thinking>a <tool>x</tool> b</thinking>§" + call, []Kind{Reply, Log}},
		{"a call in thinking", "<thinking>a §" + call + "</thinking>§" + call, []Kind{Reply, Log}},
		{"a call in thinking, cut", "<thinking><tool>\n<server_name>local</server_name></thinking>§" + call, []Kind{Reply, Log}},
		{"another spelling in thinking", "<thinking><Tool>\n<server_name>local</server_name></Tool></thinking>§" + call, []Kind{Reply, Log}},
		{"what follows thinking is no shape", "<thinking><tool></thinking>\n<server_name>local</server_name>", []Kind{Reply, Log}},
		{"thinking that nothing closes", "<thinking>a <tool> or §" + call, []Kind{Reply}},
		{"thinking that nothing closes, in a log", "<thinking>a §<tool> or §" + call, []Kind{Log}},
		{"thinking in thinking", "<thinking>a <tool> <thinking> b</thinking>§<tool>", []Kind{Reply}},
		{"a mention of thinking in a log", "<thinking> §<tool> <thinking> <tool></thinking>§<tool>", []Kind{Log}},
		{"an end alone", "</thinking>§<tool>", []Kind{Reply, Log}},
		{"a user's mention", user + "use <tool>, please" + assistant + "§<tool>", []Kind{Reply, Log}},
		{"a user's call", user + "like §" + call + assistant + "§<tool>", []Kind{Reply, Log}},
		{"a mention before a label", user + "use <tool>" + assistant + "\n<server_name>local</server_name>", []Kind{Reply, Log}},
		{"thinking ends with its message", user + "a" + assistant + "<thinking> <tool>\n" + user + "b" + assistant + "§<tool>", []Kind{Reply, Log}},
	} {
		var want []int
		text := test.text
		for {
			at := strings.Index(text, "§")
			if at < 0 {
				break
			}
			want = append(want, at)
			text = text[:at] + text[at+len("§"):]
		}
		for _, kind := range test.kinds {
			f := Read(text, kind)
			checkFile(t, f)
			checkMessages(t, f)
			got := fileStarts(f)
			if len(got) != len(want) {
				t.Errorf("%s, as a %v: starts %v, want %v", test.name, kind, got, want)
				continue
			}
			for i := range got {
				if got[i] != want[i] {
					t.Errorf("%s, as a %v: starts %v, want %v", test.name, kind, got, want)
				}
			}
		}
	}
}

// TestEditsOfMessages checks that an edit of a message changes that place and no other,
// wherever the message starts.
func TestEditsOfMessages(t *testing.T) {
	for _, s := range readSessions(t) {
		f := Read(s.text, s.kinds[0])
		for i := range f.Segments {
			seg := &f.Segments[i]
			for at := range len(seg.Text) + 1 {
				span, text, _ := seg.FileEdit(xmlcall.Span{Start: at, End: at}, "x\ny")
				got := f.Text[:span.Start] + text + f.Text[span.End:]
				from := seg.FileSpan(xmlcall.Span{}).Start
				want := f.Text[:from] + seg.Text[:at] + "x\ny"
				if rest := f.Text[from+at:]; !strings.HasPrefix(got, want) || !strings.HasSuffix(got, rest) {
					t.Fatalf("%s: %q at %d", s.name, got, at)
				}
			}
		}
	}
}
