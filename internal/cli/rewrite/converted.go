package rewrite

import (
	"fmt"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// The types of this file are the output of convert --format json; see json.go.

// convertOutput is the output of convert.
type convertOutput struct {
	Version int             `json:"version"`
	To      string          `json:"to"`
	Files   []convertedFile `json:"files"`
	Summary convertSummary  `json:"summary"`
}

// A convertedFile is a file with calls that are converted or not.
type convertedFile struct {
	// Path is as given, slash-separated; "-" for standard input.
	Path    string `json:"path"`
	Changed bool   `json:"changed"`
	// Before and After are the sizes of the file in bytes.
	Before int             `json:"before"`
	After  int             `json:"after"`
	Calls  []convertedCall `json:"calls"`
}

// A convertedCall is a call that has something to convert, at its place before the
// conversion.
type convertedCall struct {
	Start  int    `json:"start"`
	End    int    `json:"end"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Tool   string `json:"tool"`
	// Converted reports whether anything in it is converted.
	Converted bool `json:"converted"`
	// Before and After are the bytes of the call in the file.
	Before int        `json:"before"`
	After  int        `json:"after"`
	Left   []leftPart `json:"left"`

	after int // its start in the text after the conversion, in bytes
}

// A leftPart is a part that is not converted.
type leftPart struct {
	Element string `json:"element"` // "" for the whole call
	Reason  string `json:"reason"`
}

// convertSummary is the summary for all files.
type convertSummary struct {
	Files   int `json:"files"`
	Changed int `json:"changed"` // files
	// Converted is the number of calls that are converted at least in part, Left the number
	// that are not, or not completely.
	Converted int `json:"converted"`
	Left      int `json:"left"`
	// Before and After are the bytes of the converted calls in their files.
	Before int `json:"before"`
	After  int `json:"after"`
}

// summaryOf returns the summary for one file.
func summaryOf(file *rewritten) (s convertSummary) {
	s.Files = 1
	if file.changed() {
		s.Changed = 1
	}
	for i := range file.calls {
		c := &file.calls[i]
		if len(c.Left) > 0 {
			s.Left++
		}
		if c.Converted {
			s.Converted++
			s.Before += c.Before
			s.After += c.After
		}
	}
	return s
}

func (s *convertSummary) add(o convertSummary) {
	s.Files += o.Files
	s.Changed += o.Changed
	s.Converted += o.Converted
	s.Left += o.Left
	s.Before += o.Before
	s.After += o.After
}

// bytes describes the change of size: "412 to 371 bytes (-10.0%)".
func (s *convertSummary) bytes() string {
	text := thousands.Separate(s.Before) + " to " + thousands.Count(s.After, "byte")
	if s.Before > 0 {
		text += fmt.Sprintf(" (%+.1f%%)", 100*float64(s.After-s.Before)/float64(s.Before))
	}
	return text
}

func describeConversion(c *diagnostics.Conversion, index *cli.LineIndex) convertedCall {
	at := index.Position(c.Before.Start)
	made := convertedCall{
		Start: c.Before.Start, End: c.Before.End, Line: at.Line, Column: at.Column,
		Tool: c.Tool, Converted: c.Converted, Before: c.Before.Len(), After: c.After.Len(), Left: []leftPart{}, after: c.After.Start,
	}
	for _, left := range c.Left {
		made.Left = append(made.Left, leftPart{left.Element, left.Reason})
	}
	return made
}

// describe describes the part as text: "write_file <content>: REASON".
func (l *leftPart) describe(c *convertedCall) string {
	name := foreign.Line(c.Tool)
	if l.Element != "" {
		if name != "" {
			name += " "
		}
		name += "<" + foreign.Line(l.Element) + ">"
	}
	if name != "" {
		name += ": "
	}
	return name + foreign.Line(l.Reason)
}
