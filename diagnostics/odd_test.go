package diagnostics

import (
	"testing"

	"github.com/entrhq/forge-lsp/document"
	"github.com/entrhq/forge-lsp/internal/odd"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestOdd calls everything with zero values and unusual arguments.
func TestOdd(t *testing.T) {
	const call = "prose <tool><tool_name>x</tool_name><arguments><a>& <</a></arguments></tool>\n"
	res := Run(document.Read(call, document.Reply))
	options := Options{
		Tools: toolspec.NewSet(&toolspec.Tool{}, nil), Rules: map[string]Level{"": Off, "no-such-rule": 200, "raw-less-than": 200},
		MaxSize: -1, Intended: 200,
	}
	odd.Calls(t, []any{Apply, Codes, Detailed, DirectiveWords, FixAll, Notations, Groups, InGroup, Interruptible, Levels, Lookup, NoTools, Rules, Run}, []any{
		&Call{}, &res.Calls[0], &Diagnostic{}, &Diagnostic{Call: 1 << 40}, Notation(200), Intended(200), Level(200),
		Options{},
		options,
		&Fix{}, &Interrupt{},
		Summary{},
		Summary{Calls: -1},
		&Summary{},
		ToolVerdict(200), &Result{}, res, &Document{}, Options{}.Open(text.New(call+call), document.Reply), &Placed{Diagnostic: &Diagnostic{}}, Run(&document.File{}), &Rule{}, Lookup("raw-less-than"), Severity(-1),
	},
		Edit{}, Edit{Span: xmlcall.Span{Start: -5, End: 2}, Text: "x"}, Edit{Span: xmlcall.Span{Start: 7, End: 3}}, Edit{Span: xmlcall.Span{Start: 1, End: 1 << 40}},
		[]Edit{{Span: xmlcall.Span{Start: 3, End: 5}}, {Span: xmlcall.Span{Start: 0, End: 4}}},
		&res.Diagnostics[0], (*Diagnostic)(nil), &Diagnostic{Call: 1 << 40}, &Diagnostic{Call: -5}, (*Rule)(nil), Lookup("raw-less-than"),
		document.Kind(200), document.Reply, &Call{}, &res.Calls[0], Summary{Calls: -1}, document.Comments(200), res, (*Result)(nil), res.File, (*document.File)(nil), call, &Placed{Diagnostic: &Diagnostic{}}, text.New(call), func() {},
	)
}
