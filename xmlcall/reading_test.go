package xmlcall_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/live"
)

// TestAttributes checks that an element has the attributes of its start tag, whether
// the call runs or not.
func TestAttributes(t *testing.T) {
	type attribute [3]string // whole, name, value
	const call = `<tool><tool_name a="1">x</tool_name><arguments><path b='x y' c = "">p</path><none/><d e="2"/>`
	for _, rest := range []string{"</arguments></tool>", " < </arguments></tool>", "</tool>", ""} {
		b := xmlcall.ParseAt(call+rest, 0)
		got := map[string][]attribute{}
		for id, e := range b.Elements() {
			for _, a := range e.Attributes() {
				got[e.Name()] = append(got[e.Name()], attribute{b.Slice(a.Span), b.Slice(a.Name), b.Slice(a.Value)})
				if a.Element != id {
					t.Errorf("%q: of element %d, not of %d", b.Slice(a.Span), a.Element, id)
				}
			}
		}
		if diff := cmp.Diff(map[string][]attribute{
			"tool_name": {{`a="1"`, "a", "1"}},
			"path":      {{`b='x y'`, "b", "x y"}, {`c = ""`, "c", ""}},
			"d":         {{`e="2"`, "e", "2"}},
		}, got); diff != "" {
			t.Errorf("%q:\n%s", rest, diff)
		}
	}
}

// TestChildren compares the children of each element, and the last one of a name, with the parents
// of all elements, in blocks of few and of many elements.
func TestChildren(t *testing.T) {
	for _, n := range []int{1, 5, 6, 20} {
		text := "<tool><tool_name>x</tool_name><arguments>" + strings.Repeat("<x:a>b<c/><d><c/></d></x:a><e/>", n) + "</arguments></tool>"
		for _, text := range []string{text, strings.Replace(text, "b", "<", 1)} {
			b := xmlcall.ParseAt(text, 0)
			for id := xmlcall.NoElement - 1; int(id) <= b.NumElements()+1; id++ {
				var want, got []xmlcall.ElementID
				last := map[string]xmlcall.ElementID{}
				for k, e := range b.Elements() {
					if e.Parent() == id && id >= 0 {
						want = append(want, k)
						last[e.Local()], last[e.Name()] = k, k
					}
				}
				for k, e := range b.Children(id) {
					if got = append(got, k); e.ID() != k || e.Parent() != id {
						t.Errorf("%d: child %d of %d is %d in %d", n, k, id, e.ID(), e.Parent())
					}
				}
				if !slices.Equal(got, want) {
					t.Errorf("%d: the children of %d are %v, want %v", n, id, got, want)
				}
				for range b.Children(id) {
					break // which is allowed
				}
				for _, name := range []string{"a", "c", "d", "e", "arguments", "x", "x:a"} {
					want, there := last[name]
					if got, ok := b.Child(id, name); ok != there || ok && got != want || !ok && got != xmlcall.NoElement {
						t.Errorf("%d: <%s> in %d is %d, %t, want %d, %t", n, name, id, got, ok, want, there)
					}
				}
			}
		}
	}
}

// TestEscaped checks calls whose tags are escaped: their extent, and the call that was meant.
func TestEscaped(t *testing.T) {
	for text, want := range map[string]string{
		"&lt;tool&gt;&lt;/tool&gt;": "<tool></tool>",
		"&lt;tool&gt;&lt;tool_name&gt;a &amp;amp; &#39;b&#39; &copy; &#10; &&lt;/tool_name&gt;&lt;/tool&gt;": "<tool><tool_name>a &amp; 'b' &copy; &#10; &</tool_name></tool>",
		"&lt;tool><tool_name>a &amp; b</tool_name>&lt;/tool>":                                                "<tool><tool_name>a &amp; b</tool_name></tool>",
		"&lt;tool&gt;{&quot;a&quot;: &quot;&lt;b>&quot;}&lt;/tool&gt;":                                       `<tool>{"a": "<b>"}</tool>`,
		"&lt;tool&gt;a &lt;b&gt;<b>&lt;/tool&gt;":                                                            "<tool>a <b><b></tool>",
		"&lt;tool&gt;": "", "&lt;tool &lt;/tool&gt;": "", "&lt;/tool&gt;": "", "&lt;tool&gt;<tool>&lt;/tool&gt;": "<tool><tool></tool>",
	} {
		const before = "a "
		b := xmlcall.ParseAt(before+text+" b", len(before))
		if want == "" {
			if b.Delimiters != xmlcall.Unrecognized || b.NumElements() != 0 {
				t.Errorf("%s: %v", text, b.Delimiters)
			}
			continue
		}
		at := b.Span.Start
		for _, token := range b.Tokens {
			if token.Span().Start != at {
				t.Errorf("%s: token %v after %d", text, token.Span(), at)
			}
			at = token.Span().End
		}
		if b.Delimiters != xmlcall.Escaped || b.Source() != text || at != b.Span.End || b.NumElements() != 1 ||
			b.Element(0).Name() != "tool" || b.Verdict().Outcome != xmlcall.Refused {
			t.Errorf("%s: %v, %q, %d elements, name %q, %v", text, b.Delimiters, b.Source(), b.NumElements(), b.Element(0).Name(), b.Verdict())
		}
		if got := b.Unescaped(); got != want {
			t.Errorf("%s: meant %s, want %s", text, got, want)
		}
	}
	if b := xmlcall.ParseAt("<Tool>&lt;</Tool>", 0); b.Unescaped() != b.Source() {
		t.Errorf("unescaped: %s", b.Unescaped())
	}
}

// TestEdges checks that a block in a reply is read as the live runtime reads it, whatever white
// space is at the ends of its content, and otherwise as alone.
func TestEdges(t *testing.T) {
	const call = "<tool_name>a</tool_name><arguments><b>c</b></arguments>"
	spaces := []string{"", " ", "\v", "\f\n\v", "\u00a0\v\u0085", "\x00", "\f<!-- -->\f", "<!-- \f -->\v", "a\v", "\va", "\v&\f", "\xff\v", "\ufffe"}
	for _, before := range spaces {
		for _, after := range spaces {
			for _, value := range []string{call, "", strings.Replace(call, "c", "c\f", 1), strings.Replace(call, "c", "c & d", 1), strings.Replace(call, "</b>", "", 1)} {
				for _, end := range []string{"</tool>", "</tool> \v"} {
					text := "<tool>" + before + value + after + end
					alone, inReply := xmlcall.ParseAt(text, 0), xmlcall.NewParser(text, xmlcall.Options{Live: true}).At(0)
					want := live.Read(text, xmlcall.Options{})
					if strings.TrimSpace(before+value+after) == "" || strings.Contains(text, "\xff") {
						continue // which are not calls to the live runtime, or valid
					}
					if got := inReply.Verdict(); got.Outcome != want.Verdict.Outcome {
						t.Errorf("%q: %v %s, live %v %s", text, got.Outcome, got.Reason, want.Verdict.Outcome, want.Verdict.Reason)
					}
					odd := strings.ContainsAny(before+after, "\v\f\x00\ufffe")
					if !odd && (alone.Verdict() != inReply.Verdict() || len(alone.Problems) != len(inReply.Problems)) {
						t.Errorf("%q: %v alone, %v in a reply", text, alone.Verdict(), inReply.Verdict())
					}
				}
			}
		}
	}
	// Each of many is looked at once.
	text := "<tool>" + strings.Repeat("\v", 1<<18) + call + "</tool>"
	if b := xmlcall.NewParser(text, xmlcall.Options{Live: true}).At(0); b.Verdict().Outcome != xmlcall.Runs || len(b.Problems) > 0 {
		t.Errorf("many: %v, %d problems", b.Verdict(), len(b.Problems))
	}
}

// TestHoles checks that no markup starts or ends in a hole, and that the text of a block is as written.
func TestHoles(t *testing.T) {
	const head, tail = "<tool><server_name>local</server_name><tool_name>x</tool_name><arguments>", "</arguments></tool>"
	for _, test := range []struct {
		content string // its holes are in ‹ and ›
		want    xmlcall.Outcome
	}{
		{"<path>‹{% if n < 3 %}›</path>", xmlcall.Runs},
		{"<path>‹{% if n < 3 %}›a < b</path>", xmlcall.Refused},
		{"<path>‹</path>›</path>", xmlcall.Runs},
		{"‹</tool>›<path>a</path>", xmlcall.Runs},
		{"‹<![CDATA[›<path>a</path>", xmlcall.Runs},
		{"<path><![CDATA[‹]]>›]]></path>", xmlcall.Runs},
		{"<path>‹{{ a && b }}›</path>", xmlcall.Runs},
		{"<path>‹{{ a && b }}› & c</path>", xmlcall.Repaired},
		{"<‹{{ .Key }}›>a</‹{{.Key}}›>", xmlcall.Runs},
		{"<a‹{{.B}}›>a</a‹{{.B}}›>", xmlcall.Runs},
		{"<path a=\"‹{{ \"b\" }}›\">a</path>", xmlcall.Runs},
		{"<!-- ‹{{!-- a --}}› --><path>‹\x00›</path>", xmlcall.Runs},
	} {
		var holes []xmlcall.Span
		marked := head + test.content + tail
		for {
			before, rest, ok := strings.Cut(marked, "‹")
			if !ok {
				break
			}
			inner, after, _ := strings.Cut(rest, "›")
			holes = append(holes, xmlcall.Span{Start: len(before), End: len(before) + len(inner)})
			marked = before + inner + after
		}
		for _, p := range []*xmlcall.Parser{xmlcall.NewParser(marked, xmlcall.Options{Holes: holes}), xmlcall.NewParser(marked, xmlcall.Options{Holes: holes}).Between(0, len(marked))} {
			if b := p.At(0); b.Verdict().Outcome != test.want || b.Source() != marked {
				t.Errorf("%s: %v: %s\n%s", test.content, b.Verdict().Outcome, b.Verdict().Reason, b.Source())
			}
		}
	}
}
