package ls

import (
	"iter"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// Link returns the path that the place is in; "" if it is not in one.
func (p *Place) Link() string {
	if p.call != nil {
		for span, path := range pathsIn(p.doc, p.call.Call) {
			if span.Start <= p.at && p.at <= span.End {
				return path
			}
		}
	}
	return ""
}

// pathsIn yields the paths in the arguments of a call, each with its place in the text of the
// call's segment.
func pathsIn(doc *diagnostics.Document, call *diagnostics.Call) iter.Seq2[xmlcall.Span, string] {
	return func(yield func(xmlcall.Span, string) bool) {
		block := call.Block()
		tool := doc.Options().Toolset().Of(block)
		if tool == nil {
			return
		}
		known := tool.Elements(block)
		for id, e := range block.Elements() {
			if e.HasChildren() || e.Content().Len() == 0 || e.Content().Len() > maxPath {
				continue
			}
			a := known[id]
			if a == nil || !a.HoldsPath() {
				continue
			}
			path, span := strings.TrimSpace(e.Text()), e.Content()
			if inner := block.Tokens[e.First()+1]; inner.Kind() == xmlcall.CDATA && inner.Span() == span {
				span = inner.Inner()
			}
			if path != "" && !strings.ContainsAny(path, "\r\n") && !yield(syntax.Trim(block.Text, span), path) {
				return
			}
		}
	}
}

// maxPath bounds the length of a path, in bytes as written.
const maxPath = 4096
