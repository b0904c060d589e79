package toolspec

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/internal/tree"
)

// Check returns the problems of definitions that [Load] can read, in the order of the
// tools and by place within each:
//
//   - a keyword that JSON Schema does not define and therefore ignores
//   - a pattern that Go's regular expressions cannot express
//   - a required argument that the schema does not describe
//   - an argument that cannot be an XML element
//   - an example that its own schema refuses
//   - a tool with the name and the server of an earlier one
//   - a field of the struct of [FromStruct] with a json tag and without an xml tag
//   - a custom tool that the runtime does not find under its name
func Check(tools []*Tool) []*Error {
	var errs []*Error
	first := map[string]*Tool{}
	for _, t := range tools {
		if t == nil {
			continue
		}
		c := checker{tool: t}
		key := fmt.Sprintf("%q %q %v", t.Name, t.Server, t.Custom)
		if other := first[key]; other != nil {
			c.add(t.definition.Get("name"), "the tool %q is defined twice; the last definition is used, the first is at %v", t.Name, other.Source)
		} else {
			first[key] = t
		}
		if t.Custom && t.definition != nil {
			c.custom()
		} else if schema := schemaOf(t.definition); schema != nil {
			c.schema(schema)
		}
		c.example()
		c.errs = append(c.errs, t.doubts...)
		slices.SortStableFunc(c.errs, compareErrors)
		errs = append(errs, c.errs...)
	}
	return errs
}

// String returns the source as "file:line".
func (s Source) String() string { return s.File + ":" + strconv.Itoa(s.Line) }

type checker struct {
	tool *Tool
	errs []*Error
}

func (c *checker) add(at *tree.Node, format string, args ...any) {
	e := errorAt(cmp.Or(at, blank), format, args...) // blank if the tool was not read from a file
	e.File = c.tool.Source.File
	c.errs = append(c.errs, e)
}

// The keywords of JSON Schema from draft 6 to 2020-12: those that hold an object of schemas, those that hold a schema or a
// list of them, and the others with OpenAPI's annotations.
var (
	namingKeywords = strings.Fields("properties patternProperties $defs definitions dependentSchemas dependencies")
	schemaKeywords = strings.Fields(`
		allOf anyOf oneOf prefixItems items additionalItems additionalProperties unevaluatedItems unevaluatedProperties
		contains propertyNames not if then else contentSchema`)
	valueKeywords = strings.Fields(`
		$schema $id $ref $anchor $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor $vocabulary $comment
		type enum const format pattern required dependentRequired
		multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength
		maxItems minItems uniqueItems maxContains minContains maxProperties minProperties
		contentEncoding contentMediaType title description default deprecated readOnly writeOnly examples
		xml example externalDocs discriminator`)
)

// schema checks a schema, or a list of them.
func (c *checker) schema(n *tree.Node) {
	for _, item := range n.Items() {
		c.schema(item)
	}
	if n.Kind != tree.Object {
		return
	}
	for _, value := range n.Nodes {
		switch name := value.Name; {
		case slices.Contains(namingKeywords, name):
			for _, inner := range value.Nodes {
				if name == "properties" {
					c.name(inner.Name, inner)
				}
				c.schema(inner)
			}
		case slices.Contains(schemaKeywords, name):
			if item := value.Get("xml").Get("name"); item != nil && name == "items" {
				c.name(item.Text(), item)
			}
			c.schema(value)
		case !slices.Contains(valueKeywords, name) && !strings.HasPrefix(name, "x-"):
			c.add(value, "%s", unknownKeyword(name))
		case name == "required" && n.Get("properties") != nil:
			for _, required := range value.Items() {
				if n.Get("properties").Get(required.Text()) == nil {
					c.add(required, "required names %q, which properties does not have; add it there or remove it here", required.Text())
				}
			}
		case name == "pattern":
			if _, err := compilePattern(value.Text(), maxPattern); err != nil {
				c.add(value, "values are not checked against this pattern: %s", strings.TrimPrefix(err.Error(), "error parsing regexp: "))
			}
		}
	}
}

func unknownKeyword(name string) string {
	reason := strconv.Quote(name) + " is not a keyword of JSON Schema and has no effect"
	if near := Nearest(name, slices.Concat(namingKeywords, schemaKeywords, valueKeywords)); len(near) > 0 {
		return reason + "; did you mean " + strconv.Quote(near[0]) + "?"
	}
	return reason + "; remove it"
}

// name checks the name of an argument, a member or an item.
func (c *checker) name(name string, at *tree.Node) {
	switch {
	case name == "tool", name == "thinking":
		c.add(at, "<%s> cannot be an argument, since the runtime reads it as one of its own tags; rename it", name)
	case !lex.IsName(name) || strings.Contains(name, ":"):
		c.add(at, "%q cannot be the name of an XML element, so no call can give the argument; rename it", name)
	}
}

func (c *checker) example() {
	t := c.tool
	if t.Example == nil || t.compiled == nil {
		return
	}
	invalid, ok := errors.AsType[*jsonschema.ValidationError](t.fits(t.Example))
	if !ok {
		return
	}
	example := t.definition.Get("example")
	for _, leaf := range causes(invalid, true, nil) {
		c.add(cmp.Or(example.Below(leaf.InstanceLocation), example), "the tool's own schema refuses this example: %s", strings.TrimPrefix(reason(leaf.ErrorKind), notAllowed))
	}
}

// custom checks a custom tool.
func (c *checker) custom() {
	t, n := c.tool, c.tool.definition
	dir := path.Dir(strings.ReplaceAll(t.Source.File, `\`, "/"))
	if folder := path.Base(dir); path.Base(path.Dir(dir)) == "tools" && folder != t.Name {
		c.add(n.Get("name"), "the name differs from that of the folder, %q, which the runtime uses; rename one of them", folder)
	}
	for _, p := range n.Get("parameters").Items() {
		name := word(p.Get("name"))
		if c.name(name, p); name == "tool_name" || name == "timeout" {
			c.add(p, "the custom tool never gets %s, which run_custom_tool reads itself; rename the parameter", name)
		}
	}
}
