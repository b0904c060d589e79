package document

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/transcript"
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

// showsForge reports whether one of the starts of a segment opens a block with the envelope.
func (s *Segment) showsForge() bool {
	for i, start := range s.Starts {
		end := len(s.Text)
		if i+1 < len(s.Starts) {
			end = int(s.Starts[i+1]) // of two openers, the second one has its own content
		}
		block := s.Text[start:end]
		if _, content, _ := strings.Cut(block, ">"); block[0] == '&' || hasEnvelope(content, s.Cut && end == len(s.Text)) {
			return true // if all its tags are escaped, it has the shape: see escaped
		}
	}
	return false
}

// keepForge removes the replies of a transcript that have no call of Forge. The parts of a long one
// are read by themselves, and do not know what the others have: they stay.
func (f *File) keepForge() {
	f.Segments = slices.DeleteFunc(f.Segments, func(s Segment) bool { return s.Role == Agent && !s.Long && !s.showsForge() })
}

// teaches reports whether the system prompt at the first of the marks of a text has a call
// of Forge.
func teaches(text string, list []mark) bool {
	end := len(text)
	if next := slices.IndexFunc(list[1:], func(m mark) bool { return m.form == list[0].form }); next >= 0 {
		end = list[1+next].at
	}
	return transcript.Teaches(text[list[0].at:end])
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
