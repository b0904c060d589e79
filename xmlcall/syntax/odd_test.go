package syntax

import (
	"testing"

	"github.com/entrhq/forge-lsp/internal/odd"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestOdd calls everything with unusual offsets and spans of a short text.
func TestOdd(t *testing.T) {
	odd.Calls(t, []any{EndsLikeSection, Envelope, FindEscapedTool, FindEscapedToolEnd, FindSectionOpener, FindThinking, HasThinking, IsElementName, LocalName, NormalizeNewlines, OneSlip, ReferenceNumber, TagName, ToolTagAt, Trim}, nil,
		"<Tool a='b'></thinking>", "&#xD83D;", ":", "\r\n\xff", xmlcall.Span{Start: 1, End: 2},
	)
}
