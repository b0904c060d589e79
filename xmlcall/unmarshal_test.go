package xmlcall

import (
	"encoding/xml"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/test/cases"
)

// anyElement matches any element, so that whole calls can be compared.
type anyElement struct {
	XMLName  xml.Name
	Text     string       `xml:",chardata"`
	Children []anyElement `xml:",any"`
}

// decodeAsRuntime decodes as the runtime does: the whole block is repaired if
// necessary, and the arguments are decoded from their inner XML.
func decodeAsRuntime(src string, v any) error {
	var call runtimeCall
	if err := xml.Unmarshal([]byte(src), &call); err != nil {
		if err := xml.Unmarshal([]byte(Repair(src)), &call); err != nil {
			return err
		}
	}
	return xml.Unmarshal([]byte("<arguments>"+string(call.Arguments.InnerXML)+"</arguments>"), v)
}

// corrupts reports whether the runtime's repair changes more than it has to.
func corrupts(b *Block) bool {
	if b.Verdict().Outcome != Repaired {
		return false
	}
	for _, t := range b.Tokens {
		if (t.Kind() == CDATA || t.Kind() == Comment || t.Kind() == ProcInst || t.Kind() == Directive) && Repair(b.Slice(t.Span())) != b.Slice(t.Span()) {
			return true
		}
	}
	return false
}

func checkUnmarshal(t *testing.T, b *Block) {
	t.Helper()
	var want, got anyElement
	err := b.Unmarshal(&got)
	if b.Verdict().Outcome == Refused {
		var refused *RefusedError
		if !errors.As(err, &refused) || refused.Verdict != b.Verdict() || !strings.HasSuffix(err.Error(), b.Verdict().Reason) {
			t.Fatalf("%v, want %v", err, b.Verdict())
		}
		return
	}
	if i := b.Arguments(); i != NoElement {
		wantErr := decodeAsRuntime(b.Source(), &want)
		if (err != nil) != (wantErr != nil) {
			t.Fatalf("%v, runtime %v\n%q", err, wantErr, b.Source())
		}
		if err != nil {
			return
		}
		if got.Text != b.Element(i).Text() { // and not the result of the repair
			t.Fatalf("text %q, want %q", got.Text, b.Element(i).Text())
		}
	} else if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.Children, got.Children); diff != "" && !corrupts(b) {
		t.Fatalf("(-runtime +xmlcall):\n%s\n%q", diff, b.Source())
	}
}

func TestUnmarshalConformance(t *testing.T) {
	n := 0
	for _, c := range cases.Load(t, "assistant", "document", "stream") {
		for _, b := range blocksOf(c.Text) {
			n++
			checkUnmarshal(t, b)
		}
	}
	t.Logf("%d blocks", n)
}

func FuzzUnmarshal(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		blocks := blocksOf(text)
		if !strings.Contains(text, toolClose) {
			blocks = append(blocks, ParseAt("<tool><tool_name>x</tool_name><arguments>"+text+"</arguments></tool>", 0))
		}
		for _, b := range blocks {
			if b.Delimiters == Closed {
				checkUnmarshal(t, b)
			}
		}
	})
}

type applyDiff struct {
	Path  string `xml:"path"`
	Line  int    `xml:"line"`
	Edits []struct {
		Search  string `xml:"search"`
		Replace string `xml:"replace"`
	} `xml:"edits>edit"`
}

func TestUnmarshal(t *testing.T) {
	const reply = `See. <tool><tool_name>apply_diff</tool_name><arguments a="&x"><path>R&D/&nbsp;.go</path>
<!-- a & b --><edits><edit><search><![CDATA[x && y]]></search><replace>&lt;&amp</replace></edit></edits></arguments></tool>`
	got := applyDiff{Path: "old", Line: 7, Edits: make([]struct {
		Search  string `xml:"search"`
		Replace string `xml:"replace"`
	}, 3)}
	if err := Unmarshal(reply, &got, Options{}); err != nil {
		t.Fatal(err)
	}
	want := applyDiff{Path: "R&D/&nbsp;.go"}
	want.Edits = append(want.Edits, struct {
		Search  string `xml:"search"`
		Replace string `xml:"replace"`
	}{"x && y", "<&amp"})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	var m map[string]any
	if err := Unmarshal(reply, &m, Options{}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]any{"path": "R&D/&nbsp;.go", "edits": []any{
		map[string]any{"search": "x && y", "replace": "<&amp"},
	}}, m); diff != "" {
		t.Error(diff)
	}
}

func TestUnmarshalErrors(t *testing.T) {
	call := func(s string) string {
		return "Text.\n<tool>\n<tool_name>x</tool_name><arguments>\n" + s + "</arguments></tool>"
	}
	before := applyDiff{Path: "kept", Line: 3}
	for reply, want := range map[string]string{
		"no call":       ErrNoCall.Error(),
		"<tool>":        ErrNoCall.Error(),
		call("<line>"):  "the call is refused: XML syntax error on line 3: element <line> closed by </arguments>",
		"<tool></tool>": "the call is refused: tool_name is required in tool call",
		call("<path>new</path><line>five</line>"): `arguments of x: strconv.ParseInt: parsing "five": invalid syntax`,
	} {
		got := before
		if err := Unmarshal(reply, &got, Options{}); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", reply, err, want)
		}
		if diff := cmp.Diff(before, got); diff != "" {
			t.Errorf("%q: the target changed:\n%s", reply, diff)
		}
	}
	var refused *RefusedError
	if err := Unmarshal(call("<line>"), &before, Options{}); !errors.As(err, &refused) || refused.Line != 3 {
		t.Errorf("line: %+v", refused)
	}
	if err := Unmarshal("<tool></tool>", &before, Options{}); !errors.As(err, &refused) || refused.Line != 0 {
		t.Errorf("line: %+v", refused)
	}
	for _, v := range []any{nil, before, (*applyDiff)(nil)} {
		if err := Unmarshal(call(""), v, Options{}); err == nil || !strings.Contains(err.Error(), "needs a pointer") {
			t.Errorf("%T: %v", v, err)
		}
	}
	for _, reply := range []string{"<tool><tool_name>x</tool_name></tool>", "<tool><tool_name>x</tool_name><arguments/></tool>"} {
		got, m := before, map[string]any{"old": 1}
		if err := Unmarshal(reply, &got, Options{}); err != nil || got.Path != "" {
			t.Errorf("%q: %v %+v", reply, err, got)
		}
		if err := Unmarshal(reply, &m, Options{}); err != nil || len(m) != 0 {
			t.Errorf("%q: %v %v", reply, err, m)
		}
	}
}

// TestManyAmpersands decodes calls with more problems than are recorded.
func TestManyAmpersands(t *testing.T) {
	for _, n := range []int{maxProblems - 1, maxProblems, maxProblems + 1, 3 * maxProblems} {
		want := strings.Repeat("a & b &c; ", n)
		src := "<tool><tool_name>x</tool_name><arguments at='&'><text>" + want + "</text><!-- & --><code at='& &'><![CDATA[a && b]]></code></arguments></tool>"
		var v struct {
			Text string `xml:"text"`
			Code string `xml:"code"`
		}
		b := ParseAt(src, 0)
		if err := b.Unmarshal(&v); err != nil || v.Text != want || v.Code != "a && b" {
			t.Errorf("%d ampersands: %v, text %.20q of %d bytes, code %q", n, err, v.Text, len(v.Text), v.Code)
		}
	}
}
