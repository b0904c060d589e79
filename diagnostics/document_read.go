package diagnostics

import (
	"slices"

	"github.com/entrhq/forge-lsp/internal/cores"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/document/json"
	"github.com/entrhq/forge-lsp/internal/sumtree"
	"github.com/entrhq/forge-lsp/text"
)

// A large text is read in pieces, on all cores: it is cut at probable seams, and each
// piece is read from the probable state of its seam. Then the pieces are joined.
// Joining two is an edit that changes nothing between them: it continues reading from
// the end state of the first one until it agrees with the second one, which is
// immediate if the guess was right. So a wrong guess only costs time.

// pieceSize is the approximate number of bytes that are read at a time: a few times
// more than is read again to join two pieces, and few enough to limit the memory for
// reading them.
var pieceSize = 1 << 20

// maxJoined is the maximum fraction of the text that is read to join the pieces.
var maxJoined = 0.5

// readAll reads the whole text.
func (d *Document) readAll() {
	all := d.text.String()
	d.items, d.once = sumtree.Tree[entry, sum]{}, nil
	d.listed.Store(nil)
	d.decideKind(all)
	if d.decided == nil && !document.Relevant(all, d.kind) { // a piece may have nothing but results
		return
	}
	d.layout = d.laidOut()
	labels := d.decided
	if labels == nil && (d.opens || len(all) >= 2*pieceSize) {
		labels = document.GuessLabels(all, d.guessed())
	}
	d.kind = d.kindBy(labels)
	d.readAs(all, labels)
	if found := d.items.Summary().labels; d.kindBy(found) != d.kind { // its start indicated something else
		d.kind = d.kindBy(found)
		d.readAs(all, found)
	}
}

// decideKind decides on the kind, if it depends on the text.
func (d *Document) decideKind(all string) {
	switch d.asked {
	case document.Auto:
		d.kind, d.evidence = document.DetectEvidence(all)
	case document.Prose:
		d.kind, d.opens = document.Document, document.MayBeTranscript(d.head())
	}
}

// guessed returns the kind if the labels at the start of the text apply.
func (d *Document) guessed() document.Kind {
	if d.opens {
		return document.Transcript
	}
	return d.kind
}

// head returns the start of the text, which shows whether it may be a transcript.
func (d *Document) head() string { return d.text.Slice(0, min(document.HeadSize, d.text.Len())) }

// kindBy returns the kind of the text, given its labels.
func (d *Document) kindBy(labels *document.Labels) document.Kind {
	if !d.opens {
		return d.kind
	}
	return document.DetectProse(d.head(), labels)
}

// readAs reads the whole text as the document's kind. labels are an estimate of those of
// the whole text.
func (d *Document) readAs(all string, labels *document.Labels) {
	if len(all) >= 2*pieceSize {
		// The facts that the whole text decides are known after reading it.
		for range 2 {
			if !d.readPieces(all, labels) {
				break
			}
			found := d.items.Summary().labels
			if d.decided != nil || !d.kind.Decided() || found.Same(labels, d.kind) {
				return
			}
			labels = found
		}
	}
	d.items = sumtree.Tree[entry, sum]{} // it needs no memory any more
	p, _ := d.read(all, document.PartOptions{Labels: d.decided})
	d.items = sumtree.Of[entry, sum](p.cut(len(all))...)
	if !d.brief {
		d.once = p.result
	}
}

// A piece is a part of a text that is read separately.
type piece struct {
	document.Seam // guessed, except for the first
	items         []entry
}

// readPieces reads the text in pieces. It returns false if so many guesses were wrong
// that reading it as a whole takes less time.
func (d *Document) readPieces(all string, labels *document.Labels) bool {
	pieces := []piece{{}}
	for at := pieceSize; at < len(all)-pieceSize/2; at += pieceSize {
		if s, ok := document.Guess(all, d.kind, at, pieces[len(pieces)-1].Seam, labels); ok {
			pieces = append(pieces, piece{Seam: s})
			at = s.At
		}
	}
	read := func(k int) {
		end := len(all)
		if k+1 < len(pieces) {
			end = pieces[k+1].At
		}
		from := document.PartOptions{State: pieces[k].State, Part: end < len(all), Labels: labels}
		if !labels.Count(d.kind) {
			from.Rest = len(all) - end // otherwise too few bytes for a message that continues, which then is an item
		}
		start := pieces[k].At
		if p, ok := d.read(all[start:end], from); ok {
			pieces[k].items = p.cut(end - start)
		}
	}
	cores.Each(len(pieces), read)
	for k := len(pieces) - 1; k > 0; k-- {
		if pieces[k].items == nil { // it cannot start there
			pieces = slices.Delete(pieces, k, k+1)
			read(k - 1)
		}
	}
	count := 0
	for _, p := range pieces {
		count += len(p.items)
	}
	items := make([]entry, 0, count)
	for _, p := range pieces {
		items = append(items, p.items...)
	}
	d.items = sumtree.Of[entry, sum](items...)
	// From the last to the first, because the result for a message depends on the text
	// after it.
	budget := int(maxJoined * float64(len(all)))
	for _, p := range slices.Backward(pieces[1:]) {
		e := edit{Document: d, old: &Document{items: d.items}, start: p.At, end: p.At, labels: labels, budget: &budget}
		if !e.replace() {
			return false
		}
	}
	d.once = nil // of a piece
	return true
}

// laidOut returns the layout of a text in JSON. It examines the ends of two lines: a
// document can be one line.
func (d *Document) laidOut() json.Layout {
	switch {
	case d.kind != document.JSON:
		return json.Detected
	case d.decided != nil:
		return json.Lines // a piece of a file
	}
	return json.LayoutOf(func(start int) (ends string, next int) {
		end, next := lineEnd(d.text, start)
		return json.Ends(end-start, func(from, to int) string { return d.text.Slice(start+from, start+to) }), next
	})
}

// lineEnd returns the end of the line that starts at an offset, and the start of the
// next one, or -1 after the last: only "\n" ends a line of JSON.
func lineEnd(t text.Text, start int) (end, next int) {
	for line := t.Position(start, text.UTF8).Line; ; line++ {
		_, end, next = t.Line(line)
		switch {
		case end == next:
			return end, -1
		case t.Slice(next-1, next) == "\n":
			return next - 1, next
		}
	}
}
