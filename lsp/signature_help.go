package lsp

import (
	"unicode/utf16"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/internal/ls"
)

type signatureParams struct {
	positionParams
	Context struct {
		TriggerKind protocol.SignatureHelpTriggerKind `json:"triggerKind"`
	} `json:"context"`
}

// signatureHelp answers textDocument/signatureHelp: inside the arguments of a call the
// arguments of the tool, and which of them are given and missing; inside a list or an
// object those of that. An editor that asks by itself, after a '<' and while what it shows
// stays open, has it only where an argument is begun, and never while a value is typed.
func (s *server) signatureHelp(_ *view, at *ls.Place, p *signatureParams) (*protocol.SignatureHelp, error) {
	sig := at.Signature(s.client.markdownSignature)
	if sig == nil || p.Context.TriggerKind > protocol.SignatureHelpTriggerKindInvoked && !at.BeginsArgument() {
		return nil, nil
	}
	help := &protocol.SignatureHelp{
		Signatures:      []protocol.SignatureInformation{s.client.signature(sig)},
		ActiveSignature: new(uint32(0)),
		ActiveParameter: protocol.NewNullable(uint32(max(0, sig.Active))),
	}
	if sig.Active < 0 && s.client.TextDocument.SignatureHelp.SignatureInformation.NoActiveParameterSupport {
		help.ActiveParameter = protocol.NullNullable[uint32]()
	}
	return help, nil
}

// signature returns a signature as the client shows it.
func (c *client) signature(sig *ls.Signature) protocol.SignatureInformation {
	units := func(end int) uint32 { return uint32(len(utf16.Encode([]rune(sig.Label[:end])))) }
	info := protocol.SignatureInformation{
		Label: sig.Label, Parameters: []protocol.ParameterInformation{}, Documentation: contentOf(c.markdownSignature, sig.About),
	}
	for _, p := range sig.Parameters {
		parameter := protocol.ParameterInformation{Label: protocol.String(p.Label)}
		if c.TextDocument.SignatureHelp.SignatureInformation.ParameterInformation.LabelOffsetSupport {
			parameter.Label = protocol.ParameterInformationLabelTuple{units(p.Start), units(p.End)}
		}
		if p.About != "" {
			parameter.Documentation = contentOf(c.markdownSignature, p.About)
		}
		info.Parameters = append(info.Parameters, parameter)
	}
	return info
}
