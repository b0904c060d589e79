package lsp

import (
	"math"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/internal/ls"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// The call that the last edit touched is being written, until there is an edit elsewhere, the document is saved
// or closed, or a person asks for the actions there. What only says that it is not finished yet is held back
// meanwhile, and so is the lens of one that is new: a line that comes up above it would move what is being typed.
// Nobody else knows of it: the analysis of a text does not depend on how it was written.

// touched returns what the changes of a notification have written, given what the ones before the last did;
// nil if they are none. Changes in several places are one span, which no call contains.
func touched(before *xmlcall.Span, start, end, length int) *xmlcall.Span {
	now := xmlcall.Span{Start: start, End: start + length}
	if before == nil {
		return &now
	}
	moved := *before
	if shift := length - (end - start); end <= moved.Start {
		moved.Start, moved.End = moved.Start+shift, moved.End+shift
	} else if start < moved.End {
		moved.End = max(moved.End+shift, now.End)
	}
	return &xmlcall.Span{Start: min(moved.Start, now.Start), End: max(moved.End, now.End)}
}

// beingWritten returns the call that is being written; ok is false if there is none.
func (sn *snapshot) beingWritten(doc *diagnostics.Document) (call diagnostics.DocumentCall, ok bool) {
	typed := sn.typed.Load()
	if typed == nil {
		return call, false
	}
	for call := range doc.CallsIn(typed.Start, typed.End) {
		span := call.Place(call.Span)
		switch open := call.Block().Delimiters == xmlcall.Unclosed; {
		case typed.Start < span.Start:
		case typed.Start < span.End && typed.End <= span.End:
			return call, true
		case open && strings.TrimSpace(sn.text().Slice(span.End, max(span.End, typed.End))) == "":
			return call, true
		}
	}
	return call, false
}

// writing returns the call that is being written with what is held back of it, nil if nothing is.
func (sn *snapshot) writing(doc *diagnostics.Document) (w *ls.Writing) {
	call, ok := sn.beingWritten(doc)
	if !ok {
		return nil
	}
	explains, known := diagnostics.Error, false
	if call.Outcome() < diagnostics.Altered {
		explains = diagnostics.Warning
	}
	for f := range doc.DiagnosticsNear(call.Place(call.Span).Start, call.Place(call.Span).End) {
		switch {
		case f.Call != call.Index || f.Intended:
		case !sn.unfinished(&f, &call):
			known = known || f.Severity <= explains
		case w == nil:
			w = &ls.Writing{Call: &call}
			fallthrough
		default:
			w.Held[f.Severity]++
		}
	}
	if w != nil {
		w.Known = known
	}
	return w
}

// unfinished reports whether a finding only says that the call that is being written is not finished yet.
func (sn *snapshot) unfinished(f *diagnostics.Finding, call *diagnostics.DocumentCall) bool {
	typed, at := sn.typed.Load(), f.Place(f.Span)
	if typed == nil {
		return false
	}
	switch f.Code {
	case "unclosed-call", "missing-argument", "missing-arguments", "missing-tool-name", "missing-server-name",
		"empty-argument", "empty-value", "empty-call":
		return true
	case "unclosed-element", "unclosed-cdata": // at its end: nothing else ends before what was written, or after it
		end := call.Place(call.Span).End
		after := strings.TrimSpace(sn.text().Slice(min(typed.End, end), end))
		if typed.Start >= at.End && (!strings.Contains(sn.text().Slice(at.End, typed.Start), "</") || after == "" || strings.HasPrefix(after, "</tool>")) {
			return true
		}
	}
	return sn.underCursor(*typed, at)
}

// underCursor reports whether a place is that of a tag, a reference or a word that is being typed: what was written
// last is its end, but for a '>' that the editor adds, and nothing of a word follows.
func (sn *snapshot) underCursor(typed, at xmlcall.Span) bool {
	all, cursor := sn.text(), typed.End
	if written := all.Slice(max(0, typed.Start-1), typed.End); written == "<<" || strings.HasSuffix(written, "<>") {
		cursor-- // an editor that compares texts takes a '<' before another one for that one
	}
	after := all.Slice(cursor, min(cursor+1, all.Len()))
	if cursor <= at.Start || after != "" && lex.IsNameByte(after[0]) {
		return false
	}
	if cursor <= at.End {
		return strings.TrimSuffix(all.Slice(cursor, at.End), ">") == ""
	}
	switch word := all.Slice(at.Start, cursor); word[0] {
	case '<':
		return !strings.ContainsAny(word[1:], "<>&; \t\r\n")
	case '&':
		return strings.Trim(word[1:], references) == ""
	}
	return false
}

// references are the characters of a reference such as &amp; or &#38; that are typed before its end.
const references = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789#"

// finish shows what was held back of the call that is being written, which is no new one from now on.
func (s *server) finish(sn *snapshot) {
	sn.typed.Store(nil)
	sn.lensed.Store(math.MaxInt64)
	if sn.held.Load() {
		s.refresh(func(other *snapshot) bool { return other == sn })
	}
}

type willSaveParams struct {
	documentParams
	Reason protocol.TextDocumentSaveReason `json:"reason"`
}

// willSave shows all that is found in a document that a person saves: an editor that saves by itself after a while
// does so while somebody thinks about the next word.
func (s *server) willSave(p *willSaveParams) error {
	if sn := s.documents.get(p.key()); sn != nil && p.Reason != protocol.TextDocumentSaveReasonAfterDelay {
		s.finish(sn)
	}
	return nil
}

// didSave is willSave for a client that does not tell before it saves.
func (s *server) didSave(p *documentParams) error {
	if s.client.TextDocument.Synchronization.WillSave {
		return nil
	}
	return s.willSave(&willSaveParams{documentParams: *p})
}
