package ls

import (
	"slices"
	"strconv"
	"strings"
)

// An insertion is a text to insert, with fields that a person fills in.
type insertion []fragment

// A fragment is a part of an insertion.
type fragment struct {
	text    string
	isField bool     // whether it is a field; text is its initial content
	choices []string // for a field; text is one of them
}

func literally(text string) fragment { return fragment{text: text} }

func field(text string, choices ...string) fragment {
	return fragment{text: text, isField: true, choices: choices}
}

// plain returns the text of an insertion.
func (in insertion) plain() string {
	var b strings.Builder
	for _, p := range in {
		b.WriteString(p.text)
	}
	return b.String()
}

// hasFields reports whether there are fields to fill in.
func (in insertion) hasFields() bool {
	return slices.ContainsFunc(in, func(p fragment) bool { return p.isField })
}

// snippet returns an insertion in the protocol's snippet syntax. Fields are tab stops;
// the last one is after the text.
func (in insertion) snippet() string {
	var b strings.Builder
	stop := 0
	for _, p := range in {
		if !p.isField {
			b.WriteString(escapeSnippet.Replace(p.text))
			continue
		}
		stop++
		b.WriteString("${" + strconv.Itoa(stop))
		switch {
		case len(p.choices) > 0:
			b.WriteByte('|')
			for i, choice := range p.choices {
				if i > 0 {
					b.WriteByte(',')
				}
				b.WriteString(escapeChoice.Replace(choice))
			}
			b.WriteByte('|')
		case p.text != "":
			b.WriteByte(':')
			b.WriteString(escapeSnippet.Replace(p.text))
		}
		b.WriteByte('}')
	}
	if in.hasFields() {
		b.WriteString("$0")
	}
	return b.String()
}

// In a choice, backslash escapes only these: VS Code would show any other backslash.
var (
	escapeSnippet = strings.NewReplacer(`\`, `\\`, `$`, `\$`, `}`, `\}`)
	escapeChoice  = strings.NewReplacer(`\`, `\\`, `,`, `\,`, `|`, `\|`)
)

// mapped returns an insertion whose text is changed as a whole: the container of a call
// escapes what is written into it. ok is false if change cannot.
func (in insertion) mapped(change func(string) (string, bool)) (insertion, bool) {
	// The end of each fragment is marked with letters, which containers do not change.
	mark := "Mark"
	for plain := strings.Join(in.texts(), " "); strings.Contains(plain, mark); {
		mark += "k"
	}
	changed, ok := change(strings.Join(in.texts(), mark))
	texts := strings.Split(changed, mark)
	if !ok || len(texts) != len(in.texts()) {
		return nil, false
	}
	var list insertion
	for _, p := range in {
		p.text, texts = texts[0], texts[1:]
		n := len(p.choices)
		p.choices, texts = texts[:n:n], texts[n:]
		list = append(list, p)
	}
	return list, true
}

// texts returns the texts of all fragments, and the choices of fields.
func (in insertion) texts() []string {
	var list []string
	for _, p := range in {
		list = append(append(list, p.text), p.choices...)
	}
	return list
}
