package lsp

import (
	"context"
	"strconv"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/diagnostics"
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

// publishable returns the diagnostics of a snapshot.
func (s *server) publishable(ctx context.Context, sn *snapshot) ([]protocol.Diagnostic, error) {
	result, err := sn.analysis(ctx)
	if err != nil {
		return nil, err
	}
	items := make([]protocol.Diagnostic, len(result.Findings))
	cursor := sn.mapper.cursor()
	for i := range result.Findings {
		items[i] = s.diagnosticOf(sn, cursor, &result.Findings[i])
	}
	return items, nil
}

// diagnosticOf returns a finding as the client sees it.
func (s *server) diagnosticOf(sn *snapshot, cursor *cursor, f *diagnostics.Finding) protocol.Diagnostic {
	d := protocol.Diagnostic{
		Range:    cursor.span(f.Span.Start, f.Span.End),
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
				Location: protocol.Location{URI: sn.spelling, Range: cursor.span(r.Span.Start, r.Span.End)},
				Message:  r.Message,
			})
		}
	}
	return d
}
