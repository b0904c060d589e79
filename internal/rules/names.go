package rules

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/internal/notes"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// names are the rules about the names and the elements that a call starts with.
var names = []*Rule{
	{
		Code: "padded-tool-name", Severity: Error, Group: Envelope,
		Summary: "A tool name with white space around it",
		Needs:   noted(notes.PaddedToolName),
		Check: eachNote(func(p *Pass, n notes.Note) Report {
			if n.Want == "" {
				return Report{
					Message: "Blank `<tool_name>`; write the name of the tool",
					Note:    "No tool has a blank name",
					Fixes:   nameChoices(p, p.Block.Element(n.Element).Span(), true),
				}
			}
			return Report{
				Message: "White space around the tool name; write `" + Clip(n.Want) + "` alone",
				Note:    "The runtime does not trim the name, so no tool matches it",
				Fixes:   []Fix{replace(Titled("Trim to `", n.Want, "`"), n.Span, encode.Escape(n.Want))},
			}
		}),
	},
	{
		Code: "unrouted-server", Severity: Information, Group: Envelope,
		Summary: "A server other than local, which has no effect",
		Needs:   noted(notes.OtherServer),
		Check: eachNote(func(p *Pass, n notes.Note) Report {
			message := "Blank `<server_name>`; it has no effect"
			if name := strings.TrimSpace(p.Block.Slice(n.Span)); name != "" {
				message = "Server `" + Clip(name) + "` has no effect"
			}
			return Report{Message: message, Note: "The runtime looks a tool up only by `<tool_name>`"}
		}),
	},
	{
		Code: "missing-server-name", Severity: Information, Group: Envelope,
		Summary: "A call that names no server",
		Needs:   noted(notes.NoServerName),
		Check: eachNote(func(p *Pass, n notes.Note) Report {
			if p.Elided() || p.Misshapen() {
				return Report{}
			}
			r := Report{Message: "Missing `<server_name>`; write `<server_name>local</server_name>`", Note: "The runtime assumes `local`"}
			switch e := p.Block.Element(n.Element); {
			case n.Element == p.Block.Envelope():
				if !slices.ContainsFunc(p.Strays(), func(s facts.Stray) bool { return s.Near == "server_name" }) { // whose own finding offers to rename it
					r.Fixes = []Fix{{Title: "Insert `<server_name>`", Edits: []Edit{firstChild(p, "<server_name>local</server_name>")}}}
				}
				return r
			case e.SelfClosing():
				at := xmlcall.Span{Start: e.Start().End - len("/>"), End: e.Start().End}
				r.Fixes = []Fix{replace("Write `local`", at, ">local</"+e.Name()+">")}
			default:
				r.Fixes = []Fix{insert("Write `local`", e.End().Start, "local")}
			}
			r.Message = "Empty `<server_name>`; write `local`"
			return r
		}),
	},
	{
		Code: "missing-arguments", Severity: Information, Group: Envelope,
		Summary: "A call without arguments",
		Needs:   noted(notes.NoArguments),
		Check: eachNote(func(p *Pass, n notes.Note) Report {
			if p.Elided() || p.Misshapen() {
				return Report{}
			}
			r := Report{Note: "The call runs without arguments"}
			for _, s := range p.Strays() { // their own findings make them arguments
				if name := Clip(p.Block.Element(s.Element).Local()); s.Misplaced {
					r.Message = "Missing `<arguments>`; write it around `<" + name + ">`"
					return r
				} else if s.Near == "arguments" {
					r.Message = "Missing `<arguments>`; write it instead of `<" + name + ">`"
					return r
				}
			}
			const arguments = "`<arguments></arguments>`"
			r.Message = "Missing `<arguments>`; write " + arguments
			r.Fixes = []Fix{{Title: "Insert " + arguments, Edits: []Edit{lastChildren(p, n.Element, "", strings.Trim(arguments, "`"))}}}
			return r
		}),
	},
}
