package xmlcall

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/cases"
)

// TestParserConcurrent checks that blocks of one parser equal the same blocks read alone, whatever was read
// before and by however many goroutines.
func TestParserConcurrent(t *testing.T) {
	call := func(arguments string) string {
		return "<tool><tool_name>x</tool_name><arguments>" + arguments + "</arguments></tool>"
	}
	var w strings.Builder
	for _, c := range cases.Load(t, "assistant", "escape") {
		if len(c.Text) < 1<<12 {
			w.WriteString(c.Text + "</tool>\n")
		}
	}
	for n := range 50 { // larger than what is kept
		w.WriteString(call(strings.Repeat("<a>x</a>", n*n)) + call(strings.Repeat("<a>x</a>", n)+"<"))
	}
	text := w.String()
	var offsets []int
	for i, ok := Find(text, 0); ok; i, ok = Find(text, i+1) {
		offsets = append(offsets, i)
	}
	want := make([]*Block, len(offsets))
	for k, offset := range offsets {
		want[k] = ParseAt(text, offset)
		want[k].last.Store(nil)
	}
	p := NewParser(text, Options{})
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			got := make([]*Block, len(offsets))
			for k, offset := range offsets {
				got[k] = p.At(offset)
			}
			for k, b := range got { // all have been read by now
				b.last.Store(nil) // set only after a lookup
				if !reflect.DeepEqual(b, want[k]) {
					t.Errorf("at %d: %+v, alone %+v", offsets[k], b, want[k])
					return
				}
			}
		})
	}
	group.Wait()
}

// TestBetween checks that a parser for a part of a text reads its blocks as if there were nothing after
// it, and none that no </tool> after their start ends.
func TestBetween(t *testing.T) {
	const call = "<tool><tool_name>x</tool_name></tool>"
	text := "a " + call + " b <tool> c " + call + " d <tool> e"
	p := NewParser(text, Options{})
	for from := -1; from <= len(text)+1; from++ {
		for end := -1; end <= len(text)+1; end++ {
			part := text[:min(max(end, 0), len(text))]
			for at := max(from, 0); at < len(part); at++ {
				if !strings.HasPrefix(part[at:], "<tool>") {
					continue
				}
				got, want := p.Between(from, end).At(at), NewParser(part, Options{}).At(at)
				if got.Span != want.Span || got.Delimiters != want.Delimiters || got.Verdict() != want.Verdict() {
					t.Fatalf("from %d to %d, at %d: %v %v, want %v %v", from, end, at, got.Span, got.Delimiters, want.Span, want.Delimiters)
				}
			}
		}
	}
}

// TestParserFind checks what a parser remembers of its searches against searching the
// text.
func TestParserFind(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"<tool>", "</tool>", "<to", "ol>", "a", "<Tool>"}
	for range 300 {
		var w strings.Builder
		for range random.IntN(12) {
			w.WriteString(pieces[random.IntN(len(pieces))])
		}
		text := w.String()
		p := NewParser(text, Options{})
		for range 40 {
			from := random.IntN(len(text)+3) - 1
			want, wantOK := Find(text, from)
			if got, ok := p.Find(from); got != want || ok != wantOK {
				t.Fatalf("%q from %d: %d, %v, want %d, %v", text, from, got, ok, want, wantOK)
			}
		}
	}
	if _, ok := new(Parser).Find(0); ok {
		t.Error("an empty text has a <tool>")
	}
}

// TestNextCallEnds checks that a call does not take the end tags of the next one, whose
// start tags are there too, for those of its elements.
func TestNextCallEnds(t *testing.T) {
	for _, name := range []string{"server_name", "seever_name", "Server_name", "tool_name", "tol_name", "argument", "arguments"} {
		first := "<tool>\n<" + name + ">x\n</tool>"
		for _, next := range []string{
			"<tool><server_name>local</server_name><tool_name>list_files</tool_name><arguments></arguments></tool>",
			"\n<tool>\n<tool_name >x</tool_name >\n<arguments\n><path>a</path></arguments>\n<server_name>local</server_name></tool>\n",
		} {
			blocks := slices.Collect(Blocks(first+next, Options{}))
			if len(blocks) != 2 || blocks[0].Rest().Len() > 0 {
				t.Errorf("%d blocks in %q, the first goes on with %q", len(blocks), first+next, blocks[0].Slice(blocks[0].Rest()))
			}
		}
	}
}

// TestNoTag checks that a block at an offset without a tag is as documented.
func TestNoTag(t *testing.T) {
	for _, offset := range []int{-3, 0, 1, 3, 4, 1 << 40} {
		b := ParseAt("abc", offset)
		v := b.Verdict()
		if _, placed := v.At(); v.Outcome != Refused || v.Reason == "" || placed || b.Delimiters != Unrecognized {
			t.Errorf("%d: %+v, form %d", offset, v, b.Delimiters)
		}
		if want := min(max(offset, 0), 3); b.Span != (Span{want, want}) || len(b.Tokens)+b.NumElements() > 0 {
			t.Errorf("%d: %+v with %d tokens", offset, b.Span, len(b.Tokens))
		}
		if arguments, ok := b.Decode(); arguments != nil || ok || b.ToolName() != "" || argumentsOf(b).Text != "" {
			t.Errorf("%d: there are arguments", offset)
		}
		var refused *RefusedError
		if err := b.Unmarshal(new(string)); !errors.As(err, &refused) || refused.Line != 0 {
			t.Errorf("%d: %v", offset, err)
		}
	}
	if i, ok := Find("a<tool>", -5); i != 1 || !ok {
		t.Errorf("found at %d, %v", i, ok)
	}
}
