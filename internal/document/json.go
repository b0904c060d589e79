package document

import (
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
	var shows shown
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
				shows.list(f, m)
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
		f.shows = shows.sum()
	}
	known := f.shows
	if from.Labels != nil {
		known = from.Labels.shown()
	}
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
		f.addTextCalls(c.text.String(), c.text, shown, segments, m.Number)
	}
	for k := range segments {
		segments[k].Number = m.Number
	}
	if m.Role == transcript.Unknown && len(segments) > 0 {
		f.Unattributed = append(f.Unattributed, xmlcall.Span{Start: m.Start, End: m.End})
	}
	f.Segments = append(f.Segments, segments...)
}

// Empty reports whether nothing was found in records, one per line.
func (f *File) Empty() bool {
	return len(f.Messages)+len(f.Native)+len(f.Results)+len(f.Stops)+len(f.Damage) == 0 && f.shows.equal(shown{})
}

// Stands reports whether the file is read the same with other labels of the whole.
func (f *File) Stands(now *Labels) bool {
	return !f.asks || f.from.Labels == now || f.from.Labels.shown().equal(now.shown())
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
