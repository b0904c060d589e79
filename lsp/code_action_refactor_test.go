package lsp

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/internal/test/wire"
)

func init() {
	questions["action"] = (*question).action
	questions["actions"] = (*question).actions
}

// offered asks for code actions at the place. Arguments that start with "only:" are
// requested kinds; the others are returned.
func (q *question) offered() (actions []action, rest []string) {
	var only []string
	for _, a := range q.arguments {
		if kind, ok := strings.CutPrefix(a, "only:"); ok {
			only = append(only, wire.Quote(kind))
		} else {
			rest = append(rest, a)
		}
	}
	_, at, _ := strings.Cut(q.position(), ":")
	context := `{"diagnostics":[]}`
	if only != nil {
		context = `{"diagnostics":[],"only":[` + strings.Join(only, ",") + `]}`
	}
	q.ask("textDocument/codeAction", `,"range":{"start":`+at+`,"end":`+at+`},"context":`+context, &actions)
	return actions, rest
}

// actions formats the code actions at a place: the kind, the title, and whether they need
// confirmation.
func (q *question) actions() string {
	offered, _ := q.offered()
	var b strings.Builder
	for _, a := range offered {
		fmt.Fprintf(&b, "%s: %s", a.Kind, a.Title)
		if a.IsPreferred {
			b.WriteString(" (preferred)")
		}
		if a.Edit != nil {
			for _, c := range a.Edit.ChangeAnnotations {
				fmt.Fprintf(&b, " (%q, %q, confirm: %v)", c.Label, c.Description, c.NeedsConfirmation)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// action formats the files that an action changes, after the change.
func (q *question) action() string {
	offered, words := q.offered()
	a := find(q.T, offered, strings.Join(words, " "))
	var b strings.Builder
	for _, change := range a.Edit.DocumentChanges {
		name := q.nameOf(cmp.Or(change.TextDocument.URI, change.URI))
		if change.Kind != "" {
			fmt.Fprintf(&b, "%s %s\n", change.Kind, name)
			continue
		}
		fmt.Fprintf(&b, "%s:\n%s", name, wire.Apply(q.texts[name], change.Edits, "utf-16"))
	}
	return b.String()
}
