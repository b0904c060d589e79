package lsp

import (
	"context"
	"fmt"
	"strconv"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

type diagnosticParams struct {
	TextDocument     textDocument `json:"textDocument"`
	PreviousResultID string       `json:"previousResultId"`
}

func (p *diagnosticParams) key() uri.URI { return p.TextDocument.key() }

// diagnostic answers textDocument/diagnostic. The result's id is the
// snapshot's serial number, so it is unchanged exactly as long as the text is.
func (s *server) diagnostic(ctx context.Context, sn *snapshot, p *diagnosticParams) (protocol.DocumentDiagnosticReport, error) {
	full := &protocol.RelatedFullDocumentDiagnosticReport{}
	full.Kind = "full"
	full.Items = []protocol.Diagnostic{}
	if sn == nil {
		return full, nil // closed meanwhile
	}
	id := strconv.FormatUint(sn.serial, 10)
	if p.PreviousResultID == id {
		unchanged := &protocol.RelatedUnchangedDocumentDiagnosticReport{}
		unchanged.Kind = "unchanged"
		unchanged.ResultID = id
		return unchanged, nil
	}
	items, err := s.publishable(ctx, sn)
	if err != nil {
		return nil, err
	}
	full.ResultID = &id
	full.Items = items
	return full, nil
}

// maxShown is how many diagnostics of a document are sent, the most severe first.
// No editor shows more usefully, and each change sends them all.
const maxShown = 1000

// publishable returns the diagnostics of a snapshot by position.
func (s *server) publishable(ctx context.Context, sn *snapshot) ([]protocol.Diagnostic, error) {
	document, err := sn.analysis(ctx)
	if err != nil {
		return nil, err
	}
	// How many of each severity are sent.
	left := document.Count()
	total, sent := 0, 0
	for severity := range left {
		total += left[severity]
		left[severity] = min(left[severity], maxShown-sent)
		sent += left[severity]
	}
	items := make([]protocol.Diagnostic, 0, sent+1)
	if total > sent {
		items = append(items, protocol.Diagnostic{
			Severity: protocol.DiagnosticSeverityInformation,
			Source:   protocol.NewOptional(Name),
			Message:  protocol.String(fmt.Sprintf("%d more problems are not shown here; forge-lsp check lists them all", total-sent)),
		})
	}
	lines := lines{document: sn.text, enc: s.client.encoding}
	for p := range document.Findings() {
		if left[p.Severity] == 0 {
			continue
		}
		if left[p.Severity]--; len(items) == cap(items) {
			break
		}
		items = append(items, s.diagnosticOf(sn, p.Finding, func(span xmlcall.Span) protocol.Range {
			return lines.rangeOf(&p, span)
		}))
	}
	return items, nil
}

// diagnosticOf returns a finding as the client sees it. place returns the range of a
// span of its own offsets.
func (s *server) diagnosticOf(sn *snapshot, f *diagnostics.Finding, place func(xmlcall.Span) protocol.Range) protocol.Diagnostic {
	d := protocol.Diagnostic{
		Range:    place(f.Span),
		Severity: protocol.DiagnosticSeverity(f.Severity),
		Code:     protocol.String(f.Code),
		Source:   protocol.NewOptional(Name),
		Message:  protocol.String(f.Message),
	}
	if rule := diagnostics.Lookup(f.Code); rule != nil {
		d.CodeDescription.Href = uri.URI(rule.URL())
	}
	if s.client.related {
		for _, r := range f.Related {
			d.RelatedInformation = append(d.RelatedInformation, protocol.DiagnosticRelatedInformation{
				Location: protocol.Location{URI: sn.spelling, Range: place(r.Span)},
				Message:  r.Message,
			})
		}
	}
	return d
}

// lines converts the offsets of findings to positions. It counts from the start of
// the item that a finding is in, or from the place that it was asked for last: a
// transcript can be one line of megabytes with a thousand findings.
type lines struct {
	document text.Text
	enc      encoding

	item int    // where the item starts in the document
	text string // that the item is in
	at   int    // the last place in it
	pos  text.Position
}

// rangeOf returns the range of a span of a finding's own offsets.
func (l *lines) rangeOf(p *diagnostics.Placed, span xmlcall.Span) protocol.Range {
	own, start, line, ok := p.Text()
	if !ok {
		return rangeIn(l.document, p.Place(span), l.enc)
	}
	if l.item != start+p.Shift || span.Start < l.at || l.text == "" {
		l.item, l.text, l.at, l.pos = start+p.Shift, own, start, text.Position{Line: line}
	}
	if span.Start < l.at { // related, and in another item
		return rangeIn(l.document, p.Place(span), l.enc)
	}
	r := protocol.Range{Start: l.position(span.Start)}
	if r.End = r.Start; span.End > span.Start {
		r.End = l.position(span.End)
	}
	return r
}

// position returns the position of an offset, and counts from there the next time.
func (l *lines) position(offset int) protocol.Position {
	for offset > l.at && !boundary(l.text, offset) {
		offset--
	}
	l.pos = l.pos.After(l.text[l.at:offset], units(l.enc))
	l.at = offset
	return protocol.Position{Line: uint32(l.pos.Line), Character: uint32(l.pos.Column)}
}
