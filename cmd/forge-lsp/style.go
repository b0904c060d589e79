package main

import (
	"github.com/fatih/color"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A style says how text is written: colors, and the width in columns.
type style struct {
	width int

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

func (s style) outcome(outcome xmlcall.Outcome) *color.Color {
	switch outcome {
	case xmlcall.Runs:
		return s.good
	case xmlcall.Repaired:
		return s.changed
	default:
		return s.bad
	}
}
