package document

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/transcript"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// readJSON reads a transcript in JSON.
func readJSON(text string, from *Context) *File {
	if from.Labels == nil && !Relevant(text, JSON) {
		return &File{Text: text, Kind: JSON} // JSON has many other uses
	}
	read := from.readJSON(text)
	f := &File{
		Text: text, Kind: JSON, Damage: read.Damage, Lines: read.Lines, starts: read.Starts, Native: read.Calls, Results: read.Results, Stops: read.Stops,
		Messages: make([]xmlcall.Span, len(read.Messages)), Roles: make([]Role, len(read.Messages)),
	}
	var shows []shownAt
	forge := make(map[int][]Segment) // what replies have that alone shows calls of Forge
	for i := range read.Messages {
		m := &read.Messages[i]
		f.Messages[i], f.Roles[i] = xmlcall.Span{Start: m.Start, End: m.End}, m.Role
		var taught callsShown
		switch m.Role {
		case transcript.Agent:
			if m.Calls() {
				if own := segmentsOf(m, false); own != nil {
					taught, forge[i] = spoken, own
				}
			}
		case transcript.User:
			f.turn = m.End
			fallthrough
		default:
			taught = taughtBy(m)
			if m.Role == transcript.System {
				shows = append(shows, f.listTools(m)...)
			}
		}
		shows = append(shows, shownAt{calls: taught})
	}
	outside, _ := nativeShown(text)
	f.shows = sumOf(append(shows, innerShown(read)...)).add(outside)
	known := from.Labels.shown()
	if from.Labels == nil {
		known = f.shows
	}
	shown := known.evidence()
	f.Definitions, f.ToolNames = known.definitions.list(), known.tools.list()
	f.asks = len(f.Native) > 0
	var calling []int // messages; most have no call, and then no segment
	for i := range read.Messages {
		if m := &read.Messages[i]; (m.Role != transcript.Tool || from.ToolResults) && m.Calls() {
			calling = append(calling, i)
		}
	}
	f.Segments = slices.Grow(f.Segments, len(calling)) // growing a long list takes twice its memory
	for _, i := range calling {
		m := &read.Messages[i]
		wrote := m.Role == transcript.Agent
		segments := forge[i]
		switch {
		case wrote && shown.forge(): // then a <tool> leaks too
			segments = nil
		case segments == nil:
			segments = segmentsOf(m, known.calls.isForge() || m.Format == transcript.Snapshot)
		}
		if f.asks = f.asks || wrote; wrote {
			text := m.Text()
			f.addTextCalls(text.String(), m.Number, shown, segments, func(start, end int) xmlcall.Span {
				return xmlcall.Span{Start: text.Offset(start), End: text.End(end)}
			})
		}
		for k := range segments {
			segments[k].Number = m.Number
		}
		if m.Role == transcript.Unknown && len(segments) > 0 {
			f.Unattributed = append(f.Unattributed, f.Messages[i])
		}
		f.Segments = append(f.Segments, segments...)
	}
	return f
}

// Labels returns what the text shows of the transcript in JSON that it is, or is a part of; nil for nothing.
func (f *File) Labels() *Labels { return f.shows.labels() }

// Stands reports whether the file is read the same with other labels of the whole.
func (f *File) Stands(now *Labels) bool {
	return !f.asks || f.from.Labels.shown() == now.shown()
}

// readJSON reads the JSON of a text.
func (from *Context) readJSON(text string) *transcript.File {
	if from.Outline != nil {
		if read := from.Outline.File(); read != nil {
			return read
		}
	}
	return transcript.ReadPart(text, from.Layout, from.State.json, from.Open)
}

// summarized is how the Forge runtime starts a message that replaces others of an agent.
const summarized = "[SUMMARIZED]"

// segmentsOf returns the segments of a message: an agent's text is a reply, and all
// other text, such as a summary of replies, is about calls. forge reports whether the
// transcript is known to be of an agent that calls tools as Forge does.
func segmentsOf(m *transcript.Message, forge bool) []Segment {
	text, role := m.Text(), m.Role
	var segments []Segment
	if role == transcript.Agent && !strings.HasPrefix(text.String(), summarized) {
		s := Segment{Text: text.String(), Scope: Message, Cut: m.Cut}
		if s.find(false); !forge {
			s.dropForeign()
		}
		if len(s.Starts) > 0 {
			segments = []Segment{s}
		}
	} else {
		segments = readDocument(text.String(), &Context{}).Segments
	}
	for i := range segments {
		segments[i].file, segments[i].literal, segments[i].Role = text.String(), text, role
	}
	return segments
}
