package toolspec

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

func shownAll(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

func jsonNumberOf(text string) json.Number { return json.Number(text) }

// A mutation is one mistake in a call and the issue that is expected for it.
type mutation struct {
	name  string
	tree  []*xmlcall.Value
	issue IssueKind
	of    string // Issue.Name
	shape Shape
}

// mutate makes one mistake of each kind that the arguments allow. Only top-level
// arguments are touched, and only those whose schema has no other constraint that the
// mistake would violate.
func (s sampler) mutate(t *testing.T, tool *Tool, want map[string]any, method encode.Method, counts map[string]int, describe func() string) {
	t.Helper()
	w := writer{method: method}
	trees := map[string][]*xmlcall.Value{}
	for name, value := range want {
		elements, fail := w.elements(find(tool.Arguments, name), value)
		if fail != nil {
			t.Fatal(fail)
		}
		trees[name] = elements
	}
	build := func(instead string, elements ...*xmlcall.Value) (tree []*xmlcall.Value) {
		for _, a := range tool.Arguments {
			if a.Name == instead {
				tree = append(tree, elements...)
			} else {
				tree = append(tree, trees[a.Name]...)
			}
		}
		return tree
	}
	var all []mutation
	add := func(m mutation) { all = append(all, m) }
	required := sortedNames(tool, want, func(a *Argument) bool { return a.Required && !bareItem(tool, a) })
	if len(required) > 0 {
		name := pick(s, required)
		add(mutation{"drop", build(name), MissingArgument, name, NoShape})
	}
	if optional := sortedNames(tool, want, func(a *Argument) bool { return !a.Required && a.Kind != List && !itemOf(tool, a.Name) }); len(optional) > 0 && !tool.Open {
		name := pick(s, optional)
		renamed := *trees[name][0]
		renamed.Name = "nobody_reads"
		add(mutation{"rename", build(name, &renamed), UnknownArgument, "nobody_reads", NoShape})
	}
	if numbers := sortedNames(tool, want, func(a *Argument) bool { return a.Kind == Integer || a.Kind == Number || a.Kind == Boolean }); len(numbers) > 0 {
		name := pick(s, numbers)
		if !find(tool.Arguments, name).Nullable || want[name] != nil {
			add(mutation{"retype", build(name, &xmlcall.Value{Name: name, Text: "many"}), TypeMismatch, name, NoShape})
		}
	}
	if scalars := sortedNames(tool, want, func(a *Argument) bool { return a.Kind.Scalar() }); len(scalars) > 0 {
		name := pick(s, scalars)
		add(mutation{"duplicate", build(name, trees[name][0], trees[name][0]), DuplicateArgument, name, NoShape})
	}
	lists := sortedNames(tool, want, func(a *Argument) bool { return a.Kind == List && !a.Repeated && !a.Nullable && !a.NonEmpty })
	if len(lists) > 0 {
		name := pick(s, lists)
		a := find(tool.Arguments, name)
		add(mutation{"text list", build(name, &xmlcall.Value{Name: name, Text: "x, y"}), ArrayShape, name, TextItems})
		if a.Item.Kind.Scalar() {
			wrong := &xmlcall.Value{Name: name, Children: []*xmlcall.Value{{Name: "no_item", Text: "x"}}}
			add(mutation{"item name", build(name, wrong), ArrayShape, name, WrongItems})
		}
		items := trees[name][0].Children
		if a.Item.Kind == Object && len(items) == 1 && len(items[0].Children) > 0 && !a.Item.Open && find(a.Item.Members, items[0].Children[0].Name) != nil &&
			!slices.ContainsFunc(items[0].Children, func(c *xmlcall.Value) bool { return c.Name == a.Item.Name }) {
			add(mutation{"no item", build(name, &xmlcall.Value{Name: name, Children: items[0].Children}), ArrayShape, name, NoItem})
		}
		if len(items) == 1 && !a.Required && find(tool.Arguments, a.Item.Name) == nil && !tool.Open && !otherItems(tool, a) {
			add(mutation{"unwrap", build(name, items...), ArrayShape, name, NoWrapper})
		}
	}
	repeated := sortedNames(tool, want, func(a *Argument) bool { return a.Repeated && a.Item.Kind.Scalar() && !a.Item.Nullable })
	if len(repeated) > 0 {
		name := pick(s, repeated)
		wrapped := &xmlcall.Value{Name: name, Children: []*xmlcall.Value{{Name: "item", Text: trees[name][0].Text}}}
		add(mutation{"wrap", build(name, wrapped), ArrayShape, name, NotRepeated})
	}
	for _, m := range all {
		call := encode.Call{Tool: tool.Name, Arguments: &xmlcall.Value{Children: m.tree}}
		text, err := call.Encode(encode.Options{Method: method})
		if err != nil {
			t.Fatal(err)
		}
		b := xmlcall.ParseAt(text, 0)
		r := tool.Read(b)
		good := len(r.Issues) > 0 && !tool.plainlySound(b)
		for _, i := range r.Issues {
			// Bare items are not known as arguments either, which is also reported.
			bare := m.shape == NoWrapper && i.Kind == UnknownArgument
			good = good && (bare || i.Kind == m.issue && i.Name == m.of && i.Shape == m.shape)
		}
		if m.shape != NoWrapper {
			good = good && len(r.Issues) == 1
		}
		if !good {
			t.Fatalf("%s\n%s: issues %+v\n%s", describe(), m.name, r.Issues, text)
		}
		counts[m.name]++
		if m.issue != DuplicateArgument {
			continue
		}
		if !sameValue(any(maps.Clone(r.Arguments)), any(want)) {
			t.Fatalf("%s\n%s: read as %s\n%s", describe(), m.name, shownAll(r.Arguments), text)
		}
	}
}

// bareItem reports whether, without the list, an element would be taken for its bare
// item.
func bareItem(tool *Tool, a *Argument) bool {
	return a.Item != nil && find(tool.Arguments, a.Item.Name) != nil && tool.Open
}

// itemOf reports whether an argument has the name of another one's items.
func itemOf(tool *Tool, name string) bool {
	for _, a := range tool.Arguments {
		if a.Item != nil && !a.Repeated && a.Item.Name == name {
			return true
		}
	}
	return false
}

// otherItems reports whether the items of another list have the same name.
func otherItems(tool *Tool, a *Argument) bool {
	for _, other := range tool.Arguments {
		if other.Name != a.Name && other.Item != nil && other.Item.Name == a.Item.Name {
			return true
		}
	}
	return false
}
