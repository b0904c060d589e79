package toolspec

import (
	"fmt"
	"slices"
)

// overlay merges the tool's own schema into that of its struct: descriptions, required
// members, limits. The struct determines which elements are read, and as what; a
// difference between the two is a doubt.
func (g *goReader) overlay(read, schema *node, name string) (doubts []*Error) {
	if schema == nil || schema.kind != objectNode {
		return nil
	}
	doubt := func(at *node, format string, args ...any) {
		doubts = append(doubts, &Error{File: g.l.file, Line: at.line, Column: at.column, Reason: fmt.Sprintf(format, args...)})
	}
	if a, b := read.get("type").text(), schema.get("type").text(); a != "" && b != "" && a != b && (a != "number" || b != "integer") {
		doubt(schema.get("type"), "the schema has type %[2]s for %[1]s, but the call is read into type %[3]s; change one of them", name, b, a)
	}
	properties := read.get("properties")
	for i, keyword := range schema.names {
		value := schema.nodes[i]
		switch keyword {
		case "type", "xml", "additionalProperties":
		case "properties":
			for j, member := range value.names {
				into := properties.get(member)
				if into != nil {
					doubts = append(doubts, g.overlay(into, value.nodes[j], member)...)
				} else if properties != nil && read.get("additionalProperties") == nil {
					doubt(value.nodes[j], "the schema has %s, which nothing in the struct reads: a call that gives it loses it", member)
				}
			}
		case "required":
			required := value.list()
			for _, member := range itemsOf(value) {
				if properties.get(member.text()) != nil {
					required.nodes = append(required.nodes, member)
				}
			}
			if properties != nil {
				read.set(keyword, required)
			}
		case "items":
			if items := read.get("items"); items != nil {
				doubts = append(doubts, g.overlay(items, value, "an item of "+name)...)
			}
		default:
			if !slices.Contains(read.names, keyword) {
				read.set(keyword, value)
			}
		}
	}
	return doubts
}
