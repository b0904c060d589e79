package document

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/document/json"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// readJSON reads a transcript in JSON.
func readJSON(text string, from PartOptions) *File {
	if !from.seams && !Relevant(text, JSON) {
		return &File{Text: text, Kind: JSON} // JSON has many other uses
	}
	read := from.readJSON(text)
	f := &File{
		Text: text, Kind: JSON, Damage: read.Damage, Lines: read.Lines, starts: read.Starts, Native: read.Calls, Results: read.Results,
		Messages: make([]xmlcall.Span, len(read.Messages)), Roles: make([]Role, len(read.Messages)),
	}
	forge := make(map[int][]Segment) // what replies have that alone shows calls of Forge
	for i := range read.Messages {
		m := &read.Messages[i]
		f.Messages[i], f.Roles[i] = xmlcall.Span{Start: m.Start, End: m.End}, m.Role
		var taught callsShown
		switch m.Role {
		case json.Agent:
			if m.Calls() {
				if own := segmentsOf(m, false); own != nil {
					taught, forge[i] = spoken, own
				}
			}
		case json.User:
			f.turn = m.End
			fallthrough
		default:
			taught = taughtBy(m)
			if m.Role == json.System {
				f.shows = append(f.shows, listedTools(m)...)
			}
		}
		if taught != 0 {
			f.shows = append(f.shows, shownAt{at: m.Start, calls: taught})
		}
	}
	for _, d := range read.Definitions {
		f.shows = append(f.shows, shownAt{at: d.At, definitions: d.Text})
	}
	f.findNative()
	known := from.Labels.shown()
	if from.Labels == nil {
		known = f.shownIn(xmlcall.Span{End: len(text)})
	}
	shown := known.evidence()
	f.Definitions, f.ToolNames = known.definitions.list(), known.tools.list()
	var calling []int // messages; most have no call, and then no segment
	for i := range read.Messages {
		if m := &read.Messages[i]; (m.Role != json.Tool || from.ToolResults) && m.Calls() {
			calling = append(calling, i)
		}
	}
	f.Segments = slices.Grow(f.Segments, len(calling)) // growing a long list takes twice its memory
	for _, i := range calling {
		m := &read.Messages[i]
		if m.Role == json.Agent && shown.calls&native != 0 {
			f.addLeaks(m, shown)
			if shown.forge() {
				continue // then a <tool> is leaked too
			}
		}
		segments := forge[i]
		if segments == nil {
			segments = segmentsOf(m, shown.calls.isForge() || m.Format == json.Snapshot)
		}
		for k := range segments {
			segments[k].Number = m.Number
		}
		if m.Role == json.Unknown && len(segments) > 0 {
			f.Unattributed = append(f.Unattributed, f.Messages[i])
		}
		f.Segments = append(f.Segments, segments...)
	}
	for _, b := range read.Bound {
		f.bound.add(b.Start, b.End)
	}
	f.seams = func(yield func(Seam) bool) {
		for _, s := range read.Seams {
			if !yield(Seam{s.At, State{json: s.State}}) {
				return
			}
		}
	}
	return f
}

// readJSON reads the JSON of a text.
func (from *PartOptions) readJSON(text string) *json.File {
	if from.Outline != nil {
		if read := from.Outline.File(); read != nil {
			return read
		}
	}
	state := from.State.json
	if state == (json.State{}) {
		state = from.Layout.Start()
	}
	return json.Read(text, state, from.Part)
}

// summarized is how the Forge runtime starts a message that replaces others of an agent.
const summarized = "[SUMMARIZED]"

// segmentsOf returns the segments of a message: an agent's text is a reply, and all
// other text, such as a summary of replies, is about calls. forge reports whether the
// transcript is known to be of an agent that calls tools as Forge does.
func segmentsOf(m *json.Message, forge bool) []Segment {
	text, role := m.Text(), m.Role
	var segments []Segment
	if role == json.Agent && !strings.HasPrefix(text.String(), summarized) {
		s := Segment{Text: text.String(), Scope: Message}
		wrong := false
		if s.find(&bonds{}, false, true, nil, &wrong); !forge {
			s.dropForeign()
		}
		if len(s.Starts) > 0 {
			segments = []Segment{s}
		}
	} else {
		segments = readDocument(text.String(), PartOptions{}).Segments
	}
	for i := range segments {
		segments[i].file, segments[i].literal, segments[i].Role = text.String(), text, role
	}
	return segments
}
