package document

import (
	"cmp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/literal"
	"github.com/entrhq/forge-lsp/internal/transcript"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// readJSON reads a transcript in JSON.
func readJSON(text string, from *Context) *File {
	if from.Labels == nil && !Relevant(text, JSON) {
		return &File{Text: text, Kind: JSON} // JSON has many other uses
	}
	read := from.Outline.File()
	if read == nil {
		read = transcript.Read(text, from.Layout)
	}
	f := &File{
		Text: text, Kind: JSON, Damage: read.Damage, Lines: read.Lines, starts: read.Starts, Native: read.Calls, Results: read.Results, Stops: read.Stops,
		Messages: make([]xmlcall.Span, len(read.Messages)), Roles: make([]Role, len(read.Messages)),
	}
	asked := from.Labels == nil || from.Guess
	var shows Labels
	var calling []calls // of messages; most have none
	for i := range read.Messages {
		m := &read.Messages[i]
		f.Messages[i], f.Roles[i] = xmlcall.Span{Start: m.Start, End: m.End}, m.Role
		hit := m.Calls()
		var text *literal.Text
		if hit && (m.Role != transcript.Tool || from.ToolResults) {
			calling = append(calling, callsIn(m))
			text = calling[len(calling)-1].text
		}
		switch m.Role {
		case transcript.Agent:
			if hit && calling[len(calling)-1].forge {
				shows.calls |= spoken
			}
			continue
		case transcript.User:
			f.Turn = m.End
		case transcript.System:
			if asked || m.Alone != 0 {
				shows.list(m, f.Native)
			}
		}
		if asked && (hit || m.Role == transcript.System) {
			if text == nil {
				text = m.Text()
			}
			shows.calls |= taughtTo(m.Role, text.String())
		}
	}
	if asked {
		shows.natives(read)
		f.labels = shows.sum()
	}
	known := cmp.Or(from.Labels, f.labels, &Labels{})
	f.Definitions, f.ToolNames = known.definitions, known.tools
	f.asks = len(f.Native) > 0
	f.Segments = slices.Grow(f.Segments, len(calling)) // growing a long list takes twice its memory
	for i := range calling {
		f.addCalls(&calling[i], known.calls)
	}
	return f
}

// addCalls adds the calls of a message of a transcript that shows how agents call tools.
func (f *File) addCalls(c *calls, known callsShown) {
	m, segments, shown := c.message, c.segments, known
	if shown&native == 0 {
		shown |= taught // then a <tool> is one of Forge
	}
	if m.Role == transcript.Agent {
		if shown&taught == 0 || !c.forge && !known.isForge() && m.Format != transcript.Snapshot {
			segments = nil // in the first case a <tool> leaks too
		}
		f.asks = true
		calls, results := textCalls(c.text.String(), c.text, shown, f.ToolNames, segments)
		for k := range calls {
			calls[k].Number = m.Number
		}
		f.TextCalls, f.Fabricated = append(f.TextCalls, calls...), append(f.Fabricated, results...)
	}
	for k := range segments {
		segments[k].Number = m.Number
	}
	if m.Role == transcript.Unknown && len(segments) > 0 {
		f.Unattributed = append(f.Unattributed, xmlcall.Span{Start: m.Start, End: m.End})
	}
	f.Segments = append(f.Segments, segments...)
}

// ShownBy returns what lines of a transcript in JSON show of what the others, whose labels are known, leave open;
// nil for nothing.
func ShownBy(found transcript.Found, known *Labels) *Labels {
	var more Labels
	before := cmp.Or(known, &Labels{}).calls
	prompts := func() bool { return (before|more.calls)&taught == 0 }
	replies := func() bool { return !(before | more.calls).isForge() && (before|more.calls)&native == 0 }
	for read := range transcript.Showing(found, prompts, replies) {
		more.natives(read)
		for i := range read.Messages {
			if m := &read.Messages[i]; m.Calls() && (m.Role != transcript.Agent || replies()) {
				if m.Role != transcript.Agent {
					more.calls |= taughtTo(m.Role, m.Text().String())
				} else if callsIn(m).forge {
					more.calls |= spoken
				}
			}
		}
	}
	return more.sum()
}

// summarized is how the Forge runtime starts a message that replaces others of an agent.
const summarized = "[SUMMARIZED]"

// calls are the calls of a message.
type calls struct {
	message  *transcript.Message
	text     *literal.Text
	segments []Segment
	forge    bool // whether they alone show calls of Forge
}

// callsIn returns the calls of a message: an agent's text is a reply, and all
// other text, such as a summary of replies, is about calls.
func callsIn(m *transcript.Message) calls {
	c := calls{message: m, text: m.Text()}
	if text := c.text.String(); m.Role == transcript.Agent && !strings.HasPrefix(text, summarized) {
		s := Segment{Text: text, literal: c.text, Scope: Message, Cut: m.Cut}
		if s.find(false); len(s.Starts) > 0 {
			c.segments = []Segment{s}
			c.forge = s.showsForge()
		}
	} else {
		c.segments = readDocument(text, c.text, &Context{}).Segments
		c.forge = len(c.segments) > 0
	}
	for i := range c.segments {
		c.segments[i].Role = m.Role
	}
	return c
}
