package ls

import (
	"path"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A reception is what the tool of a call receives of its arguments or, if the call does not run, would receive: after
// its fixes where these are certain, and otherwise as it is meant.
type reception struct {
	*toolspec.Reading
	block    *xmlcall.Block
	tool     *toolspec.Tool // nil if it is not known
	at       *Place         // of the call that is read, with its fixes
	withheld bool           // the tool does not get the call

	// Of a call of which all is listed after the outcome:
	of     *Place // of the call as it is written; otherwise nil
	values []ReceivedValue
	left   int // elements that are not described
}

// reception returns what the tool receives of a block of the call at the place.
func (p *Place) reception(block *xmlcall.Block) *reception {
	tool := p.doc.Options().Toolset().Of(block)
	return &reception{Reading: tool.Read(block), block: block, tool: tool, at: p, withheld: !p.call.Read()}
}

// argument returns what the tool reads in an element, or nil.
func (r *reception) argument(id xmlcall.ElementID) *toolspec.Argument {
	return r.Of(id).Argument.Element()
}

// typeOf returns the type of an element's value in words, such as "list of strings".
func (r *reception) typeOf(id xmlcall.ElementID) string {
	a, of := r.argument(id), r.Of(id)
	switch inferred := a == nil || a.Kind == toolspec.Any; {
	case inferred && of.Value == nil:
		return "null"
	case inferred, of.Value != nil && a.Kind.Scalar() && of.Fate == toolspec.Coerced:
		return toolspec.KindOf(of.Value).String()
	}
	return typeText(a)
}

// typeText returns the type of an argument in words: "integer", "list of strings or null".
func typeText(a *toolspec.Argument) string {
	text := a.Kind.String()
	switch {
	case a.Kind == toolspec.List && a.Item != nil && a.Item.Kind != toolspec.Any:
		text = "list of " + a.Item.Kind.String() + "s"
	case a.Kind == toolspec.Any:
		text = "any value"
	}
	if a.Nullable {
		text += " or null"
	}
	return text
}

// language returns Markdown's name for the language of the text in an element: that of the
// file whose path is beside it, or beside one of the elements around it, which for many is the extension; or "".
func (r *reception) language(id xmlcall.ElementID) string {
	ext := strings.ToLower(strings.TrimPrefix(path.Ext(strings.TrimSpace(r.pathBeside(id))), "."))
	if language, ok := languageByExtension[ext]; ok {
		return language
	}
	if strings.Trim(ext, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
		return ""
	}
	return ext
}

// pathBeside returns the path of the file that the text in an element belongs to: the one
// beside it, or beside one of the elements around it; or "".
func (r *reception) pathBeside(id xmlcall.ElementID) string {
	for at := id; ; {
		parent := r.block.Element(at).Parent()
		if parent == xmlcall.NoElement || isArguments(r.block, at) {
			return ""
		}
		for beside, element := range r.block.Children(parent) {
			if name := element.Local(); beside != id && (name == "file" || name == "filename" || strings.HasSuffix(name, "path")) {
				return element.Text()
			}
		}
		at = parent
	}
}

var languageByExtension = map[string]string{
	"bash": "sh", "cc": "cpp", "cs": "csharp", "cxx": "cpp", "h": "c", "hpp": "cpp", "htm": "html", "js": "javascript",
	"kt": "kotlin", "log": "", "md": "markdown", "mjs": "javascript", "pl": "perl", "ps1": "powershell", "py": "python",
	"rb": "ruby", "rs": "rust", "ts": "typescript", "txt": "", "yml": "yaml",
}
