package document

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/cases"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// fileStarts returns the places in the file of all starts.
func fileStarts(f *File) []int {
	var starts []int
	for i := range f.Segments {
		s := &f.Segments[i]
		for _, at := range s.Starts {
			starts = append(starts, s.FileSpan(xmlcall.Span{Start: at, End: at + 1}).Start)
		}
	}
	return starts
}

func TestDocumentCases(t *testing.T) {
	for _, c := range cases.Load(t, "document") {
		t.Run(c.ID, func(t *testing.T) {
			starts := fileStarts(Read(c.Text, Document))
			calls := 0
			for _, r := range c.Regions {
				inside := 0
				for _, at := range starts {
					if r.Start <= at && at < r.End {
						inside++
						if at != r.Start && r.Type == "call" {
							t.Errorf("start at %d inside the call at %d", at, r.Start)
						}
					}
				}
				if r.Type == "call" {
					calls++
					if inside != 1 {
						t.Errorf("%d starts in the call at %d", inside, r.Start)
					}
				} else if inside != 0 {
					t.Errorf("%d starts in the mention at %d", inside, r.Start)
				}
			}
			if len(starts) != calls {
				t.Errorf("%d starts, want %d", len(starts), calls)
			}
		})
	}
}

// TestPlaceholderCases checks that every labelled placeholder with the form of one is
// found.
func TestPlaceholderCases(t *testing.T) {
	for _, c := range cases.Load(t, "document") {
		f := Read(c.Text, Document)
		var got []string
		for i := range f.Segments {
			s := &f.Segments[i]
			for _, p := range s.Placeholders {
				got = append(got, s.Text[p.Start:p.End])
			}
		}
		var want []string
		for _, l := range c.Labels {
			text := c.Text[l.Start:l.End]
			if l.Code == "placeholder" && strings.ContainsAny(text, "{") {
				want = append(want, text)
			}
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s: placeholders %q, want %q", c.ID, got, want)
		}
	}
}

// TestReplyCasesInFences checks that a call in a reply case is also found in a fence of
// a document, at the start of the segment for the reply.
func TestReplyCasesInFences(t *testing.T) {
	unseen := map[string]bool{
		"d-env-16": true, // an empty call is a mention in a document
	}
	for _, c := range cases.Load(t, "assistant") {
		if c.Text == "" || strings.Contains(c.Text, "@@") {
			continue
		}
		reply := Read(c.Text, Reply)
		if len(reply.Segments) != 1 || reply.Segments[0].Text != c.Text {
			t.Fatalf("%s: not one segment", c.ID)
		}
		if len(reply.Segments[0].Starts) == 0 {
			continue
		}
		f := Read("Text.\n\n`````xml\n"+c.Text+"\n`````\n\nMore.\n", Document)
		switch {
		case unseen[c.ID]:
			if len(f.Segments) != 0 {
				t.Errorf("%s: seen", c.ID)
			}
		case len(f.Segments) != 1:
			t.Errorf("%s: %d segments: %q", c.ID, len(f.Segments), c.Text)
		case strings.TrimSuffix(f.Segments[0].Text, "\n") != c.Text:
			t.Errorf("%s: text differs", c.ID)
		}
	}
}
