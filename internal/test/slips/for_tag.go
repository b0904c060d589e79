package slips

import (
	"slices"
	"strings"
)

// ForTag returns what may be written by mistake in the place of a tag without attributes, sorted:
// the tag with a slip in it, another tag, or text beside it. around is the name of the element
// around that of the tag, "" for none, and beside are the names of the elements in that.
func ForTag(tag, around string, beside []string) []string {
	open, other := "<", "</"
	if strings.HasPrefix(tag, "</") {
		open, other = other, open
	}
	name := strings.Trim(tag, "</>")
	list := []string{
		"", strings.TrimSuffix(tag, ">"), strings.TrimPrefix(tag, "<"), "&lt;" + tag[1:], // incomplete
		open + strings.ToUpper(name) + ">", open + name[:len(name)-1] + ">", open + "x:" + name + ">", // misspelled
		other + name + ">", "<" + name + "/>", tag + tag, // of another kind
		open + name + " >", open + name + ` a="1">`, open + name + " a=1>", open + name + ` name="path">`, // with attributes
		tag + " text ", " text " + tag, tag + "<!-- a -- b -->", "<!-- c -->" + tag, tag + "\n", "& " + tag, // beside others
		tag + "<![CDATA[", "]]>" + tag,
	}
	for _, by := range slices.Concat([]string{"div", "value", "item", "arguments", "tool_name", "tool"}, beside) {
		list = append(list, open+by+">")
	}
	if around != "" {
		list = append(list, "</"+around+">")
	}
	slices.Sort(list)
	return slices.DeleteFunc(slices.Compact(list), func(by string) bool { return by == tag })
}
