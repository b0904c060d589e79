package lsp

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/xmlcall"
)

type diagnosticParams struct {
	documentParams
	PreviousResultID string `json:"previousResultId"`
}

// diagnostic answers textDocument/diagnostic. The result's id is the
// snapshot's serial number, so it is unchanged exactly as long as the text is.
func (s *server) diagnostic(ctx context.Context, sn *snapshot, p *diagnosticParams) (protocol.DocumentDiagnosticReport, error) {
	report := &protocol.RelatedFullDocumentDiagnosticReport{}
	report.Kind, report.Items = "full", []protocol.Diagnostic{}
	if sn == nil {
		return report, nil // closed meanwhile
	}
	id := strconv.FormatUint(sn.serial, 10)
	if p.PreviousResultID == id {
		unchanged := &protocol.RelatedUnchangedDocumentDiagnosticReport{}
		unchanged.Kind, unchanged.ResultID = "unchanged", id
		return unchanged, nil
	}
	found, err := s.diagnose(ctx, sn)
	report.ResultID, report.Items = &id, found
	return report, err
}

// maxShown is the maximum number of diagnostics of a document that are sent if the
// client does not set it, the most severe first. More are of no use to a person, and
// each change sends them all.
const maxShown = 1000

// diagnose returns the diagnostics of a snapshot by position, whether they are pulled or pushed: the mistakes
// of a file that determines how others are checked, and the findings.
func (s *server) diagnose(ctx context.Context, sn *snapshot) ([]protocol.Diagnostic, error) {
	doc, err := s.analysis(ctx, sn)
	if errors.Is(err, errTooLong) {
		return []protocol.Diagnostic{about(fmt.Sprintf("This document is not checked: checking takes longer than the limit of %v", s.limits.total))}, nil
	}
	if err != nil {
		return nil, err
	}
	// The number of each severity to send.
	left := doc.Count()
	total, sent, most := 0, 0, int(s.maxShown.Load())
	for severity := range left {
		total += left[severity]
		left[severity] = min(left[severity], most-sent)
		sent += left[severity]
	}
	list := make([]protocol.Diagnostic, 0, sent+1)
	if total > sent {
		list = append(list, about(thousands.Count(total-sent, "more problem")+" not shown here; forge-lsp check lists all"))
	}
	list = append(list, s.ofMistakes(s.Workspace.Mistakes(sn.path(), sn.text()))...)
	writing, isWriting := sn.beingWritten(doc)
	placeholders := -2 // the last call with one that was sent; -1 means none
	for p := range doc.Diagnostics() {
		if sent == 0 {
			break
		}
		if isWriting && p.Call == writing.Index && sn.unfinished(&p, &writing) {
			sn.held.Store(true)
			continue
		}
		if p.IsPlaceholder() {
			if p.Call == placeholders {
				continue // one per call is enough
			}
			placeholders = p.Call
		}
		if left[p.Severity] > 0 {
			left[p.Severity]--
			sent--
			list = append(list, s.diagnosticOf(sn, &p))
		}
	}
	if sn.held.Load() && sn.typed.Load() == nil {
		sn.held.Store(false)
		return s.diagnose(ctx, sn) // it was finished meanwhile
	}
	return list, nil
}

// about returns a diagnostic about a whole document.
func about(message string) protocol.Diagnostic {
	return protocol.Diagnostic{
		Severity: protocol.DiagnosticSeverityInformation, Source: protocol.NewOptional(Name), Message: protocol.String(message),
	}
}

// diagnosticOf returns a finding as the client sees it.
func (s *server) diagnosticOf(sn *snapshot, f *diagnostics.Finding) protocol.Diagnostic {
	at := func(span xmlcall.Span) protocol.Range { return rangeIn(sn.text(), f.Place(span), s.client.encoding) }
	d := protocol.Diagnostic{
		Range:    at(f.Span),
		Severity: protocol.DiagnosticSeverity(f.Severity),
		Code:     protocol.String(f.Code),
		Source:   protocol.NewOptional(Name),
		Message:  protocol.String(messageOf(f.Diagnostic)),
	}
	if rule := diagnostics.Lookup(f.Code); rule != nil {
		d.CodeDescription.Href = uri.URI(rule.URL())
	}
	if !s.client.related {
		return d
	}
	for _, r := range f.Related {
		d.RelatedInformation = append(d.RelatedInformation, protocol.DiagnosticRelatedInformation{
			Location: protocol.Location{URI: sn.spelling, Range: at(r.Span)},
			Message:  foreign.Line(r.Message),
		})
	}
	for _, r := range f.Elsewhere {
		line := protocol.Position{Line: uint32(r.Line - 1)}
		d.RelatedInformation = append(d.RelatedInformation, protocol.DiagnosticRelatedInformation{
			Location: protocol.Location{URI: uri.File(r.Path), Range: protocol.Range{Start: line, End: line}},
			Message:  foreign.Line(r.Name + ": " + r.Message),
		})
	}
	return d
}

// messageOf returns the message of a finding with its note as the second line, which hovers
// show below the first, and lists that show one line leave out. As related information a
// note would need a place of its own, and some clients show only how many there are.
func messageOf(f *diagnostics.Diagnostic) string {
	if f.Note == "" {
		return foreign.Line(f.Message)
	}
	return foreign.Line(f.Message) + "\n" + foreign.Line(f.Note)
}
