package toolspec

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

// isCustom reports whether an object is the metadata of a custom tool of Forge rather
// than the definition of a tool that is called by its name.
func isCustom(file string, n *node) bool {
	if parameters := n.get("parameters"); n.get("entrypoint") != nil || parameters != nil && parameters.kind == arrayNode {
		return true
	}
	return schemaOf(n) == nil && strings.EqualFold(path.Base(strings.ReplaceAll(file, `\`, "/")), customFile)
}

// customOf returns the custom tool that an object describes. A violation of the
// runtime's requirements is an error here: the runtime skips such a tool silently, and
// a call does not find it.
func customOf(n *node, file string) (*Tool, *Error) {
	fail := func(at *node, reason string) (*Tool, *Error) {
		return nil, at.errorf("%s; the runtime ignores this custom tool", reason)
	}
	for _, name := range []string{"name", "description", "version", "entrypoint"} {
		switch at := n.get(name); {
		case at == nil:
			return fail(n, "missing "+name)
		case at.word() == "":
			return fail(at, name+" must be a string that is not empty")
		}
	}
	if at := n.get("entrypoint"); strings.ContainsAny(at.word(), `/\`) {
		return fail(at, "entrypoint must be the name of a file in the same folder")
	}
	parameters := n.get("parameters")
	if parameters != nil && parameters.kind != arrayNode && (parameters.kind != scalarNode || parameters.value != nil) {
		return fail(parameters, "parameters must be a list")
	}
	t, err := toolOf(n.object("name", n.scalar(n.get("name").word()), "server", n.get("server"), "example", n.get("example")), file)
	if err != nil {
		return nil, err
	}
	t.Description, t.Open, t.Custom, t.conditions, t.definition = n.get("description").word(), false, true, builtinConditions[CustomRunner], n
	for _, p := range itemsOf(parameters) {
		kind, known := kinds[p.get("type").word()]
		a := Argument{Name: p.get("name").word(), Description: p.get("description").word(), Kind: kind, Required: p.get("required").truth()}
		switch {
		case a.Name == "":
			return fail(p, "a parameter needs a name")
		case !known || !kind.Scalar():
			return fail(cmp.Or(p.get("type"), p), "the type of a parameter must be string, number, integer or boolean")
		case a.Description == "":
			return fail(p, "a parameter needs a description")
		}
		a.tight = a.isTight()
		t.Arguments = append(slices.DeleteFunc(t.Arguments, func(other Argument) bool { return other.Name == a.Name }), a)
	}
	return t, nil
}
