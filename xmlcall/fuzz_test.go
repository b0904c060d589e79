package xmlcall

import (
	"encoding/xml"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/cases"
)

// runtimeCall has the fields that the runtime decodes a block into.
type runtimeCall struct {
	XMLName    xml.Name `xml:"tool"`
	ServerName string   `xml:"server_name"`
	ToolName   string   `xml:"tool_name"`
	Arguments  struct {
		InnerXML []byte `xml:",innerxml"`
	} `xml:"arguments"`
}

func seeds(f *testing.F) {
	f.Helper()
	for _, c := range cases.Load(f, "assistant", "document", "escape", "stream") {
		if len(c.Text) < 1<<16 {
			f.Add(c.Text)
		}
	}
}

// FuzzVerdict checks the verdict, and the decoded envelope, against encoding/xml in
// strict mode, with and without the repair.
func FuzzVerdict(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		for _, b := range blocksOf(text) {
			checkTiles(t, b)
			if b.Delimiters != Closed {
				continue
			}
			checkVerdict(t, b)
		}
		// Most inputs do not hold a complete block, so check the whole text as one too.
		if !strings.Contains(text, toolClose) {
			b := ParseAt(toolOpen+"<tool_name>x</tool_name>"+text+toolClose, 0)
			checkTiles(t, b)
			checkVerdict(t, b)
		}
	})
}

func checkVerdict(t *testing.T, b *Block) {
	t.Helper()
	v := b.Verdict()
	if at, ok := v.At(); ok && (at < b.Span.Start || at > b.Span.End) {
		t.Fatalf("the parser stops at %d, outside of %v", at, b.Span)
	}
	src := b.Source()
	var call runtimeCall
	want, fallback, reason := Runs, false, ""
	err := xml.Unmarshal([]byte(src), &call)
	if err != nil {
		fallback = true
		want, reason = Repaired, err.Error()
		err = xml.Unmarshal([]byte(Repair(src)), &call)
	}
	switch {
	case err != nil:
		want, reason = Refused, err.Error()
	case call.ToolName == "":
		want, reason = Refused, "tool_name is required in tool call"
	}
	if v.Reason != reason {
		t.Fatalf("reason %q, encoding/xml %q\n%q", v.Reason, reason, src)
	}
	if v.Outcome != want || v.Fallback != fallback {
		t.Fatalf("verdict %v (fallback %v, %q), encoding/xml %v (fallback %v, %v)\n%q",
			v.Outcome, v.Fallback, v.Reason, want, fallback, err, src)
	}
	if err != nil && !slices.ContainsFunc(b.Problems, func(p Problem) bool { return p.Kind.Refuses() }) {
		t.Fatalf("refused without a problem: %v\n%q", err, src)
	}
	for _, p := range b.Problems {
		if err == nil && p.Kind.Refuses() && p.Kind != MalformedCDATA && p.Kind != UnclosedCDATA {
			t.Fatalf("problem %+v in a block that encoding/xml reads\n%q", p, src)
		}
	}
	if err != nil {
		return
	}
	server := call.ServerName
	if server == "" {
		server = "local"
	}
	if b.ToolName() != call.ToolName || b.ServerName() != server {
		t.Fatalf("tool %q server %q, want %q %q\n%q", b.ToolName(), b.ServerName(), call.ToolName, server, src)
	}
	if args, ok := b.Decode(); ok {
		checkArguments(t, args, call.Arguments.InnerXML)
	}
}

// checkArguments compares a decoded tree with what encoding/xml's tokens give.
func checkArguments(t *testing.T, args *Value, inner []byte) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader("<arguments>" + string(inner) + "</arguments>"))
	root := &Value{}
	stack := []*Value{root}
	for {
		tok, err := d.RawToken()
		if err != nil {
			break
		}
		top := stack[len(stack)-1]
		switch tok := tok.(type) {
		case xml.StartElement:
			v := &Value{Name: tok.Name.Local}
			top.Children = append(top.Children, v)
			stack = append(stack, v)
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		case xml.CharData:
			top.Text += string(tok)
		}
	}
	if got, want := render(args), render(root.Children[0]); got != want {
		t.Fatalf("arguments %s, want %s\n%q", got, want, inner)
	}
}

func render(v *Value) string {
	s := "(" + v.Name + " " + strings.ToValidUTF8(v.Text, "?")
	for _, c := range v.Children {
		s += render(c)
	}
	return s + ")"
}

var entity = regexp.MustCompile(`&(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);`)

// FuzzRepair checks the repair against its definition: a pattern decides which
// ampersands stay, all others become &amp;.
func FuzzRepair(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		stay := map[int]bool{}
		for _, m := range entity.FindAllStringIndex(text, -1) {
			stay[m[0]] = true
		}
		var want strings.Builder
		for i := range len(text) {
			if text[i] == '&' && !stay[i] {
				want.WriteString("&amp;")
			} else {
				want.WriteByte(text[i])
			}
		}
		if got := Repair(text); got != want.String() {
			t.Fatalf("Repair(%q) = %q, want %q", text, got, want.String())
		}
		if got := Repair(Repair(text)); got != Repair(text) {
			t.Fatalf("not idempotent: %q", text)
		}
	})
}
