package lsp

import (
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// The call that the last edit touched is being written, until there is an edit elsewhere, the document is saved
// or closed, or a person asks for the actions there. What only says that it is not finished yet is held back
// meanwhile. Nobody else knows of it: the analysis of a text does not depend on how it was written.

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

// unfinished reports whether a finding only says that the call that is being written is not finished yet.
func (sn *snapshot) unfinished(f *diagnostics.Finding, call *diagnostics.DocumentCall) bool {
	typed, at := sn.typed.Load(), f.Place(f.Span)
	if typed == nil {
		return false
	}
	if word := sn.text().Slice(at.Start, max(at.Start, typed.End)); word != "" && strings.ContainsAny(word[:1], "<&") && !strings.ContainsAny(word[1:], "<>&; \t\r\n") {
		line := sn.text().Position(typed.End, text.UTF8).Line
		_, end, _ := sn.text().Line(line)
		return strings.TrimSpace(sn.text().Slice(typed.End, max(typed.End, end))) == "" // the tag or the reference that is being typed
	}
	switch f.Code {
	case "unclosed-call", "missing-argument", "missing-arguments", "missing-tool-name", "missing-server-name":
		return true
	case "unclosed-element": // at its end: nothing else ends before what was written, or after it
		if typed.Start < at.End {
			return false
		}
		end := call.Place(call.Span).End
		after := strings.TrimSpace(sn.text().Slice(min(typed.End, end), end))
		return !strings.Contains(sn.text().Slice(at.End, typed.Start), "</") || after == "" || strings.HasPrefix(after, "</tool>")
	}
	return false
}

// finish shows what was held back of the call that is being written.
func (s *server) finish(sn *snapshot) {
	sn.typed.Store(nil)
	if sn.held.Load() {
		s.refresh(func(other *snapshot) bool { return other == sn })
	}
}

// didSave shows all that is found in a document that was saved.
func (s *server) didSave(p *documentParams) error {
	if sn := s.documents.get(p.key()); sn != nil {
		s.finish(sn)
	}
	return nil
}
