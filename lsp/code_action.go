package lsp

import (
	"context"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/xmlcall"
)

type codeActionParams struct {
	TextDocument textDocument `json:"textDocument"`
	Range        wireRange    `json:"range"`
	Context      struct {
		Only        []protocol.CodeActionKind      `json:"only"`
		TriggerKind protocol.CodeActionTriggerKind `json:"triggerKind"`
	} `json:"context"`
	WorkDoneToken protocol.LSPAny `json:"workDoneToken"`
}

func (p *codeActionParams) key() uri.URI { return p.TextDocument.key() }

// wants reports whether the client asked for actions of a kind: for the kind itself, a
// parent of it, or for all. An editor that requests actions automatically, for a light
// bulb, has no use for one that concerns the whole file or any call: the bulb would
// appear on every line.
func (p *codeActionParams) wants(kind protocol.CodeActionKind) bool {
	if len(p.Context.Only) == 0 {
		return kind == protocol.CodeActionKindQuickFix || p.Context.TriggerKind != protocol.CodeActionTriggerKindAutomatic
	}
	return slices.ContainsFunc(p.Context.Only, func(only protocol.CodeActionKind) bool {
		return only == "" || kind == only || strings.HasPrefix(string(kind), string(only)+".")
	})
}

// codeAction answers textDocument/codeAction: for each finding that touches the range
// its fixes, then the fix for its whole call, then that for all findings of its kind,
// then the action that disables its rule; then other ways to write the call; and
// finally the action that applies all safe fixes of the file. It filters the findings
// of the snapshot and ignores the diagnostics that the client sends back.
func (s *server) codeAction(ctx context.Context, sn *snapshot, p *codeActionParams) ([]protocol.CommandOrCodeAction, error) {
	actions := []protocol.CommandOrCodeAction{}
	if sn == nil {
		return actions, nil // closed meanwhile
	}
	start, end, err := p.Range.span(sn.text, s.client.encoding)
	if err != nil {
		return nil, invalid(err)
	}
	doc, err := s.analysis(ctx, sn)
	if err != nil {
		return nil, err
	}

	anySafe := false
	fixes, rewrites := p.wants(protocol.CodeActionKindQuickFix), p.wants(protocol.CodeActionKindRefactorRewrite)
	if fixes || rewrites {
		result, base := doc.Around(start, end)
		a := &actionsAt{server: s, ctx: ctx, sn: sn, doc: doc, result: result, base: base, actions: actions}
		if fixes {
			a.fixes(start, end)
		}
		if rewrites {
			a.refactorings(start, end)
		}
		actions, anySafe = a.actions, a.anySafe
	}
	asked := len(p.Context.Only) > 0 // and then it may apply the action without showing it
	if p.wants(fixAllKind) && s.offersFixAll(doc, asked) && (anySafe || sn.anySafe(ctx, doc)) {
		actions = s.appendFixAll(withWork(ctx, p.WorkDoneToken), actions, sn, doc, "", asked, protocol.CodeAction{
			Kind: new(fixAllKind),
		})
	}
	return actions, ctx.Err()
}

// actionsAt are the quick fixes at a range of a document.
type actionsAt struct {
	server  *server
	ctx     context.Context
	sn      *snapshot
	doc     *diagnostics.Document
	result  *diagnostics.Result // of the text around the range
	base    int                 // the start of that text in the document
	found   []int               // the findings that touch the range
	anySafe bool                // whether fix-all would fix one of them
	actions []protocol.CommandOrCodeAction
}

// fixes appends the actions for the findings that touch the range.
func (a *actionsAt) fixes(start, end int) {
	for i := range a.result.Diagnostics {
		// A cursor after the last character of a finding touches it.
		if f := &a.result.Diagnostics[i]; a.base+f.Span.Start <= end && a.base+f.Span.End >= start {
			a.found = append(a.found, i)
		}
	}
	a.quickFixes()
	a.define()
	a.fixCalls()
	a.fixKinds()
	a.disable()
}

// diagnosticOf returns a finding in the form that the client has.
func (a *actionsAt) diagnosticOf(f *diagnostics.Diagnostic) protocol.Diagnostic {
	return a.server.diagnosticOf(a.sn, f, func(s xmlcall.Span) protocol.Range {
		return rangeIn(a.sn.text, moved(s, a.base), a.server.client.encoding)
	})
}

// edit returns the workspace edit for edits of the text around the range.
func (a *actionsAt) edit(edits []diagnostics.Edit) *protocol.WorkspaceEdit {
	return a.server.workspaceEdit(a.sn, movedEdits(edits, a.base))
}

// movedEdits returns edits shifted by a number of bytes.
func movedEdits(edits []diagnostics.Edit, by int) []diagnostics.Edit {
	own := make([]diagnostics.Edit, len(edits))
	for i, e := range edits {
		own[i] = diagnostics.Edit{Span: moved(e.Span, by), Text: e.Text}
	}
	return own
}

// moved returns a span shifted by a number of bytes.
func moved(s xmlcall.Span, by int) xmlcall.Span {
	return xmlcall.Span{Start: s.Start + by, End: s.End + by}
}

// maxProven bounds how many findings are examined for one that fix-all would fix:
// proving each takes as long as reading its call a few times.
const maxProven = 8

// offered reports whether fix-all would have an effect in a text with these counts of
// findings.
type offered struct {
	count [diagnostics.Hint + 1]int // by severity
	safe  bool
}

// fewFindings is the number of findings up to which they are examined again after each
// edit.
const fewFindings = 500

// anySafe is the function [anySafe] for the snapshot. If there are very many findings, an
// edit that does not change their number does not change the answer, which takes as long as
// examining all of them.
func (sn *snapshot) anySafe(ctx context.Context, doc *diagnostics.Document) bool {
	count, total := doc.Count(), 0
	for _, n := range count {
		total += n
	}
	if known := sn.offered.Load(); known != nil && known.count == count && total > fewFindings {
		return known.safe
	}
	safe := anySafe(ctx, doc, total)
	if ctx.Err() == nil {
		sn.offered.Store(&offered{count, safe})
	}
	return safe
}

// maxTried is maxProven for a file with more than a few findings, of all codes together: the
// first menu waits for it.
const maxTried = 3

// anySafe reports whether fix-all would have an effect, or may have one in a file with
// many findings, given their number.
func anySafe(ctx context.Context, doc *diagnostics.Document, findings int) bool {
	proven := 0
	fixable := func(p *diagnostics.Placed) bool {
		proven++
		return findings > fewFindings && proven > maxTried || doc.Fixable(p)
	}
	// Findings of one code are mostly alike, so the first of each is examined first.
	var others []diagnostics.Placed
	tried := make(map[string]bool)
	for p := range doc.Diagnostics() {
		switch {
		case len(p.Fixes) == 0 || !doc.InFixAll(p.Diagnostic):
		case tried[p.Code]:
			if others = append(others, p); len(others) > maxLooked {
				return true
			}
		default:
			if tried[p.Code] = true; fixable(&p) {
				return true
			}
		}
	}
	for i := range others {
		if i >= maxProven || ctx.Err() != nil || fixable(&others[i]) {
			return true
		}
	}
	return false
}

// maxEager is the number of findings up to which fix-all is computed for a client
// that cannot ask for the edits later and did not ask for it alone.
const maxEager = 200

// offersFixAll reports whether fix-all is worth its cost to a client: it is computed
// immediately if it can neither be resolved nor be a command. asked reports whether the
// client requested it by its kind.
func (s *server) offersFixAll(doc *diagnostics.Document, asked bool) bool {
	if s.client.resolvesEdit || s.client.appliesEdits || asked {
		return true
	}
	n := 0
	for _, count := range doc.Count() {
		n += count
	}
	return n <= maxEager
}

// quickFixes appends one action for each fix of the findings. The first safe fix of
// each is preferred: editors apply the preferred one without confirmation.
func (a *actionsAt) quickFixes() {
	for _, k := range a.found {
		if a.ctx.Err() != nil {
			return
		}
		f := &a.result.Diagnostics[k]
		preferred := f.Intended
		for _, fix := range a.result.Prove(k) {
			action := &protocol.CodeAction{
				Title:       foreign.Line(fix.Title),
				Kind:        new(protocol.CodeActionKindQuickFix),
				Diagnostics: []protocol.Diagnostic{a.diagnosticOf(f)},
			}
			if fix.Safe() {
				action.Edit = a.edit(fix.Edits)
			} else {
				action.Edit = a.server.suggestedEdit(a.sn, movedEdits(fix.Edits, a.base), foreign.Line(fix.Title), foreign.Line(fix.Doubt()))
				action.Data = a.server.doubtData(fix.Doubt())
			}
			if fix.Safe() && !preferred {
				action.IsPreferred, preferred = new(true), true
			}
			a.actions = append(a.actions, action)
		}
	}
}

// fixCalls appends, for each call with several of the findings or others beside one of
// them, the action that fixes the whole call at once.
func (a *actionsAt) fixCalls() {
	total := make(map[int]int)
	for i := range a.result.Diagnostics {
		total[a.result.Diagnostics[i].Call]++
	}
	done := make(map[int]bool)
	for _, k := range a.found {
		f := &a.result.Diagnostics[k]
		if f.Call < 0 || f.Intended || total[f.Call] < 2 || done[f.Call] || a.ctx.Err() != nil {
			continue
		}
		done[f.Call] = true
		fix := a.result.FixCall(f.Call)
		if fix == nil {
			continue
		}
		action := &protocol.CodeAction{
			Title: foreign.Line(fix.Title),
			Kind:  new(protocol.CodeActionKindQuickFix),
			Edit:  a.edit(fix.Edits),
		}
		for _, i := range a.found {
			if o := &a.result.Diagnostics[i]; o.Call == f.Call {
				action.Diagnostics = append(action.Diagnostics, a.diagnosticOf(o))
			}
		}
		a.actions = append(a.actions, action)
	}
}

// fixKinds appends one action for each code among the findings with several fixable
// findings in the file.
func (a *actionsAt) fixKinds() {
	here := make(map[string][]protocol.Diagnostic)
	var codes []string // in the order of the findings
	for _, k := range a.found {
		f := &a.result.Diagnostics[k]
		if !a.result.InFixAll(k) || a.result.SafeFix(k) == nil {
			continue
		}
		a.anySafe = true
		if here[f.Code] == nil && !a.several(f.Code) {
			continue
		}
		if here[f.Code] == nil {
			codes = append(codes, f.Code)
		}
		here[f.Code] = append(here[f.Code], a.diagnosticOf(f))
	}
	if !a.server.offersFixAll(a.doc, false) {
		return
	}
	for _, code := range codes {
		a.actions = a.server.appendFixAll(a.ctx, a.actions, a.sn, a.doc, code, false, protocol.CodeAction{
			Kind:        new(protocol.CodeActionKindQuickFix),
			Diagnostics: here[code],
		})
	}
}

// maxLooked bounds how many findings are examined for a second one of a code: in a file
// with more, the offer to fix both is not missed.
const maxLooked = 2000

// several reports whether the file has more than one finding of a code that can be
// fixed together with others.
func (a *actionsAt) several(code string) bool {
	n, looked := 0, 0
	for p := range a.doc.Diagnostics() {
		if looked++; looked > maxLooked {
			break
		}
		if p.Code == code && len(p.Fixes) > 0 && a.doc.InFixAll(p.Diagnostic) {
			if n++; n == 2 {
				return true
			}
		}
	}
	return false
}
