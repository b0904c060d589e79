package lsp

import (
	"slices"

	"go.lsp.dev/protocol"
)

// shows is what is known about how the client shows texts beside a document's own.
type shows struct {
	// hoverKind is the format of hovers.
	hoverKind protocol.MarkupKind
	// signatureKind is the format of what signature help tells, labelOffsets whether
	// parameters can be named by their place in the label, and noActiveParameter whether
	// none of them may be the active one.
	signatureKind                   protocol.MarkupKind
	labelOffsets, noActiveParameter bool
	// resolvesTooltip is whether an inlay hint may be sent without its tooltip.
	resolvesTooltip bool
	// appliesEdits is whether it can be asked to apply an edit, and showsDocuments whether
	// to show a place.
	appliesEdits, showsDocuments bool
	// asksAgain are the requests that have it ask again for what it shows, where it takes
	// them.
	asksAgain []string
}

func readShows(capabilities any) shows {
	var asksAgain []string
	for _, r := range [][2]string{
		{"codeLens", protocol.MethodWorkspaceCodeLensRefresh},
		{"inlayHint", protocol.MethodWorkspaceInlayHintRefresh},
	} {
		if at(capabilities, "workspace", r[0], "refreshSupport") == true {
			asksAgain = append(asksAgain, r[1])
		}
	}
	signature := at(capabilities, "textDocument", "signatureHelp", "signatureInformation")
	return shows{
		hoverKind:         markupKind(at(capabilities, "textDocument", "hover", "contentFormat")),
		signatureKind:     markupKind(at(signature, "documentationFormat")),
		labelOffsets:      at(signature, "parameterInformation", "labelOffsetSupport") == true,
		noActiveParameter: at(signature, "noActiveParameterSupport") == true,
		resolvesTooltip:   slices.Contains(list(at(capabilities, "textDocument", "inlayHint", "resolveSupport", "properties")), any("tooltip")),
		appliesEdits:      at(capabilities, "workspace", "applyEdit") == true,
		showsDocuments:    at(capabilities, "window", "showDocument", "support") == true,
		asksAgain:         asksAgain,
	}
}

// announce announces the requests for them.
func (c *shows) announce(caps *protocol.ServerCapabilities) {
	caps.HoverProvider = protocol.Boolean(true)
	caps.SignatureHelpProvider = &protocol.SignatureHelpOptions{TriggerCharacters: []string{"<", ">"}}
	caps.InlayHintProvider = &protocol.InlayHintOptions{ResolveProvider: new(c.resolvesTooltip)}
	caps.CodeLensProvider = &protocol.CodeLensOptions{ResolveProvider: new(c.appliesEdits)}
	caps.ExecuteCommandProvider = protocol.ExecuteCommandOptions{Commands: c.commands()}
}
