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
// the range its fixes, then what fixes all of its call, then what fixes all
// findings of its kind, then what disables it; and at last what applies all safe
// fixes of the file. It
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
		var found []int
		for i := range result.Findings {
			// A cursor after the last character of a finding touches it.
			if f := &result.Findings[i]; f.Span.Start <= end && f.Span.End >= start {
				found = append(found, i)
			}
		}
		actions = s.quickFixes(ctx, actions, sn, result, found)
		actions = s.fixCalls(ctx, actions, sn, result, found)
		actions = s.fixKinds(ctx, actions, sn, result, found)
		actions = s.disable(ctx, actions, sn, result, found)
	}
	if p.wants(fixAllKind) && anySafe(ctx, result) {
		actions = s.appendFixAll(ctx, actions, sn, result, "", protocol.CodeAction{
			Title: "Fix all safe problems",
			Kind:  new(fixAllKind),
		})
	}
	return actions, ctx.Err()
}

// maxProven bounds how many findings are looked at for one that fix-all would
// fix: proving each takes as long as reading its call a few times.
const maxProven = 50

// anySafe reports whether fix-all would do something, or may do so in a file with
// very many findings.
func anySafe(ctx context.Context, result *diagnostics.Result) bool {
	proven := 0
	for i := range result.Findings {
		if len(result.Findings[i].Fixes) == 0 || !result.InFixAll(i) {
			continue
		}
		if proven++; proven > maxProven || ctx.Err() != nil {
			return true
		}
		if result.SafeFix(i) != nil {
			return true
		}
	}
	return false
}

// quickFixes appends one action for each fix of the findings. The first safe fix
// of each is preferred: editors apply the preferred one without asking.
func (s *server) quickFixes(ctx context.Context, actions []protocol.CommandOrCodeAction, sn *snapshot, result *diagnostics.Result, found []int) []protocol.CommandOrCodeAction {
	cursor := sn.mapper.cursor()
	for _, k := range found {
		if ctx.Err() != nil {
			return actions
		}
		f := &result.Findings[k]
		preferred := f.Intended
		for _, fix := range result.Prove(k) {
			action := &protocol.CodeAction{
				Title:       fix.Title,
				Kind:        new(protocol.CodeActionKindQuickFix),
				Diagnostics: []protocol.Diagnostic{s.diagnosticOf(sn, cursor, f)},
				Edit:        s.workspaceEdit(sn, fix.Edits),
			}
			if fix.Safe() && !preferred {
				action.IsPreferred, preferred = new(true), true
			}
			actions = append(actions, action)
		}
	}
	return actions
}

// fixCalls appends, for each call with several of the findings or others beside
// one of them, the action that fixes all of the call at once.
func (s *server) fixCalls(ctx context.Context, actions []protocol.CommandOrCodeAction, sn *snapshot, result *diagnostics.Result, found []int) []protocol.CommandOrCodeAction {
	total := make(map[int]int)
	for i := range result.Findings {
		total[result.Findings[i].Call]++
	}
	cursor := sn.mapper.cursor()
	done := make(map[int]bool)
	for _, k := range found {
		f := &result.Findings[k]
		if f.Call < 0 || f.Intended || total[f.Call] < 2 || done[f.Call] || ctx.Err() != nil {
			continue
		}
		done[f.Call] = true
		fix := result.FixCall(f.Call)
		if fix == nil {
			continue
		}
		action := &protocol.CodeAction{
			Title: fix.Title,
			Kind:  new(protocol.CodeActionKindQuickFix),
			Edit:  s.workspaceEdit(sn, fix.Edits),
		}
		for _, i := range found {
			if o := &result.Findings[i]; o.Call == f.Call {
				action.Diagnostics = append(action.Diagnostics, s.diagnosticOf(sn, cursor, o))
			}
		}
		actions = append(actions, action)
	}
	return actions
}

// fixKinds appends one action for each code among the findings of which the
// file has several that can be fixed together.
func (s *server) fixKinds(ctx context.Context, actions []protocol.CommandOrCodeAction, sn *snapshot, result *diagnostics.Result, found []int) []protocol.CommandOrCodeAction {
	total := make(map[string]int)
	for i := range result.Findings {
		if f := &result.Findings[i]; len(f.Fixes) > 0 && result.InFixAll(i) {
			total[f.Code]++
		}
	}
	cursor := sn.mapper.cursor()
	here := make(map[string][]protocol.Diagnostic)
	var codes []string // in the order of the findings
	for _, k := range found {
		f := &result.Findings[k]
		if total[f.Code] < 2 || !result.InFixAll(k) || result.SafeFix(k) == nil {
			continue
		}
		if here[f.Code] == nil {
			codes = append(codes, f.Code)
		}
		here[f.Code] = append(here[f.Code], s.diagnosticOf(sn, cursor, f))
	}
	for _, code := range codes {
		actions = s.appendFixAll(ctx, actions, sn, result, code, protocol.CodeAction{
			Title:       fmt.Sprintf("Fix all: %s", code),
			Kind:        new(protocol.CodeActionKindQuickFix),
			Diagnostics: here[code],
		})
	}
	return actions
}

// maxDisable bounds the actions that disable rules: who selects a whole file
// does not mean them, and each looks at the file.
const maxDisable = 10

// disable appends one action for each code that a call has among the findings,
// which writes the directive that suppresses it there.
func (s *server) disable(ctx context.Context, actions []protocol.CommandOrCodeAction, sn *snapshot, result *diagnostics.Result, found []int) []protocol.CommandOrCodeAction {
	type place struct {
		call int
		code string
	}
	here := make(map[place][]*diagnostics.Finding)
	var places []place // in the order of the findings
	for _, k := range found {
		f := &result.Findings[k]
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
