package document

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
)

func TestSegments(t *testing.T) {
	quoted := indent("> ", call)
	text := call + "\n\n```xml\n" + call + "\n\n" + call + "\n```\n\n" + quoted + "\n\n" + call + "\n"
	f := Read(text, Document)
	checkFile(t, f)
	if len(f.Segments) != 3 {
		t.Fatalf("%d segments, want flow, fence, quote", len(f.Segments))
	}
	flow, fence, quote := f.Segments[0], f.Segments[1], f.Segments[2]
	if flow.Text != text || len(flow.Starts) != 2 {
		t.Errorf("flow: starts %v", flow.Starts)
	}
	if fence.Text != call+"\n\n"+call+"\n" || len(fence.Starts) != 2 {
		t.Errorf("fence: %q", fence.Text)
	}
	if quote.Text != call+"\n" || len(quote.Starts) != 1 {
		t.Errorf("quote: %q", quote.Text)
	}
}

// TestSegmentHoldsTheRest checks that the part of a call that a </tool> in a value cuts
// off stays in the segment.
func TestSegmentHoldsTheRest(t *testing.T) {
	cut := strings.Replace(call, "<arguments>\n", "<arguments>\n<content><![CDATA[</tool>]]></content>\n", 1)
	for _, text := range []string{"```xml\n" + cut + "\n```\n", indent("> ", cut) + "\n"} {
		f := Read(text, Document)
		if len(f.Segments) != 1 || f.Segments[0].Text != cut+"\n" {
			t.Errorf("%q: %+v", text, f.Segments)
		}
	}
}

func TestReplyStarts(t *testing.T) {
	tests := []struct {
		text string
		want int
	}{
		{"no call", 0},
		{"`<tool>` and <tool></tool>", 2},
		{"<tool><tool>", 2},
		{"<tools><tool_call></tool>", 0},
		{"<Tool>\n<tool_name>x</tool_name>\n</Tool>", 1},
		{"<TOOL><server_name>x</server_name></TOOL><tool>", 2},
		{"<tool id=\"7\">\n<server_name>local</server_name>", 1},
		{"<tool >{\"tool_name\": 1}", 1},
		{"<tool id=\"bwa\"><command>x</command></tool>", 0},
		{"<tool id <tool_name>x</tool_name>", 0},
		{"<Tool>", 0},
		{"<tool", 0},
		{"<", 0},
	}
	for _, tt := range tests {
		f := Read(tt.text, Reply)
		checkFile(t, f)
		s := f.Segments[0]
		if len(s.Starts) != tt.want {
			t.Errorf("%q: starts %v, want %d", tt.text, s.Starts, tt.want)
		}
		if s.Placeholders != nil {
			t.Errorf("%q: placeholders in a reply", tt.text)
		}
	}
}

func TestFileSpan(t *testing.T) {
	text := "> " + strings.ReplaceAll(call, "\n", "\n> ") + "\n\nc\n"
	s := Read(text, Document).Segments[0]
	line := strings.Index(s.Text, "<server_name>")
	next := strings.Index(s.Text, "<tool_name>")
	tests := []struct {
		name string
		span xmlcall.Span
		want string
	}{
		{"a name", xmlcall.Span{Start: line, End: line + 13}, "<server_name>"},
		{"a whole line", xmlcall.Span{Start: line, End: next}, "<server_name>local</server_name>\n"},
		{"two lines", xmlcall.Span{Start: 0, End: next - 1}, "<tool>\n> <server_name>local</server_name>"},
		{"nothing", xmlcall.Span{Start: line, End: line}, ""},
		{"all", xmlcall.Span{Start: 0, End: len(s.Text)}, text[2 : len(text)-3]},
		{"the end", xmlcall.Span{Start: len(s.Text), End: len(s.Text)}, ""},
	}
	for _, tt := range tests {
		got := s.FileSpan(tt.span)
		if text[got.Start:got.End] != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, text[got.Start:got.End], tt.want)
		}
	}
	if got := s.FileSpan(xmlcall.Span{Start: line, End: line}).Start; text[got:got+13] != "<server_name>" {
		t.Errorf("an empty span stands before %q", text[got:got+13])
	}
}
