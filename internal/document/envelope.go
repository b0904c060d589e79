package document

import (
	"slices"
	"strings"
)

// Other programs have an element named tool, too: <tool>search</tool><tool_input>…, or a
// <tool_name> beside a <toolcall_status>. In a transcript whose prompt does not teach the
// format of Forge, there are calls only if one of its blocks has the envelope.

// hasEnvelope reports whether the content of a block has two of the three elements of the
// envelope, or as JSON a "tool_name" and another one of them; if it is cut off, one element.
func hasEnvelope(content string, cut bool) bool {
	content, _, _ = strings.Cut(content, "</tool>")
	if strings.HasPrefix(unfenced(content), "{") {
		return strings.Contains(content, `"tool_name"`) &&
			(strings.Contains(content, `"arguments"`) || strings.Contains(content, `"server_name"`))
	}
	var first string
	for at := strings.IndexByte(content, '<'); at >= 0; at = strings.IndexByte(content, '<') {
		name := envelopeName(elementName(content[at:]))
		switch content = content[at+1:]; name {
		case "toolname", "servername", "arguments":
			if cut || first != "" && name != first {
				return true
			}
			first = name
		}
	}
	return false
}

// unfenced returns the content of a block without blanks, and the line that opens a code block, at its start.
func unfenced(content string) string {
	content = strings.TrimLeft(content, " \t\r\n")
	if strings.HasPrefix(content, "```") {
		_, content, _ = strings.Cut(content, "\n")
		content = strings.TrimLeft(content, " \t\r\n")
	}
	return content
}

// isForeign reports whether a block has an element of another program, and but one of the envelope: then the name of
// a tool is not enough for a call.
func isForeign(content string) bool {
	return !hasEnvelope(content, false) && slices.ContainsFunc(member().FindAllStringSubmatch(content, -1), func(m []string) bool {
		name := envelopeName(m[1])
		return foreignName(name) || name == "parameters" || name == "params" || name == "input"
	})
}

// foreignName reports whether no call of Forge has an element of a name, as envelopeName returns it.
func foreignName(name string) bool {
	switch name {
	case "description", "output", "result", "status", "inputschema":
		return true
	}
	return strings.HasPrefix(name, "tool") && name != "toolname" && name != "tool"
}

// member finds elements, with their attributes and the word after the tag, and members of JSON.
var member = lazy(`<([A-Za-z_][\w.:-]*)([^<>]*)>\s*([\w.-]*)|"(\w+)"\s*:\s*"?([\w.-]*)`)

// elementName returns the name of the start tag that s starts with, or "".
func elementName(s string) string {
	if s[0] != '<' || len(s) < 2 || !isLetter(s[1]) {
		return ""
	}
	i := 1
	for i < len(s) && (isLetter(s[i]) || '0' <= s[i] && s[i] <= '9' || strings.IndexByte(":.-", s[i]) >= 0) {
		i++
	}
	return s[1:i]
}

// envelopeName returns name without its prefix, in lower case and without '_' and '-',
// so that near misses such as Tool_Name and tool-name are recognized. Names far longer
// than the envelope's are not examined.
func envelopeName(name string) string {
	name = name[strings.LastIndexByte(name, ':')+1:]
	if len(name) > 2*len("server_name") {
		return name
	}
	return separators.Replace(strings.ToLower(name))
}

var separators = strings.NewReplacer("_", "", "-", "")
