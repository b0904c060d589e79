package ls

import (
	"cmp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/document/json"
	"github.com/entrhq/forge-lsp/internal/markdown"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/text"
)

// A Conversation is a part of a transcript in JSON as Markdown: a line of JSON is thousands of
// characters wide, and its line ends are escapes.
type Conversation struct {
	Text     string
	Messages []ConversationMessage
	Chosen   int // the index of the message at the place, 0 if it is in none
}

// A ConversationMessage is where a message of a conversation is.
type ConversationMessage struct {
	Line   int // of its heading in the Markdown, 0-based
	Offset int // of the message in the document, in bytes
}

const (
	// aroundPlace is how much of a document on each side of the place is read, in bytes: a session of
	// 100 MB takes seconds, and an editor with as much Markdown is slow.
	aroundPlace = 2 << 20
	// maxMessage is the number of bytes of a message that are shown.
	maxMessage = 64 << 10
)

// A said is a message of a document.
type said struct {
	start, end    int    // in the document
	name, who     string // its number and its author
	text, answers string
	calls         []Call
}

// Converse returns the conversation around an offset of a document; nil if it is not JSON.
func Converse(doc *diagnostics.Document, offset int) *Conversation {
	if doc == nil || doc.ReadAs() != document.JSON {
		return nil
	}
	list, earlier, later := messagesAround(doc, offset)
	list = withCalls(doc, list)
	if len(list) == 0 {
		return nil
	}
	c := &Conversation{}
	var out strings.Builder
	lines := 0
	write := func(parts ...string) {
		for _, part := range parts {
			out.WriteString(part)
			lines += strings.Count(part, "\n")
		}
	}
	if earlier {
		write("*Earlier messages are not shown: open the conversation at one of them.*\n\n")
	}
	for i := range list {
		m := &list[i]
		if m.start <= offset {
			c.Chosen = i
		}
		c.Messages = append(c.Messages, ConversationMessage{lines, m.start})
		write("## ", m.name, " · ", m.who, "\n\n")
		for k := range m.calls {
			write(m.calls[k].inConversation())
		}
		if len(m.calls) > 0 {
			write("\n")
		}
		for _, s := range []string{m.text, m.answers} {
			if strings.TrimSpace(s) == "" {
				continue
			}
			shown, more := s[:min(len(s), maxMessage)], max(0, len(s)-maxMessage)
			write(markdown.Block("", strings.ToValidUTF8(shown, "\uFFFD")), "\n")
			if more > 0 {
				write("*", thousands.Count(more, "more byte"), "*\n\n")
			}
		}
	}
	if later {
		write("*Later messages are not shown: open the conversation at one of them.*\n")
	}
	c.Text = out.String()
	return c
}

// inConversation describes a call in a line of Markdown.
func (c *Call) inConversation() string {
	tool := c.Tool
	if tool == "" {
		tool = "?"
	}
	line := "- " + markdown.Code(tool) + ": " + markdown.Text(c.Text)
	if c.Why != "" {
		line += ": " + markdown.Prose(c.Why)
	}
	if c.About != "" {
		line += " (" + markdown.Code(c.About) + ")"
	}
	return line + "\n"
}

// messagesAround returns the messages of a document around an offset by position, and whether it has others.
func messagesAround(doc *diagnostics.Document, offset int) (list []said, earlier, later bool) {
	all, base, name, number := doc.Text(), 0, "Message ", 0
	start, end := max(0, offset-aroundPlace), min(all.Len(), offset+aroundPlace)
	outline := json.NewOutline()
	add := func(e *json.Entry) {
		if name == "Message " {
			number++
		}
		m := said{base + e.Start, base + e.End, name + thousands.Separate(number), e.Role.String(), e.Text(), e.Answers(), nil}
		if m.who == "" {
			m.who = "record"
		}
		if e.Failed() {
			m.who += ", failed"
		}
		switch {
		case m.end <= start:
			earlier = true
		case m.start >= end:
			later = true
		default:
			list = append(list, m)
		}
	}
	if !json.IsLines(all.Slice(0, min(all.Len(), json.HeadSize))) {
		outline.Entries(all.String(), add)
	} else {
		name, number = "Line ", all.Position(start, text.UTF8).Line
		start = all.LineStart(number) // with the line that it is in
		earlier = start > 0
		for base = start; base < end; {
			next := cmp.Or(1+all.Index(base, "\n"), all.Len())
			number++
			outline.Entries(all.Slice(base, next), add)
			base = next
		}
		later = base < all.Len()
	}
	slices.SortStableFunc(list, func(a, b said) int { return cmp.Compare(a.start, b.start) })
	return list, earlier, later
}

// withCalls returns messages of a document, by position, with its calls, without those that have nothing to show.
func withCalls(doc *diagnostics.Document, list []said) []said {
	if len(list) == 0 {
		return nil
	}
	calls := NewCallList(doc)
	first, last := list[0].start, list[len(list)-1].end
	for c := range calls.All() {
		if c.Span.Start < first || c.Span.Start >= last {
			continue
		}
		i, _ := slices.BinarySearchFunc(list, c.Span.Start+1, func(m said, at int) int { return cmp.Compare(m.start, at) })
		if i > 0 {
			list[i-1].calls = append(list[i-1].calls, calls.Call(&c))
		}
	}
	return slices.DeleteFunc(list, func(m said) bool {
		return len(m.calls) == 0 && strings.TrimSpace(m.text+m.answers) == ""
	})
}
