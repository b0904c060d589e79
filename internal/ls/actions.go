package ls

import (
	"context"
	"slices"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// An Action is what a person may do about a part of a document.
type Action struct {
	Title     string
	Kind      ActionKind
	Findings  []diagnostics.Finding // what it is about
	Edits     []diagnostics.Edit
	Preferred bool // whether it is the first safe fix: an editor may apply it unasked

	Code   string         // of the findings that a [FixKind] fixes, "" for all
	Define *xmlcall.Block // the call whose tool a [DefineTool] defines
}

// An ActionKind is what an action does.
type ActionKind uint8

// The kinds of actions.
const (
	QuickFix   ActionKind = iota
	FixKind               // fixes all findings of a code in the document, or of any code; without edits
	DefineTool            // defines the tool of a call in a file; without edits
	Rewrite               // writes a call in another way
)

// Actions are the actions at a range of a document.
type Actions struct {
	View
	List []Action

	ctx     context.Context
	near    []diagnostics.Finding // the findings about what is at the range
	found   []diagnostics.Finding // those that touch it
	anySafe bool                  // whether fix-all would fix one of them
}

// Actions returns an empty list of actions.
func (a View) Actions(ctx context.Context) *Actions { return &Actions{View: a, ctx: ctx} }

// AddFixes appends the actions for the findings that touch the range: for each its fixes, those on its lines
// where none has one, then the fix for its whole call, then that for all findings of its kind, then the action
// that disables its rule.
func (a *Actions) AddFixes(start, end int) {
	a.near, a.found = slices.Collect(a.doc.DiagnosticsNear(start, end)), a.touching(start, end)
	a.quickFixes(a.found)
	if all := a.doc.Text(); len(a.List) == 0 && a.doc.Kind() != document.JSON {
		first, _, _ := all.Line(all.Position(start, text.UTF8).Line)
		_, last, _ := all.Line(all.Position(end, text.UTF8).Line)
		a.quickFixes(a.touching(first, last))
	}
	a.define()
	a.fixCalls()
	a.fixKinds()
	a.disable()
}

// quickFixes appends one action for each fix of the findings. The first safe fix of
// each is preferred: editors apply the preferred one without confirmation.
func (a *Actions) quickFixes(found []diagnostics.Finding) {
	for _, f := range found {
		if a.ctx.Err() != nil {
			return
		}
		preferred := f.Intended
		for _, fix := range a.doc.Prove(&f) {
			action := Action{
				Title: fix.Title, Findings: []diagnostics.Finding{f}, Edits: fix.Edits,
				Preferred: fix.Safe() && !preferred,
			}
			preferred = preferred || action.Preferred
			a.List = append(a.List, action)
		}
	}
}

// define appends the action that defines the unknown tool of a call.
func (a *Actions) define() {
	for _, f := range a.found {
		if f.Code != "unknown-tool" {
			continue
		}
		if call, ok := a.doc.CallAt(f.Call); ok && call.Read() {
			a.List = append(a.List, Action{Kind: DefineTool, Findings: []diagnostics.Finding{f}, Define: call.Block()})
			return
		}
	}
}

// manyPlaces is the number of calls or places in a range above which none has an action of its own: nobody who selects a
// whole file looks for one among hundreds with the same title, and each examines the file.
const manyPlaces = 10

// grouped returns the findings that have the same key together, in the order of the first of each.
func grouped[K comparable](found []diagnostics.Finding, key func(*diagnostics.Finding) K) (groups [][]diagnostics.Finding) {
	at := make(map[K]int)
	for _, f := range found {
		i, known := at[key(&f)]
		if !known {
			i = len(groups)
			at[key(&f)], groups = i, append(groups, nil)
		}
		groups[i] = append(groups[i], f)
	}
	return groups
}

// fixCalls appends, for each of few calls with several of the findings or others beside one of
// them, the action that fixes the whole call at once.
func (a *Actions) fixCalls() {
	total := make(map[int]int)
	for _, p := range a.near {
		total[p.Call]++
	}
	groups := grouped(a.found, func(f *diagnostics.Finding) int { return f.Call })
	if len(groups) > manyPlaces {
		return
	}
	for _, group := range groups {
		call := group[0].Call
		if call < 0 || total[call] < 2 || a.ctx.Err() != nil || !slices.ContainsFunc(group, func(f diagnostics.Finding) bool { return !f.Intended }) {
			continue
		}
		if fix := a.doc.FixCall(call); fix != nil {
			a.List = append(a.List, Action{Title: fix.Title, Edits: fix.Edits, Findings: group})
		}
	}
}

// fixKinds appends one action for each code among the findings with several fixable
// findings in the file.
func (a *Actions) fixKinds() {
	var safe []diagnostics.Finding
	for _, f := range a.found {
		if a.doc.InFixAll(f.Diagnostic) && a.doc.Safe(&f) {
			safe = append(safe, f)
		}
	}
	a.anySafe = len(safe) > 0
	for _, group := range grouped(safe, func(f *diagnostics.Finding) string { return f.Code }) {
		if code := group[0].Code; a.several(code) {
			a.List = append(a.List, Action{Kind: FixKind, Code: code, Findings: group})
		}
	}
}

// several reports whether the file has more than one finding of a code that can be
// fixed together with others.
func (a *Actions) several(code string) bool {
	n := 0
	for f := range a.doc.Diagnostics() {
		if f.Code == code && len(f.Fixes) > 0 && a.doc.InFixAll(f.Diagnostic) {
			if n++; n == 2 {
				return true
			}
		}
	}
	return false
}

// disable appends one action for each code that a call has among the findings, if these are few, which
// writes the directive that suppresses it there.
func (a *Actions) disable() {
	type place struct {
		call int
		code string
	}
	places := grouped(a.found, func(f *diagnostics.Finding) place { return place{f.Call, f.Code} })
	if len(places) > manyPlaces {
		return
	}
	comments := document.CommentsOf(a.file)
	for _, here := range places {
		if a.ctx.Err() != nil {
			return
		}
		if fix, ok := a.doc.DisableFix(&here[0], comments); ok {
			a.List = append(a.List, Action{Title: fix.Title, Findings: here, Edits: fix.Edits})
		}
	}
}

// AddRewrites appends one action for each proven way to rewrite the call at the range,
// unless a quick fix does the same.
func (a *Actions) AddRewrites(start, end int) {
	for call := range a.doc.CallsIn(start, end) {
		span := call.Place(call.Span)
		at := min(max(start, span.Start), span.End)
		fixes := a.doc.Refactorings(call.Index, at)
		for i := range fixes {
			a.rewrite(&fixes[i])
		}
		return // a selection of several calls does not concern one of them
	}
}

// rewrite appends an action that rewrites something.
func (a *Actions) rewrite(fix *diagnostics.Fix) {
	if !slices.ContainsFunc(a.List, func(other Action) bool { return other.Title == fix.Title }) {
		a.List = append(a.List, Action{Title: fix.Title, Kind: Rewrite, Edits: fix.Edits})
	}
}

// maxProven bounds how many findings are examined for one that fix-all would fix:
// proving each takes as long as reading its call a few times.
const maxProven = 8

// AddFixAll appends the action that fixes all findings, if that has an effect, or may have one: in a document in which it
// fixes none of the findings that are examined, and there are others.
func (a *Actions) AddFixAll() {
	proven := 0
	for f := range a.doc.Diagnostics() {
		if a.anySafe {
			break
		}
		if len(f.Fixes) > 0 && a.doc.InFixAll(f.Diagnostic) {
			proven++
			a.anySafe = proven > maxProven || a.ctx.Err() != nil || a.doc.Fixable(&f)
		}
	}
	if a.anySafe {
		a.List = append(a.List, Action{Kind: FixKind})
	}
}
