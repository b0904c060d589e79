package toolspec

import (
	"cmp"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/tree"
)

// isCustom reports whether an object is the metadata of a custom tool of Forge rather
// than the definition of a tool that is called by its name.
func isCustom(file string, n *tree.Node) bool {
	if parameters := n.Get("parameters"); n.Get("entrypoint") != nil || parameters != nil && parameters.Kind == tree.Array {
		return true
	}
	return schemaOf(n) == nil && strings.EqualFold(path.Base(strings.ReplaceAll(file, `\`, "/")), customFile)
}

// customOf returns the custom tool that an object describes. A violation of the
// runtime's requirements is an error here: the runtime skips such a tool silently, and
// a call does not find it.
func (l *loader) customOf(n *tree.Node) (*Tool, *Error) {
	fail := func(at *tree.Node, reason string) (*Tool, *Error) {
		return nil, errorAt(at, "%s; the runtime ignores this custom tool", reason)
	}
	for _, name := range []string{"name", "description", "version", "entrypoint"} {
		switch at := n.Get(name); {
		case at == nil:
			return fail(n, "missing "+name)
		case word(at) == "":
			return fail(at, name+" must be a string that is not empty")
		}
	}
	if at := n.Get("entrypoint"); strings.ContainsAny(word(at), `/\`) {
		return fail(at, "entrypoint must be the name of a file in the same folder")
	}
	parameters := n.Get("parameters")
	if parameters != nil && parameters.Kind != tree.Array && (parameters.Kind != tree.Scalar || parameters.Value != nil) {
		return fail(parameters, "parameters must be a list")
	}
	t, err := l.toolOf(n.Object("name", n.Scalar(word(n.Get("name"))), "server", n.Get("server"), "example", n.Get("example")))
	if err != nil {
		return nil, err
	}
	t.Description, t.Open, t.Custom, t.conditions, t.definition = word(n.Get("description")), false, true, builtinConditions[CustomRunner], n
	for _, p := range parameters.Items() {
		kind, known := kinds[word(p.Get("type"))]
		a := Argument{Name: word(p.Get("name")), Description: word(p.Get("description")), Kind: kind, Required: truth(p.Get("required"))}
		switch {
		case a.Name == "":
			return fail(p, "a parameter needs a name")
		case !known || !kind.Scalar():
			return fail(cmp.Or(p.Get("type"), p), "the type of a parameter must be string, number, integer or boolean")
		case a.Description == "":
			return fail(p, "a parameter needs a description")
		}
		a.tight = a.isTight()
		t.Arguments = append(slices.DeleteFunc(t.Arguments, func(other Argument) bool { return other.Name == a.Name }), a)
	}
	return t, nil
}

// word returns the text of a string or a number, or "": YAML reads version: 1.0 as a
// number, the runtime as text.
func word(n *tree.Node) string {
	if n == nil {
		return ""
	}
	if number, ok := n.Value.(json.Number); ok {
		return number.String()
	}
	return n.Text()
}

// truth reports whether a scalar is true, by YAML 1.1 as the runtime reads it.
func truth(n *tree.Node) bool {
	return n != nil && (n.Value == true || slices.Contains([]string{"y", "yes", "on"}, strings.ToLower(n.Text())))
}
