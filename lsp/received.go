package lsp

import (
	"path"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A reception describes what the tool of a call receives of its arguments.
type reception struct {
	block *xmlcall.Block
	tool  *toolspec.Tool // nil if it is not known
	// repaired are the arguments after the ampersand repair, or nil if there was none.
	repaired *xmlcall.Value
	listed   bool // all values that the tool receives are listed, after the outcome
	withheld bool // the tool does not get the call
}

func (p *place) reception() *reception { return p.receptionOf(p.block, p.tool) }

func (p *place) receptionOf(block *xmlcall.Block, tool *toolspec.Tool) *reception {
	r := &reception{block: block, tool: tool, withheld: p.call.Verdict() == xmlcall.Refused}
	if block.Verdict().Outcome == xmlcall.Repaired {
		r.repaired, _ = block.Decode()
	}
	return r
}

// argument returns what the tool reads in an element; see [argument]. This includes the
// arguments of a custom tool's call for the tool that runs it.
func (r *reception) argument(id xmlcall.ElementID) *toolspec.Argument {
	a := argument(r.tool, r.block, id)
	if a == nil && r.tool != nil && r.tool.Custom && isArguments(r.block, r.block.Element(id).Parent()) {
		a = toolspec.Builtin("run_custom_tool").Argument(r.block.Element(id).Local())
	}
	if a != nil && a.Kind == toolspec.List && a.Repeated {
		return a.Item
	}
	return a
}

// maxShownDepth is the maximum depth of elements that are described. Calls of tools have
// five levels; the fate of an element depends on all elements around it, of which a text
// can have a million.
const maxShownDepth = 64

// tooDeep reports whether an element is deeper than that.
func tooDeep(block *xmlcall.Block, id xmlcall.ElementID) bool {
	for range maxShownDepth {
		if id == xmlcall.NoElement {
			return false
		}
		id = block.Element(id).Parent()
	}
	return true
}

// A fate is what happens to an element.
type fate int

const (
	arrives    fate = iota // it reaches the tool
	unread                 // it is not in the arguments element that is used
	ignored                // it is not an argument of the tool, or is in such an element
	dropped                // it is in an argument that contains text
	overridden             // by a later one
)

// fate returns what happens to an element inside another one; inside an element that does
// not arrive, it is the fate of that.
func (r *reception) fate(id xmlcall.ElementID) fate {
	parent := r.block.Element(id).Parent()
	if parent == xmlcall.NoElement || isArguments(r.block, id) {
		return unread
	}
	var list bool // whether parent is a list, of which id may be an item
	if !isArguments(r.block, parent) {
		if f := r.fate(parent); f != arrives {
			return f
		}
		switch outer := r.argument(parent); {
		case outer == nil || outer.Kind == toolspec.Any:
			return arrives // read as in ADR-0019
		case outer.Kind.Scalar():
			return dropped
		default:
			list = outer.Kind == toolspec.List
		}
	}
	switch {
	case r.tool == nil:
		return arrives
	case r.argument(id) == nil:
		return ignored
	case !list && !r.isList(id) && r.isOverridden(id):
		return overridden
	}
	return arrives
}

// isList reports whether an element is a list, or one of those of a list without a wrapper:
// which includes arguments that the tool accepts but does not list.
func (r *reception) isList(id xmlcall.ElementID) bool {
	a := argument(r.tool, r.block, id)
	return a != nil && (a.Kind == toolspec.List || a.Kind == toolspec.Any && r.tool.Open &&
		!slices.ContainsFunc(r.tool.Arguments, func(listed toolspec.Argument) bool { return listed.Name == a.Name }))
}

// isOverridden reports whether a later element of the same name overrides one. Blank
// options of a custom tool are skipped.
func (r *reception) isOverridden(id xmlcall.ElementID) bool {
	name := r.block.Element(id).Local()
	parent := r.block.Element(id).Parent()
	if last, _ := r.block.Child(parent, name); last == id || !r.tool.Custom {
		return last != id
	}
	for later, element := range r.block.Children(parent) {
		if later > id && element.Local() == name && strings.TrimSpace(element.Text()) != "" {
			return true
		}
	}
	return false
}

// text returns an element's text as the tool receives it; for a refused call, the
// intended text.
func (r *reception) text(id xmlcall.ElementID) string {
	if v := r.afterRepair(id); v != nil {
		return v.Text
	}
	return r.block.Element(id).Text()
}

// afterRepair returns an element of the arguments after the repair, or nil if there was
// none.
func (r *reception) afterRepair(id xmlcall.ElementID) *xmlcall.Value {
	if r.repaired == nil || id == xmlcall.NoElement {
		return nil
	}
	if isArguments(r.block, id) {
		return r.repaired
	}
	parent := r.block.Element(id).Parent()
	outer := r.afterRepair(parent)
	if outer == nil {
		return nil
	}
	at := 0
	for child := range r.block.Children(parent) {
		if child == id && at < len(outer.Children) {
			return outer.Children[at]
		}
		at++
	}
	return nil
}

// A received is the value of an element.
type received struct {
	typ   string // in words, such as "list of strings"
	value any    // as in [toolspec.Tool.Decode]; nil for a list or an object
	// items is the number of items in a list, or of members in an object.
	items int
	// reason is the reason why the tool cannot read it, or "".
	reason       string
	list, object bool
}

// of returns the value of an element that arrives.
func (r *reception) of(id xmlcall.ElementID) received {
	a := r.argument(id)
	if r.tool == nil || a == nil || a.Kind == toolspec.Any {
		return r.inferred(id)
	}
	v := received{typ: typeText(a)}
	switch a.Kind {
	case toolspec.List:
		v.list = true
		for _, child := range r.block.Children(id) {
			if a.Item == nil || child.Local() == a.Item.Name {
				v.items++
			}
		}
	case toolspec.Object:
		v.object = true
		for child := range r.block.Children(id) {
			if r.argument(child) != nil {
				v.items++
			}
		}
	default:
		v.value, v.reason = r.tool.Decode(a, r.text(id))
	}
	return v
}

// inferred returns the value of an element whose type is not defined, by ADR-0019's
// table.
func (r *reception) inferred(id xmlcall.ElementID) received {
	value := r.afterRepair(id)
	if value == nil {
		value = r.block.Value(id)
	}
	v := received{value: (&xmlcall.Value{Children: []*xmlcall.Value{value}}).Infer()[value.Name]}
	v.typ = inferredType(v.value)
	switch value := v.value.(type) {
	case []any:
		v.list, v.items, v.value = true, len(value), nil
	case map[string]any:
		v.object, v.items, v.value = true, len(value), nil
	}
	return v
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
	for _, c := range ext {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return ""
		}
	}
	return ext
}

var languageByExtension = map[string]string{
	"bash": "sh", "cc": "cpp", "cs": "csharp", "cxx": "cpp", "h": "c", "hpp": "cpp", "htm": "html", "js": "javascript",
	"kt": "kotlin", "log": "", "md": "markdown", "mjs": "javascript", "pl": "perl", "ps1": "powershell", "py": "python",
	"rb": "ruby", "rs": "rust", "ts": "typescript", "txt": "", "yml": "yaml",
}
