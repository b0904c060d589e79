package ls

import (
	"path"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A reception describes what the tool of a call receives of its arguments.
type reception struct {
	*toolspec.Reading
	block    *xmlcall.Block
	tool     *toolspec.Tool // nil if it is not known
	listed   bool           // all values that the tool receives are listed, after the outcome
	withheld bool           // the tool does not get the call
}

func (p *Place) reception() *reception { return receptionOf(p.call.Call, p.block, p.tool) }

func receptionOf(call *diagnostics.Call, block *xmlcall.Block, tool *toolspec.Tool) *reception {
	return &reception{Reading: tool.Read(block), block: block, tool: tool, withheld: !call.Read()}
}

// argument returns what the tool reads in an element, or nil.
func (r *reception) argument(id xmlcall.ElementID) *toolspec.Argument {
	return r.Of(id).Argument.Element()
}

// typeOf returns the type of an element's value in words, such as "list of strings".
func (r *reception) typeOf(id xmlcall.ElementID) string {
	a, of := r.argument(id), r.Of(id)
	if a == nil || a.Kind == toolspec.Any || of.Value != nil && a.Kind.Scalar() && of.Fate == toolspec.Coerced {
		return inferredType(of.Value)
	}
	return typeText(a)
}

// inferredType returns the type of a value in a word.
func inferredType(value any) string {
	if value == nil {
		return "null"
	}
	return toolspec.KindOf(value).String()
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
// file whose path is beside it, or beside one of the elements around it; or "".
func (r *reception) language(id xmlcall.ElementID) string {
	return languageOfPath(strings.TrimSpace(r.pathBeside(id)))
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
			if beside != id && isPathName(element.Local()) {
				return element.Text()
			}
		}
		at = parent
	}
}

// isPathName reports whether an argument with a name is the path of a file.
func isPathName(name string) bool {
	return name == "file" || name == "filename" || strings.HasSuffix(name, "path")
}

// languageOfPath returns the name of the language of a file, which for many is the
// extension.
func languageOfPath(name string) string {
	ext := strings.ToLower(strings.TrimPrefix(path.Ext(name), "."))
	if language, ok := languageByExtension[ext]; ok {
		return language
	}
	if strings.Trim(ext, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
		return ""
	}
	return ext
}

var languageByExtension = map[string]string{
	"bash": "sh", "cc": "cpp", "cs": "csharp", "cxx": "cpp", "h": "c", "hpp": "cpp", "htm": "html", "js": "javascript",
	"kt": "kotlin", "log": "", "md": "markdown", "mjs": "javascript", "pl": "perl", "ps1": "powershell", "py": "python",
	"rb": "ruby", "rs": "rust", "ts": "typescript", "txt": "", "yml": "yaml",
}
