package main

import (
	"github.com/fatih/color"

	"github.com/entrhq/forge-lsp/diagnostics"
)

// A style says how text is written: colors, and the width in columns.
type style struct {
	width    int
	terminal bool // it is read on a terminal

	path, dim, good, changed, bad, note *color.Color
}

func newStyle(colored bool) style {
	ink := func(attributes ...color.Attribute) *color.Color {
		c := color.New(attributes...)
		if colored {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
		return c
	}
	return style{
		width:   defaultWidth,
		path:    ink(color.Bold),
		dim:     ink(color.FgHiBlack),
		good:    ink(color.FgGreen),
		changed: ink(color.FgYellow, color.Bold),
		bad:     ink(color.FgRed, color.Bold),
		note:    ink(color.FgCyan),
	}
}

func (s style) severity(severity diagnostics.Severity) *color.Color {
	switch severity {
	case diagnostics.Error:
		return s.bad
	case diagnostics.Warning:
		return s.changed
	case diagnostics.Information:
		return s.note
	default:
		return s.dim
	}
}

// status describes in a few words what happens to a call, in both stages: where
// one refuses it the other does not count.
func (s style) status(described *call) (words string, ink *color.Color) {
	switch {
	case described.Verdict == "refused":
		return "refused by the reader", s.bad
	case described.ToolVerdict == "refuses":
		return "refused by its tool", s.bad
	case described.ToolVerdict == "unknown":
		return "unknown tool", s.bad
	}
	words, ink = described.Verdict, s.good
	if words == "repaired" {
		ink = s.changed
	}
	if described.ToolVerdict == "unchecked" {
		words += ", unchecked"
	}
	return words, ink
}

// reasons returns the reasons of both stages.
func (described *call) reasons() string {
	if described.ToolReason == "" || described.Reason == "" {
		return described.ToolReason + described.Reason
	}
	return described.ToolReason + "; " + described.Verdict + ": " + described.Reason
}
