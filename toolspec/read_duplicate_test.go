package toolspec

import (
	"fmt"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestDuplicates checks for each overridden element whether its value is lost.
func TestDuplicates(t *testing.T) {
	tool := toolFrom(t, `{"name": "x", "schema": {"properties": {
		"s": {"type": "string"}, "n": {"type": "integer"}, "b": {"type": "boolean"}, "o": {"type": "object", "properties": {"p": {"type": "string"}, "q": {"type": "number"}}},
		"l": {"type": "array", "items": {"type": "object", "properties": {"search": {"type": "string", "minLength": 1}, "replace": {"type": "string"}},
			"xml": {"name": "edit"}}}}}}`)
	for _, test := range []struct{ arguments, want string }{
		{"<s>a</s><s>b</s>", "s: other"},
		{"<s>a</s><s>a</s>", "s: same"},
		{"<s>a &amp; b</s><s><![CDATA[a & b]]></s>", "s: same"},
		{"<s>a</s><s>a </s>", "s: other"},
		{"<s>a</s><s></s>", "s: other, empty"},
		{"<s></s><s></s>", "s: same, empty"},
		{"<s>a</s><s> </s>", "s: other"},
		{"<s>a</s><s>b</s><s>a</s>", "s: same; s: other"},
		{"<n>5</n><n> 5 </n>", "n: same"},
		{"<n>5</n><n>6</n>", "n: other"},
		{"<n>5</n><n/>", "n: other, empty; n: zero"},
		{"<n>x</n><n>5</n>", "n: other; n: type"}, // the runtime reads it, and refuses the call
		{"<b>true</b><b>false</b>", "b: other"},
		// The members of both are those of one object.
		{"<o><p>a</p></o><o>\n  <p>a</p>\n</o>", "p: same"},
		{"<o><p>a</p><q>1</q></o><o><p>a</p><q> 1</q></o>", "p: same; q: same"},
		{"<o><p>a</p></o><o><p>a </p></o>", "p: other"},
		{"<o><p>a</p></o><o><q>1</q></o>", ""},
		{"<o><p>a</p></o><o></o>", ""},
		// Two pairs in one edit are one edit with the second pair.
		{"<l><edit><search>a</search><replace>b</replace><search>c</search><replace>d</replace></edit></l>", "search: other; replace: other"},
		{"<l><edit><search>a</search><replace>b</replace><search>a</search><replace></replace></edit></l>", "search: same; replace: other, empty"},
		{"<l><edit><search>a</search></edit></l><l><edit><search>b</search></edit></l>", ""}, // joined
		{"<l><edit><search>a</search><search></search></edit></l>", "search: other, empty; search: empty"},
	} {
		var got []string
		for _, i := range tool.Read(xmlcall.ParseAt("<tool><tool_name>x</tool_name><arguments>"+test.arguments+"</arguments></tool>", 0)).Issues {
			text := kindWords[i.Kind]
			if i.Kind == DuplicateArgument {
				text = map[bool]string{true: "same", false: "other"}[i.Same]
				if i.Empty {
					text += ", empty"
				}
			} else if i.Same || i.Empty {
				t.Errorf("%s: %+v", test.arguments, i)
			}
			got = append(got, i.Name+": "+text)
		}
		if s := strings.Join(got, "; "); s != test.want {
			t.Errorf("%s: %q, want %q", test.arguments, s, test.want)
		}
	}
}

// TestTexts checks the text that is dropped beside the items of a list and the members
// of an object, and in their place.
func TestTexts(t *testing.T) {
	set := NewSet(toolFrom(t, `{"name": "x", "schema": {"properties": {
		"tags": {"type": "array", "items": {"type": "string"}}, "ids": {"type": "array", "items": {"type": "integer"}},
		"o": {"type": "object", "properties": {"p": {"type": "string"}}},
		"edits": {"type": "array", "items": {"type": "object", "properties": {"search": {"type": "string"}}}}}}}`))
	for _, test := range []struct{ arguments, want string }{
		{"<tags>a, b</tags>", "shape tags at 'a, b' [a b]"},
		{"<tags><![CDATA[a, b]]></tags>", "text tags at '<![CDATA[a, b]]>' [a b]"},
		{"<tags> <![CDATA[- a\n- b]]>\n</tags>", "text tags at '<![CDATA[- a\n- b]]>' [a b]"},
		{"<tags>a <![CDATA[& b]]></tags>", "text tags at 'a <![CDATA[& b]]>' [a & b]"},
		{"<tags><![CDATA[[a, b]]]></tags>", "text tags at '<![CDATA[[a, b]]]>' []"}, // not JSON
		{`<tags><![CDATA[["a", "b"]]]></tags>`, `text tags at '<![CDATA[["a", "b"]]]>' [a b]`},
		{"<tags><![CDATA[<tag>a</tag>]]></tags>", "text tags at '<![CDATA[<tag>a</tag>]]>' []"},
		{"<tags><tag><![CDATA[a, b]]></tag></tags>", ""},
		{"<ids><id><![CDATA[5]]></id></ids>", ""},
		// Beside items.
		{"<tags>a, <tag>b</tag>, c</tags>", "text tags at 'a,' []; text tags at ', c' []"},
		{"<tags><tag>a</tag>\n  <!-- and --> b <!-- c --> &amp; <![CDATA[d]]>\n</tags>", "text tags at 'b <!-- c --> &amp; <![CDATA[d]]>' []"},
		{"<tags><tag>a</tag>\n<!-- and -->\n</tags>", ""},
		{"<tags><item>a</item> and b</tags>", "shape tags at '<item>a</item>' []; text tags at 'and b' []"},
		// Beside members.
		{"<o>as follows: <p>a</p></o>", "text o at 'as follows:' []"},
		{"<o><![CDATA[x]]></o>", "text o at '<![CDATA[x]]>' []"},
		{"<o><![CDATA[<p>a</p>]]></o>", "text o at '<![CDATA[<p>a</p>]]>' []"},
		{"<edits><edit>a → b<search>a</search></edit></edits>", "text edit at 'a → b' []"},
		{"<edits><edit>\n<search>a</search>\n</edit></edits>", ""},
	} {
		b := xmlcall.ParseAt("<tool><tool_name>x</tool_name><arguments>"+test.arguments+"</arguments></tool>", 0)
		var got []string
		for _, i := range set.Of(b).Read(b).Issues {
			got = append(got, fmt.Sprintf("%s %s at '%s' %v", kindWords[i.Kind], i.Name, b.Slice(i.Span), i.Values))
		}
		if s := strings.Join(got, "; "); s != test.want {
			t.Errorf("%s\n%s, want\n%s", test.arguments, s, test.want)
		}
	}
}

// TestOpenList checks that elements of one name that no schema describes are read as a
// list, by ADR-0019's table.
func TestOpenList(t *testing.T) {
	tool := toolFrom(t, `{"name": "x"}`)
	reading := tool.Read(xmlcall.ParseAt("<tool><tool_name>x</tool_name><arguments><a>1</a><b>x</b><a>y</a></arguments></tool>", 0))
	if got := fmt.Sprint(reading.Arguments); got != "map[a:[1 y] b:x]" || len(reading.Issues) > 0 {
		t.Errorf("%s %+v", got, reading.Issues)
	}
}
