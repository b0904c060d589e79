package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/transcript"
)

type codeActionParams struct {
	TextDocument textDocument `json:"textDocument"`
	Range        wireRange    `json:"range"`
	Context      struct {
		Only        []protocol.CodeActionKind      `json:"only"`
		TriggerKind protocol.CodeActionTriggerKind `json:"triggerKind"`
	} `json:"context"`
}

func (p *codeActionParams) key() uri.URI { return p.TextDocument.key() }

// wants reports whether the client asked for actions of a kind: for the kind
// itself, a parent of it, or for all. An editor that looks for actions by
// itself, to show a light bulb, has no use for one that concerns the whole
// file: the bulb would burn on every line.
func (p *codeActionParams) wants(kind protocol.CodeActionKind) bool {
	if len(p.Context.Only) == 0 {
		return kind != fixAllKind || p.Context.TriggerKind != protocol.CodeActionTriggerKindAutomatic
	}
	return slices.ContainsFunc(p.Context.Only, func(only protocol.CodeActionKind) bool {
		return only == "" || kind == only || strings.HasPrefix(string(kind), string(only)+".")
	})
}

// codeAction answers textDocument/codeAction: for each finding that touches
// the range its fixes, then what mends all findings of its kind, then what
// silences it; and at last what mends everything that can safely be mended. It
// filters the findings of the snapshot and reads nothing of the diagnostics that
// the client sends back.
func (s *server) codeAction(ctx context.Context, sn *snapshot, p *codeActionParams) ([]protocol.CommandOrCodeAction, error) {
	actions := []protocol.CommandOrCodeAction{}
	if sn == nil {
		return actions, nil // closed meanwhile
	}
	start, end, err := p.Range.span(sn.mapper)
	if err != nil {
		return nil, invalid(err)
	}
	result, err := sn.analysis(ctx)
	if err != nil {
		return nil, err
	}

	if p.wants(protocol.CodeActionKindQuickFix) {
		var found []*diagnostics.Finding
		for i := range result.Findings {
			// A cursor behind the last character of a finding touches it.
			if f := &result.Findings[i]; f.Span.Start <= end && f.Span.End >= start {
				found = append(found, f)
			}
		}
		actions = s.quickFixes(actions, sn, found)
		actions = s.fixKinds(ctx, actions, sn, result, found)
		actions = s.disable(ctx, actions, sn, result, found)
	}
	if p.wants(fixAllKind) && slices.ContainsFunc(result.Findings, mendable) {
		actions = s.appendFixAll(ctx, actions, sn, "", protocol.CodeAction{
			Title: "Fix all safe problems",
			Kind:  new(fixAllKind),
		})
	}
	return actions, ctx.Err()
}

// mendable reports whether fix-all would do something about a finding.
func mendable(f diagnostics.Finding) bool { return f.SafeFix() != nil }

// quickFixes appends one action for each fix of the findings. Only the first
// fix can be preferred, as editors apply the preferred one without asking, and
// only if it is safe.
func (s *server) quickFixes(actions []protocol.CommandOrCodeAction, sn *snapshot, found []*diagnostics.Finding) []protocol.CommandOrCodeAction {
	cursor := sn.mapper.cursor()
	for _, f := range found {
		for i, fix := range f.Fixes {
			action := &protocol.CodeAction{
				Title:       fix.Title,
				Kind:        new(protocol.CodeActionKindQuickFix),
				Diagnostics: []protocol.Diagnostic{s.diagnosticOf(sn, cursor, f)},
				Edit:        s.workspaceEdit(sn, fix.Edits),
			}
			if i == 0 && fix.Safe && !f.Intended {
				action.IsPreferred = new(true)
			}
			actions = append(actions, action)
		}
	}
	return actions
}

// fixKinds appends one action for each code among the findings of which the
// file has several that can be mended together.
func (s *server) fixKinds(ctx context.Context, actions []protocol.CommandOrCodeAction, sn *snapshot, result *diagnostics.Result, found []*diagnostics.Finding) []protocol.CommandOrCodeAction {
	total := make(map[string]int)
	for _, f := range result.Findings {
		if mendable(f) {
			total[f.Code]++
		}
	}
	cursor := sn.mapper.cursor()
	here := make(map[string][]protocol.Diagnostic)
	var codes []string // in the order of the findings
	for _, f := range found {
		if total[f.Code] < 2 || !mendable(*f) {
			continue
		}
		if here[f.Code] == nil {
			codes = append(codes, f.Code)
		}
		here[f.Code] = append(here[f.Code], s.diagnosticOf(sn, cursor, f))
	}
	for _, code := range codes {
		actions = s.appendFixAll(ctx, actions, sn, code, protocol.CodeAction{
			Title:       fmt.Sprintf("Fix all: %s", code),
			Kind:        new(protocol.CodeActionKindQuickFix),
			Diagnostics: here[code],
		})
	}
	return actions
}

// maxDisable bounds the actions that silence findings: who selects a whole file
// does not mean them, and each looks at the file.
const maxDisable = 10

// disable appends one action for each code that a call has among the findings,
// which writes the directive that suppresses it there.
func (s *server) disable(ctx context.Context, actions []protocol.CommandOrCodeAction, sn *snapshot, result *diagnostics.Result, found []*diagnostics.Finding) []protocol.CommandOrCodeAction {
	type place struct {
		call int
		code string
	}
	here := make(map[place][]*diagnostics.Finding)
	var places []place // in the order of the findings
	for _, f := range found {
		at := place{f.Call, f.Code}
		if here[at] == nil {
			places = append(places, at)
		}
		here[at] = append(here[at], f)
	}
	if len(places) > maxDisable {
		return actions
	}
	if transcript.CommentsOf(sn.path()) != transcript.HTMLComments {
		return actions // what stands before a call there is a program's string
	}
	cursor := sn.mapper.cursor()
	for _, at := range places {
		if ctx.Err() != nil {
			return actions
		}
		fix, ok := result.DisableFix(here[at][0])
		if !ok {
			continue
		}
		action := &protocol.CodeAction{
			Title: fix.Title,
			Kind:  new(protocol.CodeActionKindQuickFix),
			Edit:  s.workspaceEdit(sn, fix.Edits),
		}
		for _, f := range here[at] {
			action.Diagnostics = append(action.Diagnostics, s.diagnosticOf(sn, cursor, f))
		}
		actions = append(actions, action)
	}
	return actions
}
