package lsp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// completesAll is the member of capabilities of a client with all capabilities for
// completion.
const completesAll = `"completion":{"contextSupport":true,"completionItem":{"snippetSupport":true,"commitCharactersSupport":true,` +
	`"documentationFormat":["markdown","plaintext"],"insertReplaceSupport":true,"insertTextModeSupport":{"valueSet":[1,2]},` +
	`"resolveSupport":{"properties":["documentation"]}},"completionItemKind":{"valueSet":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25]}}`

// An item is a completion item as sent.
type item struct {
	Label, Detail, SortText, FilterText string
	Kind                                int
	CommitCharacters                    []string
	InsertTextFormat, InsertTextMode    int
	TextEdit                            struct {
		Range           *wire.Range
		Insert, Replace wire.Range
		NewText         string
	}
	Data          json.RawMessage
	Documentation json.RawMessage
}

func (i *item) ranges() (insert, replace wire.Range) {
	if i.TextEdit.Range != nil {
		return *i.TextEdit.Range, *i.TextEdit.Range
	}
	return i.TextEdit.Insert, i.TextEdit.Replace
}

// completion requests completion at the place of a question. The argument "typed:x" means
// that x was just typed; otherwise it was requested.
func (q *question) completion() (items []item, incomplete bool) {
	context := `{"triggerKind":1}`
	q.arguments = slices.DeleteFunc(q.arguments, func(a string) bool {
		char, ok := strings.CutPrefix(a, "typed:")
		if ok {
			context = `{"triggerKind":2,"triggerCharacter":` + wire.Quote(char) + `}`
		}
		return ok
	})
	var answer struct {
		IsIncomplete bool
		Items        []item
	}
	q.ask("textDocument/completion", q.position()+`,"context":`+context, &answer)
	slices.SortStableFunc(answer.Items, func(a, b item) int {
		return strings.Compare(sortedBy(a), sortedBy(b))
	})
	return answer.Items, answer.IsIncomplete
}

func sortedBy(i item) string {
	if i.SortText != "" {
		return i.SortText
	}
	return i.Label
}

var kindNames = map[int]string{1: "text", 9: "module", 10: "property", 12: "value", 14: "keyword", 15: "snippet", 17: "file", 19: "folder"}

// complete formats the completions, in display order. With labels as arguments, other
// items are omitted.
func (q *question) complete() string {
	items, incomplete := q.completion()
	var b strings.Builder
	last, others := "", []string{}
	for i := range items {
		it := &items[i]
		insert, replace := it.ranges()
		place := q.shown(replace)
		if insert != replace {
			place += ", or " + q.shown(insert)
		}
		if place != last {
			fmt.Fprintf(&b, "in place of %s\n", place)
			last = place
		}
		if len(q.arguments) > 0 && !slices.Contains(q.arguments, it.Label) {
			others = append(others, it.Label)
			continue
		}
		fmt.Fprintf(&b, "%s %s", kindNames[it.Kind], it.Label)
		if it.Detail != "" {
			fmt.Fprintf(&b, " (%s)", it.Detail)
		}
		if it.FilterText != it.Label {
			fmt.Fprintf(&b, ", typed as %q", it.FilterText)
		}
		if len(it.CommitCharacters) > 0 {
			fmt.Fprintf(&b, ", or by %q", it.CommitCharacters)
		}
		if it.InsertTextMode == 2 {
			b.WriteString(", indented")
		}
		b.WriteByte('\n')
		if it.InsertTextFormat == 2 || it.TextEdit.NewText != it.Label {
			fmt.Fprintf(&b, "\t%s\n", strings.ReplaceAll(it.TextEdit.NewText, "\n", "\n\t"))
		}
	}
	if len(others) > 0 {
		fmt.Fprintf(&b, "and %s\n", strings.Join(others, ", "))
	}
	if incomplete {
		b.WriteString("and more\n")
	}
	return b.String()
}

// resolve formats the documentation of the items whose labels are arguments.
func (q *question) resolve() string {
	items, _ := q.completion()
	var b strings.Builder
	for i := range items {
		if !slices.Contains(q.arguments, items[i].Label) {
			continue
		}
		var resolved struct {
			Label         string
			Documentation struct{ Kind, Value string }
		}
		q.client.Result("completionItem/resolve", fmt.Sprintf(`{"label":%s,"data":%s}`, wire.Quote(items[i].Label), items[i].Data), &resolved)
		if resolved.Documentation.Kind == "" {
			fmt.Fprintf(&b, "%s: nothing\n", resolved.Label)
			continue
		}
		fmt.Fprintf(&b, "%s, %s:\n%s\n", resolved.Label, resolved.Documentation.Kind, strings.ReplaceAll(resolved.Documentation.Value, q.dir, "/folder"))
	}
	return b.String()
}
