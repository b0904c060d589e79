package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/xmlcall"
)

type diagnosticParams struct {
	TextDocument     textDocument `json:"textDocument"`
	PreviousResultID string       `json:"previousResultId"`
}

func (p *diagnosticParams) key() uri.URI { return p.TextDocument.key() }

// diagnostic answers textDocument/diagnostic. The result's id is the
// snapshot's serial number, so it is unchanged exactly as long as the text is.
func (s *server) diagnostic(ctx context.Context, sn *snapshot, p *diagnosticParams) (jsonrpc2.RawMessage, error) {
	if sn == nil {
		return jsonrpc2.RawMessage(`{"kind":"full","items":[]}`), nil // closed meanwhile
	}
	id := strconv.FormatUint(sn.serial, 10)
	if p.PreviousResultID == id {
		return jsonrpc2.RawMessage(`{"kind":"unchanged","resultId":"` + id + `"}`), nil
	}
	report := []byte(`{"kind":"full","resultId":"` + id + `","items":`)
	report, err := s.appendDiagnostics(ctx, report, sn)
	if err != nil {
		return nil, err
	}
	return append(report, '}'), nil
}

// published returns the parameters of textDocument/publishDiagnostics.
func (s *server) published(ctx context.Context, sn *snapshot) (_ jsonrpc2.RawMessage, err error) {
	defer s.recovered(protocol.MethodTextDocumentPublishDiagnostics, &err)
	name, err := protocol.Marshal(string(sn.spelling))
	if err != nil {
		return nil, err
	}
	params := append([]byte(`{"uri":`), name...)
	if version, ok := sn.wireVersion(); ok {
		params = append(params, `,"version":`...)
		params = strconv.AppendInt(params, int64(version), 10)
	}
	params = append(params, `,"diagnostics":`...)
	params, err = s.appendDiagnostics(ctx, params, sn)
	if err != nil {
		return nil, err
	}
	return append(params, '}'), nil
}

// maxShown is the maximum number of diagnostics of a document that are sent if the
// client does not set it, the most severe first. More are of no use to a person, and
// each change sends them all.
const maxShown = 1000

// appendDiagnostics appends the diagnostics of a snapshot by position, as JSON. All of
// them are sent with each change, so the parts that do not depend on their place are
// encoded once; see [fixedPart].
func (s *server) appendDiagnostics(ctx context.Context, buf []byte, sn *snapshot) ([]byte, error) {
	doc, err := s.analysis(ctx, sn)
	if errors.Is(err, errTooLong) {
		return append(buf, s.uncheckedItem(tooLong(sn.analyzer.limits.total))...), nil
	}
	if err != nil {
		return nil, err
	}
	return s.appendFindings(buf, sn, doc, s.mistakesIn(sn))
}

// tooLong reports that an analysis exceeds a time limit.
func tooLong(limit time.Duration) string {
	return fmt.Sprintf("This document is not checked: checking takes longer than the limit of %v", limit)
}

// uncheckedItem returns the only diagnostic of a document that is not checked, as JSON.
func (s *server) uncheckedItem(message string) []byte {
	finding := diagnostics.Diagnostic{Severity: diagnostics.Information, Message: message}
	buf := append(appendRange([]byte("[{"), "range", protocol.Range{}), s.fixed.of(&finding)...)
	return append(buf, '}', ']')
}

// appendFindings appends mistakes, and the findings of a document by position.
func (s *server) appendFindings(buf []byte, sn *snapshot, doc *diagnostics.Document, wrong []workspace.Mistake) (_ []byte, err error) {
	// The number of each severity to send.
	left := doc.Count()
	total, sent, most := 0, 0, int(s.maxShown.Load())
	for severity := range left {
		total += left[severity]
		left[severity] = min(left[severity], most-sent)
		sent += left[severity]
	}
	buf = append(slices.Grow(buf, 400*sent), '[')
	if total > sent {
		more := diagnostics.Diagnostic{Severity: diagnostics.Information, Message: thousands.Count(total-sent, "more problem") + " not shown here; forge-lsp check lists all"}
		buf = append(appendRange(append(buf, '{'), "range", protocol.Range{}), s.fixed.of(&more)...)
		buf = append(buf, '}', ',')
	}
	buf = s.appendMistakes(buf, wrong)
	if len(wrong) > 0 {
		buf = append(buf, ',')
	}
	placeholders := -2 // the last call with one that was sent; -1 means none
	for p := range doc.Diagnostics() {
		if sent == 0 {
			break
		}
		if p.IsPlaceholder() {
			if p.Call == placeholders {
				continue // one per call is enough
			}
			placeholders = p.Call
		}
		if left[p.Severity] == 0 {
			continue
		}
		left[p.Severity]--
		sent--
		buf = append(appendRange(append(buf, '{'), "range", rangeIn(sn.text(), p.Place(p.Span), s.client.encoding)), s.fixed.of(p.Diagnostic)...)
		if s.client.related && len(p.Related)+len(p.Elsewhere) > 0 {
			if buf, err = s.appendRelated(buf, sn, &p); err != nil {
				return nil, err
			}
		}
		buf = append(buf, '}', ',')
	}
	if buf[len(buf)-1] == ',' {
		buf = buf[:len(buf)-1]
	}
	return append(buf, ']'), nil
}

// appendRange appends a member that is a range.
func appendRange(buf []byte, member string, r protocol.Range) []byte {
	number := func(name string, n uint32) {
		buf = append(buf, name...)
		buf = strconv.AppendUint(buf, uint64(n), 10)
	}
	buf = append(append(buf, '"'), member...)
	number(`":{"start":{"line":`, r.Start.Line)
	number(`,"character":`, r.Start.Character)
	number(`},"end":{"line":`, r.End.Line)
	number(`,"character":`, r.End.Character)
	return append(buf, `}}`...)
}

// appendRelated appends the member of a diagnostic with its related places.
func (s *server) appendRelated(buf []byte, sn *snapshot, p *diagnostics.Placed) ([]byte, error) {
	related, err := protocol.Marshal(s.related(sn, p.Diagnostic, func(span xmlcall.Span) protocol.Range {
		return rangeIn(sn.text(), p.Place(span), s.client.encoding)
	}))
	if err != nil {
		return nil, err
	}
	return append(append(buf, `,"relatedInformation":`...), related...), nil
}

// related returns the related places of a finding.
func (s *server) related(sn *snapshot, f *diagnostics.Diagnostic, place func(xmlcall.Span) protocol.Range) []protocol.DiagnosticRelatedInformation {
	var list []protocol.DiagnosticRelatedInformation
	for _, r := range f.Related {
		list = append(list, protocol.DiagnosticRelatedInformation{
			Location: protocol.Location{URI: sn.spelling, Range: place(r.Span)},
			Message:  foreign.Line(r.Message),
		})
	}
	for _, r := range f.Elsewhere {
		at := protocol.Position{Line: uint32(r.Line - 1)}
		list = append(list, protocol.DiagnosticRelatedInformation{
			Location: protocol.Location{URI: uri.File(r.Path), Range: protocol.Range{Start: at, End: at}},
			Message:  foreign.Line(r.Name + ": " + r.Message),
		})
	}
	return list
}

// diagnosticOf returns a finding as the client sees it. place returns the range of a
// span of its own offsets.
func (s *server) diagnosticOf(sn *snapshot, f *diagnostics.Diagnostic, place func(xmlcall.Span) protocol.Range) protocol.Diagnostic {
	d := protocol.Diagnostic{
		Range:    place(f.Span),
		Severity: protocol.DiagnosticSeverity(f.Severity),
		Code:     protocol.String(f.Code),
		Source:   protocol.NewOptional(Name),
		Message:  protocol.String(messageOf(f)),
	}
	if rule := diagnostics.Lookup(f.Code); rule != nil {
		d.CodeDescription.Href = uri.URI(rule.URL())
	}
	if s.client.related {
		d.RelatedInformation = s.related(sn, f, place)
	}
	return d
}

// fixedParts caches the members of diagnostics that do not depend on their place, as
// JSON, each with a comma before it. Findings of one kind mostly have one message. The
// zero value is ready.
type fixedParts struct {
	mu    sync.Mutex
	known map[fixedKey][]byte
}

type fixedKey struct {
	code     string
	severity diagnostics.Severity
	message  string
	note     string
}

// maxFixed bounds the cache.
const maxFixed = 4096

// of returns the members for a finding. The caller must not modify them.
func (p *fixedParts) of(f *diagnostics.Diagnostic) []byte {
	key := fixedKey{f.Code, f.Severity, f.Message, f.Note}
	p.mu.Lock()
	defer p.mu.Unlock()
	part, ok := p.known[key]
	if !ok {
		part = fixedPart(f)
		if p.known == nil || len(p.known) >= maxFixed {
			p.known = make(map[fixedKey][]byte)
		}
		p.known[key] = part
	}
	return part
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

// fixedPart encodes them.
func fixedPart(f *diagnostics.Diagnostic) []byte {
	type description struct {
		Href string `json:"href"`
	}
	members := struct {
		Severity        diagnostics.Severity `json:"severity"`
		Code            string               `json:"code,omitempty"`
		CodeDescription *description         `json:"codeDescription,omitempty"`
		Source          string               `json:"source"`
		Message         string               `json:"message"`
	}{Severity: f.Severity, Code: f.Code, Source: Name, Message: messageOf(f)}
	if rule := diagnostics.Lookup(f.Code); rule != nil {
		members.CodeDescription = &description{rule.URL()}
	}
	object, err := json.Marshal(members)
	if err != nil {
		panic(err) // there are only numbers and strings
	}
	object[0] = ',' // for the brace
	return object[:len(object)-1]
}
