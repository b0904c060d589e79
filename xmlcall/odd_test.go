package xmlcall

import (
	"errors"
	"testing"

	"github.com/entrhq/forge-lsp/internal/odd"
)

// TestOdd calls everything with zero values and unusual arguments.
func TestOdd(t *testing.T) {
	const call = "<tool><tool_name>x</tool_name><arguments><a>&amp; & <![CDATA[&]]></a></arguments></tool>"
	loop := &Value{Name: "a"}
	loop.Children = []*Value{loop}
	blocks := []any{
		&Block{}, ParseAt("", 0), ParseAt("abc", 1), ParseAt(call, 0), ParseAt(call, 3), ParseAt("<tool>", 0),
		ParseAt("<Tool a='b'><c", 0), ParseAt("<tool>{\"tool_name\":\"x\"}</tool>", 0),
	}
	more := append([]any{
		Span{-1, 5},
		Span{5, 1},
		Span{1 << 40, 1 << 41},
		Span{0, 3},
		Options{MaxSize: -1},
		Options{MaxSize: 1},
		&Token{start: 3, end: 1 << 30}, &Token{end: 3, of: 99 << kindBits},
		loop, &Value{Name: "<", Children: []*Value{nil}}, (*Value)(nil),
		Value{Children: []*Value{nil, nil}},
		new(map[string]any), (*int)(nil), new(string), func() {},
	}, blocks...)
	odd.Calls(t, []any{
		Blocks, Find, NewParser, ParseAt, ReferenceAt, Repair, Unmarshal,
	}, append([]any{
		Element{},
		ParseAt(call, 0).Element(NoElement), ParseAt(call, 0).Element(1), ParseAt(call, 0).Element(99),
		Outcome(200), ProblemKind(200),
		&Parser{}, NewParser(call, Options{}), &RefusedError{},
		Span{},
		Token{},
		Problem{},
		Verdict{},
		&Value{}, loop, (*Value)(nil), &Value{Children: []*Value{nil}},
	}, blocks...), more...)
}

// TestNoTag checks that a block at an offset without a tag is as documented.
func TestNoTag(t *testing.T) {
	for _, offset := range []int{-3, 0, 1, 3, 4, 1 << 40} {
		b := ParseAt("abc", offset)
		v := b.Verdict()
		if _, placed := v.At(); v.Outcome != Refused || v.Reason == "" || placed || b.Delimiters != Unrecognized {
			t.Errorf("%d: %+v, form %d", offset, v, b.Delimiters)
		}
		if want := min(max(offset, 0), 3); b.Span != (Span{want, want}) || len(b.Tokens)+b.NumElements() > 0 {
			t.Errorf("%d: %+v with %d tokens", offset, b.Span, len(b.Tokens))
		}
		if arguments, ok := b.Decode(); arguments != nil || ok || b.ToolName() != "" || argumentsOf(b).Text != "" {
			t.Errorf("%d: there are arguments", offset)
		}
		var refused *RefusedError
		if err := b.Unmarshal(new(string)); !errors.As(err, &refused) || refused.Line != 0 {
			t.Errorf("%d: %v", offset, err)
		}
	}
	if i, ok := Find("a<tool>", -5); i != 1 || !ok {
		t.Errorf("found at %d, %v", i, ok)
	}
}
