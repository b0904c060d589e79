package rules

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// names are the rules about the names and the elements that a call starts with.
var names = []*Rule{
	{Code: "missing-tool-name", Severity: Error, Group: Envelope, Needs: about(call.Envelope), Check: checkMissingToolName},
	{
		Code: "padded-tool-name", Severity: Error, Group: Envelope,
		Needs: noted(call.PaddedToolName),
		Check: eachNote(func(p *Pass, n call.Note) Report {
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
		Needs: noted(call.OtherServer),
		Check: eachNote(func(p *Pass, n call.Note) Report {
			message := "Blank `<server_name>`; it has no effect"
			if name := strings.TrimSpace(p.Block.Slice(n.Span)); name != "" {
				message = "Server `" + Clip(name) + "` has no effect"
			}
			return Report{Message: message, Note: "The runtime looks a tool up only by `<tool_name>`"}
		}),
	},
	{
		Code: "missing-server-name", Severity: Information, Group: Envelope,
		Needs: noted(call.NoServerName),
		Check: eachNote(func(p *Pass, n call.Note) Report {
			if p.Elided() || p.Misshapen() {
				return Report{}
			}
			r := Report{Message: "Missing `<server_name>`; write `<server_name>local</server_name>`", Note: "The runtime assumes `local`"}
			switch e := p.Block.Element(n.Element); {
			case n.Element == p.Block.Envelope():
				if !slices.ContainsFunc(p.Strays(), func(s call.Stray) bool { return s.Near == "server_name" }) { // whose own finding offers to rename it
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
		Needs: noted(call.NoArguments),
		Check: eachNote(func(p *Pass, n call.Note) Report {
			if p.Elided() || p.Misshapen() {
				return Report{}
			}
			const arguments = "<arguments></arguments>"
			r := Report{Message: "Missing `<arguments>`; write `" + arguments + "`", Note: "The call runs without arguments"}
			for _, s := range p.Strays() {
				if s.Near == "arguments" {
					return Report{} // its own finding makes it the arguments
				} else if s.Misplaced {
					r.Message = "Missing `<arguments>`; write it around `<" + Clip(p.Block.Element(s.Element).Local()) + ">`"
					return r
				}
			}
			for range p.LostText { // which an empty element would hide
				r.Message = "Missing `<arguments>`; write it around the arguments"
				return r
			}
			r.Fixes = []Fix{{Title: "Insert `" + arguments + "`", Edits: []Edit{p.LastChildren(n.Element, "", arguments)}}}
			return r
		}),
	},
}

func checkMissingToolName(p *Pass) {
	if !namesNoTool(p) || nameAttribute(p) != "" { // which another rule reports
		return
	}
	b := p.Block
	span := b.Element(b.Envelope()).Start()
	n := Report{
		Message: "Missing `<tool_name>` in `<tool>`; write the name of the tool",
		Note:    "The runtime refuses a call that names no tool",
	}
	name, given := b.Child(b.Envelope(), "tool_name")
	if given {
		span = b.Element(name).Span()
		n.Message = "Empty `<tool_name>`; write the name of the tool"
	} else if i, ok := p.Misnamed("tool_name"); ok {
		found := b.Element(i).Name()
		n.Message = "Expected `<tool_name>`, found `<" + Clip(found) + ">`"
		fix := Fix{Title: Titled("Rename `<", found, ">` to `<tool_name>`"), Edits: p.Rename(i, "tool_name")}
		strays := p.Strays()
		if k := slices.IndexFunc(strays, func(s call.Stray) bool { return s.Missing && s.Near == "arguments" }); k >= 0 && p.Misshapen() {
			arguments := strays[k].Element
			n.Message = "Expected `<tool_name>` and `<arguments>`, found `<" + Clip(found) + ">` and `<" + Clip(b.Element(arguments).Name()) + ">`"
			fix.Title, fix.Edits = "Write `<tool_name>` and `<arguments>`", sorted(append(fix.Edits, p.Rename(arguments, "arguments")...))
		}
		n.Fixes = []Fix{fix}
	}
	if len(n.Fixes) == 0 {
		n.Fixes = nameChoices(p, span, given)
	}
	p.report(span, n)
}

// namesNoTool reports whether the call is one of elements that names no tool, and no other rule says why.
func namesNoTool(p *Pass) bool {
	b := p.Block
	if name, given := b.Child(b.Envelope(), "tool_name"); given && b.Element(name).Text() != "" || p.Empty || p.Payload.Kind == call.CallPayload ||
		b.Delimiters == xmlcall.Unclosed || b.Delimiters == xmlcall.Escaped || b.Rest().Len() > 0 || p.HasProblem(xmlcall.UnclosedCall) || p.Elided() {
		return false
	}
	_, wrapped := call.CallInSection(b)
	return !wrapped
}
