package stream

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// events decodes chunks and returns the events in their canonical form, in which
// adjacent prose is one event, one line per event.
func events(t testing.TB, maxSize int, chunks ...string) []string {
	t.Helper()
	var lines []string
	var prose []byte
	var proseAt int64
	flush := func() {
		if len(prose) > 0 {
			lines = append(lines, fmt.Sprintf("%d-%d prose %q", proseAt, proseAt+int64(len(prose)), prose))
			prose = prose[:0]
		}
	}
	d := &Decoder{Options: xmlcall.Options{MaxSize: maxSize}, Handle: func(e Event) error {
		if e.Kind == Prose {
			if len(prose) == 0 {
				proseAt = e.Offset
			}
			if e.Offset != proseAt+int64(len(prose)) || e.End-e.Offset != int64(len(e.Prose)) || len(e.Prose) == 0 {
				t.Fatalf("prose event %+v behind %q", e, prose)
			}
			prose = append(prose, e.Prose...)
			return nil
		}
		flush()
		line := fmt.Sprintf("%d-%d %v", e.Offset, e.End, e.Kind)
		if e.Name != "" {
			line += " " + e.Name
		}
		if e.Block != nil {
			if e.Block.Span != (xmlcall.Span{Start: 0, End: int(e.End - e.Offset)}) {
				t.Fatalf("event %+v: block span %v", e, e.Block.Span)
			}
			line += fmt.Sprintf(" %q", e.Block.Source())
		}
		if e.Verdict.Reason != "" {
			line += " " + e.Verdict.Reason
		}
		lines = append(lines, line)
		return nil
	}}
	for _, c := range chunks {
		b := []byte(c)
		if n, err := d.Write(b); n != len(c) || err != nil {
			t.Fatalf("Write(%q) = %d, %v", c, n, err)
		}
		clear(b) // the decoder must not retain it
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	flush()
	return lines
}

// cut cuts text into pieces of n bytes.
func cut(text string, n int) []string {
	var list []string
	for ; len(text) > n; text = text[n:] {
		list = append(list, text[:n])
	}
	return append(list, text)
}

func TestDecoder(t *testing.T) {
	const call = "<tool>/tool><tool_name>x</tool_name></tool>"
	tests := []struct {
		name, text string
		maxSize    int
		want       []string
	}{
		{"nothing", "", 0, nil},
		{"prose", "a <b> c < d", 0, []string{`0-11 prose "a <b> c < d"`}},
		{"a call", "Hi <tool><tool_name> x </tool_name></tool>.", 0, []string{
			`0-3 prose "Hi "`, `3-9 call begins`, `21-22 tool name x`,
			`3-42 call complete "<tool><tool_name> x </tool_name></tool>"`, `42-43 prose "."`,
		}},
		{"refused", "<tool></tool>", 0, []string{`0-6 call begins`, `0-13 call refused "<tool></tool>" tool_name is required in tool call`}},
		{"almost tags", "<<t<to<too<tool<tool x></tool", 0, []string{`0-29 prose "<<t<to<too<tool<tool x></tool"`}},
		{"held back at the end", "a<tool", 0, []string{`0-6 prose "a<tool"`}},
		{"almost end tags", "<tool></too</tool</tool_name></tool>", 0, []string{
			`0-6 call begins`,
			`0-36 call refused "<tool></too</tool</tool_name></tool>" XML syntax error on line 1: invalid characters between </too and >`,
		}},
		{"unfinished", "<tool><tool_name>x</tool_name> <tool>", 0, []string{
			`0-6 call begins`, `17-18 tool name x`,
			`0-31 call unfinished "<tool><tool_name>x</tool_name> " missing </tool>: the live runtime adds it at the end of the reply, other readers do not see a call`,
			`31-37 call begins`,
			`31-37 call unfinished "<tool>" missing </tool>: the live runtime adds it at the end of the reply, other readers do not see a call`,
		}},
		{"mention", "`<tool>` <tool><tool_name>x</tool_name></tool>", 0, []string{
			"0-1 prose \"`\"", `1-7 call begins`,
			"1-46 call refused \"<tool>` <tool><tool_name>x</tool_name></tool>\" XML syntax error on line 1: unexpected EOF",
		}},
		{"an empty name is none", "<tool><tool_name> </tool_name></tool_name><tool_name>x</tool_name>", 0, []string{
			`0-6 call begins`, `53-54 tool name x`,
			`0-66 call unfinished "<tool><tool_name> </tool_name></tool_name><tool_name>x</tool_name>" missing </tool>: the live runtime adds it at the end of the reply, other readers do not see a call`,
		}},
		{"too large", "<tool><tool_name>x</tool_name></tool>!<tool>12</tool>", 15, []string{
			`0-6 call begins`,
			`0-15 call too large tool call XML exceeds maximum size of 15 bytes`,
			`0-37 call refused tool call XML exceeds maximum size of 15 bytes`,
			`37-38 prose "!"`, `38-44 call begins`,
			`38-53 call refused "<tool>12</tool>" tool_name is required in tool call`,
		}},
		{"too large, with a name", "<tool><tool_name>x</tool_name></tool>", 36, []string{
			`0-6 call begins`, `17-18 tool name x`,
			`0-36 call too large tool call XML exceeds maximum size of 36 bytes`,
			`0-37 call refused tool call XML exceeds maximum size of 36 bytes`,
		}},
		{"ends of tags", call + "/tool>" + call + "</tool>" + call, 0, []string{
			`0-6 call begins`, `23-24 tool name x`, `0-43 call complete "` + call + `"`, `43-49 prose "/tool>"`,
			`49-55 call begins`, `72-73 tool name x`, `49-92 call complete "` + call + `"`, `92-99 prose "</tool>"`,
			`99-105 call begins`, `122-123 tool name x`, `99-142 call complete "` + call + `"`,
		}},
		{"one name", "<tool><tool_name>x</tool_name><arguments><tool_name>y</tool_name></arguments></tool>", 0, []string{
			`0-6 call begins`, `17-18 tool name x`, `0-84 call complete "<tool><tool_name>x</tool_name><arguments><tool_name>y</tool_name></arguments></tool>"`,
		}},
		{"too large and unfinished", "<tool>0123456789</too", 10, []string{
			`0-6 call begins`,
			`0-10 call too large tool call XML exceeds maximum size of 10 bytes`,
			`0-21 call unfinished tool call XML exceeds maximum size of 10 bytes`,
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for n := 1; n <= len(tt.text)+1; n++ {
				if diff := cmp.Diff(tt.want, events(t, tt.maxSize, cut(tt.text, n)...)); diff != "" {
					t.Fatalf("in pieces of %d bytes (-want +got):\n%s", n, diff)
				}
			}
		})
	}
}

func TestDecoderStopsWithHandler(t *testing.T) {
	const text = "ab<tool><tool_name>x</tool_name></tool>cd"
	broken := errors.New("broken")
	all := len(events(t, 0, text))
	for stop := 1; stop <= all; stop++ {
		seen := 0
		var last Event
		d := &Decoder{Handle: func(e Event) error {
			if seen++; seen == stop {
				last = e
				return broken
			}
			return nil
		}}
		n, err := d.Write([]byte(text))
		if err != broken || n < int(last.End) || n > len(text) {
			t.Errorf("stopped at %+v: %d, %v", last, n, err)
		}
		if _, err := d.Write([]byte("x")); err != broken || seen != stop {
			t.Errorf("Write after an error: %v", err)
		}
		if err := d.Close(); err != broken || seen != stop {
			t.Errorf("Close after an error: %v", err)
		}
	}
	for _, text := range []string{"<to", "<tool><tool>", "<tool>x <tool>"} {
		d := &Decoder{Handle: func(e Event) error {
			if e.Kind == CallBegins && e.Offset == 0 {
				return nil
			}
			return broken
		}}
		if _, err := d.Write([]byte(text)); err != nil {
			t.Error(err)
		}
		if err := d.Close(); err != broken {
			t.Errorf("Close of %q: %v", text, err)
		}
	}
	d := &Decoder{Handle: func(Event) error { return nil }}
	for range 2 {
		if err := d.Close(); err != nil {
			t.Errorf("Close of an empty stream: %v", err)
		}
	}
	if _, err := d.Write([]byte("x")); err != ErrClosed {
		t.Errorf("Write after Close: %v", err)
	}
}

func TestEvents(t *testing.T) {
	const text = "ab<tool><tool_name>x</tool_name></tool>cd<tool>"
	var want []Event
	for e, err := range Events(strings.NewReader(text), xmlcall.Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, e)
	}
	if len(want) != 7 {
		t.Fatalf("%d events", len(want))
	}
	for stop := range want {
		n := 0
		for range Events(iotest.OneByteReader(strings.NewReader(text)), xmlcall.Options{}) {
			if n++; n > stop {
				break
			}
		}
	}
	broken := errors.New("broken")
	for name, r := range map[string]io.Reader{
		"error":       io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)),
		"no progress": io.MultiReader(strings.NewReader(text), stuck{}),
	} {
		var last error
		n := 0
		for e, err := range Events(r, xmlcall.Options{}) {
			last = err
			if n++; err == nil && e.Kind == CallUnfinished && e.Offset != 41 {
				t.Errorf("%s: %+v", name, e)
			}
		}
		if n != len(want)+1 || last == nil {
			t.Errorf("%s: %d events, %v", name, n, last)
		}
	}
}

type stuck struct{}

func (stuck) Read([]byte) (int, error) { return 0, nil }

// TestZeroDecoder reads with a zero Decoder.
func TestZeroDecoder(t *testing.T) {
	var d Decoder
	for _, s := range []string{"prose <to", "ol><tool_name>x</tool_name></tool> prose <tool>"} {
		if n, err := io.WriteString(&d, s); n != len(s) || err != nil {
			t.Errorf("%d of %d bytes, %v", n, len(s), err)
		}
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
}
