package xmlcall

import (
	"cmp"
	"fmt"
	"strings"
	"testing"
)

// TestDepth decodes a call of a million nested elements. It checks that this neither
// needs a stack of a million calls nor loses the elements beside them.
func TestDepth(t *testing.T) {
	const n = 1_000_000
	b := ParseAt("<tool><tool_name>x</tool_name><arguments>"+strings.Repeat("<a>", n)+strings.Repeat("</a>", n)+"<b>after</b></arguments></tool>", 0)
	if v := b.Verdict(); v.Outcome != Runs || b.NumElements() != n+4 {
		t.Fatalf("%+v with %d elements", v, b.NumElements())
	}
	args, ok := b.Decode()
	if !ok || len(args.Children) != 2 || args.Children[1].Text != "after" {
		t.Fatalf("decoded: %v", ok)
	}
	depth := 0
	for v := args; len(v.Children) > 0; v = v.Children[0] {
		depth++
	}
	if depth != MaxDepth {
		t.Errorf("%d levels, want %d", depth, MaxDepth)
	}
	if m := args.Infer(); m["b"] != "after" {
		t.Errorf("inferred: %v", m["b"])
	}
}

// TestDeepest decodes elements around the greatest depth: those that are deeper are left out, and
// those beside them are not.
func TestDeepest(t *testing.T) {
	nested := func(n int) string {
		return "<tool><tool_name>x</tool_name><arguments>" + strings.Repeat("<a>", n) + "<b>1</b><c><d/></c><e>2</e>" + strings.Repeat("</a>", n) + "</arguments></tool>"
	}
	for _, n := range []int{MaxDepth - 3, MaxDepth - 2, MaxDepth - 1, MaxDepth, MaxDepth + 1} {
		v, ok := ParseAt(nested(n), 0).Decode()
		if !ok {
			t.Fatalf("%d levels are not read", n)
		}
		m := v.Infer()
		for range min(n, MaxDepth) {
			if v = v.Children[0]; v.Name != "a" {
				t.Fatalf("%d levels: %s", n, v.Name)
			}
		}
		names := ""
		for _, c := range v.Children {
			names += c.Name
			for _, d := range c.Children {
				names += d.Name
			}
		}
		want := map[int]string{MaxDepth - 3: "bcde", MaxDepth - 2: "bcde", MaxDepth - 1: "bce"}[n]
		if names != want {
			t.Errorf("%d levels: %q, want %q", n, names, want)
		}
		levels := 0 // with a map
		for ; m["a"] != nil; levels++ {
			next, ok := m["a"].(map[string]any)
			if !ok {
				break
			}
			m = next
		}
		inferred := map[int]string{MaxDepth - 3: "map[b:1 c:map[d:] e:2]", MaxDepth - 2: "map[b:1 c:map[d:] e:2]", MaxDepth - 1: "map[b:1 c: e:2]"}[n]
		if got := fmt.Sprint(m); levels != min(n, MaxDepth-1) || got != cmp.Or(inferred, "map[a:]") {
			t.Errorf("%d levels: after %d levels %s is inferred", n, levels, got)
		}
	}
}

// TestInferDeep checks how deep a tree that a program built is inferred.
func TestInferDeep(t *testing.T) {
	v := &Value{Name: "a", Text: "x"}
	for range MaxDepth + 5 {
		v = &Value{Name: "a", Children: []*Value{v, {Name: "b", Text: "y"}}}
	}
	levels := 0
	for m := v.Infer(); m != nil; levels++ {
		m, _ = m["a"].(map[string]any)
	}
	if levels != MaxDepth {
		t.Errorf("%d levels, want %d", levels, MaxDepth)
	}
}

// TestDecoded checks which of several arguments elements is read, and that an element alone is
// decoded as with all arguments, the ampersand repair included.
func TestDecoded(t *testing.T) {
	for _, test := range []struct{ envelope, source, text string }{
		{"<arguments><a>1</a></arguments>", "<arguments><a>1</a></arguments>", "1"},
		{"<arguments><a>1</a></arguments><arguments><a>2</a></arguments>", "<arguments><a>2</a></arguments>", "2"},
		{"<p:arguments><a>1</a></p:arguments>", "<p:arguments><a>1</a></p:arguments>", "1"},
		{"<arguments><a><![CDATA[x && y]]></a></arguments>", "<arguments><a><![CDATA[x && y]]></a></arguments>", "x && y"},
		{"<arguments><a><![CDATA[x & y]]> & z</a></arguments>", "<arguments><a><![CDATA[x & y]]> & z</a></arguments>", "x &amp; y & z"},
		{"<argument><arguments>1</arguments></argument>", "", ""},
		{"", "", ""},
	} {
		b := ParseAt("<tool><tool_name>x</tool_name>"+test.envelope+"</tool>", 0)
		at := b.Arguments()
		a, _ := b.Child(at, "a")
		if b.Slice(b.Element(at).Span()) != test.source || b.Element(a).Decoded() != test.text {
			t.Errorf("%s: %q with %q", test.envelope, b.Slice(b.Element(at).Span()), b.Element(a).Decoded())
		}
		if all, ok := b.Decode(); ok != (at != NoElement) || ok && (!all.Equal(b.Decoded(at)) || !all.Children[0].Equal(b.Decoded(a))) {
			t.Errorf("%s: %+v", test.envelope, all)
		}
	}
	if v, e := new(Block).Decoded(0), new(Block).Element(0); v.Name != "" || e.Decoded() != "" {
		t.Errorf("a block without elements: %+v, %q", v, e.Decoded())
	}
}
