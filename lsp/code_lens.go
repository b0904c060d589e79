package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/foreign"
)

// maxLensCalls bounds how many calls of a document have lenses: a document with more is
// not worked through call by call.
const maxLensCalls = 1000

// codeLens answers textDocument/codeLens: above each call that does not run as written its
// outcome, an action that fixes it, and one that shows what the tool receives. Intended bad
// examples and calls whose findings are suppressed have none.
func (s *server) codeLens(ctx context.Context, sn *snapshot, _ *documentParams) ([]protocol.CodeLens, error) {
	if sn == nil {
		return []protocol.CodeLens{}, nil // closed meanwhile
	}
	doc, err := s.analysis(ctx, sn)
	if err != nil {
		return nil, err
	}
	return s.lensesOf(ctx, sn, doc)
}

// lensesOf returns the lenses of a document.
func (s *server) lensesOf(ctx context.Context, sn *snapshot, doc *diagnostics.Document) ([]protocol.CodeLens, error) {
	lenses, found := []protocol.CodeLens{}, problemsOf(doc)
	at, index, calls := newCounter(sn.text, s.client.encoding), -1, 0
	for call, shift := range doc.Calls() {
		if index++; notable(call) == "" {
			continue
		}
		about := found.of(index, call, shift)
		if about == nil || about.shown == 0 {
			continue
		}
		if calls++; calls > maxLensCalls || ctx.Err() != nil {
			break
		}
		l := callLenses{server: s, sn: sn, at: at.of(call.Span.Start + shift), offset: call.Span.Start + shift}
		lenses = append(lenses, l.problem(call, about))
		if about.fixes && s.client.appliesEdits {
			lenses = append(lenses, l.fix())
		}
		lenses = append(lenses, l.received())
	}
	return lenses, ctx.Err()
}

// callLenses creates the lenses of a call.
type callLenses struct {
	*server
	sn     *snapshot
	at     protocol.Position
	offset int
}

func (l *callLenses) lens(title, command string) protocol.CodeLens {
	lens := protocol.CodeLens{Range: protocol.Range{Start: l.at, End: l.at}, Command: protocol.Command{Title: title, Command: command}}
	if command != "" {
		lens.Command.Arguments = commandArguments(l.sn, l.at)
	}
	return lens
}

// problem shows the outcome of the call and the number of findings. It leads to the first.
func (l *callLenses) problem(call *diagnostics.Call, about *callProblems) protocol.CodeLens {
	var parts []string
	for severity, n := range about.counts {
		if n > 0 && severity <= int(diagnostics.Warning) {
			parts = append(parts, counted(n, diagnostics.Severity(severity).String()))
		}
	}
	title := notable(call)
	if len(parts) > 0 {
		title += ": " + strings.Join(parts, ", ")
	}
	command := ""
	if l.client.showsDocuments {
		command = commandShowProblem
	}
	return l.lens(title, command)
}

// received shows the values that the tool receives.
func (l *callLenses) received() protocol.CodeLens {
	return l.lens("Show what the tool receives", commandShowReceived)
}

// fix fixes the call. Whether that is possible is determined when the lens is resolved.
func (l *callLenses) fix() protocol.CodeLens {
	lens := protocol.CodeLens{Range: protocol.Range{Start: l.at, End: l.at}}
	if data, err := json.Marshal(lensData{string(l.sn.spelling), l.sn.revision, l.offset}); err == nil {
		lens.Data = data
	}
	return lens
}

// lensData is the data of a lens that fixes a call.
type lensData struct {
	URI  string `json:"uri"`
	Text uint64 `json:"text"` // the revision of the text for which the lens was created
	Call int    `json:"call"` // the byte offset of the call in the document
}

// lensParams is a lens to be resolved. Everything except the data is created again.
type lensParams struct {
	data lensData
	// lens is the lens as sent if it is complete: some clients resolve all lenses.
	lens *protocol.CodeLens
}

func (p *lensParams) key() uri.URI {
	if p.lens != nil {
		return "about:blank" // no document
	}
	return canonical(p.data.URI)
}

// UnmarshalJSON refuses values that are not lenses, and data that this server does not
// send.
func (p *lensParams) UnmarshalJSON(raw []byte) error {
	var lens protocol.CodeLens
	if err := protocol.Unmarshal(raw, &lens); err != nil {
		return err
	}
	if len(lens.Data) == 0 || string(lens.Data) == "null" {
		lens.Data = nil
		p.lens = &lens
		return complete(raw, &lens)
	}
	if err := json.Unmarshal(lens.Data, &p.data); err != nil || p.data.URI == "" {
		return errors.New("data: not from a code lens of this server")
	}
	return nil
}

// resolveCodeLens answers codeLens/resolve.
func (s *server) resolveCodeLens(ctx context.Context, sn *snapshot, p *lensParams) (*protocol.CodeLens, error) {
	if p.lens != nil {
		return p.lens, nil
	}
	if sn == nil || sn.revision != p.data.Text || p.data.Call < 0 || p.data.Call > sn.text.Len() {
		return nil, protocol.ErrContentModified
	}
	a, err := s.around(ctx, sn, p.data.Call, p.data.Call)
	if err != nil {
		return nil, err
	}
	l := callLenses{server: s, sn: sn, at: positionIn(sn.text, p.data.Call, s.client.encoding), offset: p.data.Call}
	lens := l.lens(a.doubtAt(p.data.Call), "")
	if fix := a.fixAt(p.data.Call); fix != nil {
		lens = l.lens("Fix all", commandFixCall)
	}
	return &lens, nil
}

// doubtAt returns the reason why a call at an offset of the document is not fixed as a whole.
func (a stretch) doubtAt(offset int) string {
	call := a.place(offset).index()
	for i := range a.result.Diagnostics {
		if call < 0 || a.result.Diagnostics[i].Call != call {
			continue
		}
		if doubt := a.result.Doubt(i); doubt != "" {
			return capitalized(foreign.Line(doubt))
		}
	}
	return "No certain fix"
}

// capitalized returns a text in ASCII with a capital letter at its start.
func capitalized(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// fixAt returns the fix for the whole call at an offset of the document, or nil if it is
// not certain.
func (a stretch) fixAt(offset int) *diagnostics.Fix {
	if i := a.place(offset).index(); i >= 0 {
		return a.result.FixCall(i)
	}
	return nil
}
