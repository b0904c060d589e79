package transcript

import "github.com/entrhq/forge-lsp/xmlcall"

// A Kind says how a file is read.
type Kind uint8

const (
	// Auto chooses by the file's name; see KindOf.
	Auto Kind = iota
	// Reply is the text of one agent reply: every <tool> counts.
	Reply
	// Document is text about, or with, calls: mentions do not count.
	Document
)

// String returns "auto", "reply" or "document".
func (k Kind) String() string {
	switch k {
	case Reply:
		return "reply"
	case Document:
		return "document"
	}
	return "auto"
}

// A File is one file, read as one kind. It is immutable after Read.
type File struct {
	// Text is the file's content.
	Text string
	// Kind is Reply or Document.
	Kind Kind
	// Segments are the stretches of text in which calls stand, in the order of
	// their first call.
	Segments []Segment
	// Remarks are the comments to this program, by position. One may
	// stand in a block, where it is content, or a comment of the call's.
	Remarks []Remark
}

// A Segment is a stretch of text in which calls stand.
type Segment struct {
	// Text is the text without what the file wraps around it.
	Text string
	// Starts are the offsets in Text at which a block starts that counts, in
	// order: of the '<' of each <tool>, or of a tag that was meant to be one.
	// They may include openers that stand inside an earlier block; a reader
	// passes over those.
	Starts []int
	// Leads are what leads to each of the blocks in a document; nil in a reply.
	Leads []Lead
	// Placeholders are the template placeholders in Text, such as {{ x }}, by
	// position. Only documents have them: what stands inside is not yet known.
	Placeholders []xmlcall.Span

	pieces []piece // nil where Text is the file's text from offset 0
	file   string  // the file's text; only where pieces is not nil
}

// A piece is a stretch of a segment's text that stands in the file as it is.
type piece struct {
	text int // offset in Segment.Text
	file int // offset in File.Text
	size int // bytes
}

// Read reads a file's text as the given kind; Auto is read as Document.
func Read(text string, kind Kind) *File {
	if kind != Reply {
		f := &File{Text: text, Kind: Document}
		f.Segments, f.Remarks = readDocument(text)
		return f
	}
	// One allocation holds the file and its one segment.
	f := &struct {
		File
		one [1]Segment
	}{}
	f.one[0] = Segment{Text: text, Starts: replyStarts(text)}
	f.File = File{Text: text, Kind: Reply, Segments: f.one[:], Remarks: remarks(text)}
	return &f.File
}

// replyStarts returns the start of every <tool>, and of every tag that was
// meant to be one and opens a call.
func replyStarts(text string) []int {
	var starts []int
	t, ok := nextTag(text, 0)
	for ok {
		next, more := nextTag(text, t.end)
		if !t.closing {
			counts := t.literal
			if !counts {
				end := len(text)
				if more {
					end = next.start
				}
				_, counts = hasShape(text, t.end, end)
			}
			if counts {
				starts = append(starts, t.start)
			}
		}
		t, ok = next, more
	}
	return starts
}
