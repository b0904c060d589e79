package diagnostics

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
)

// pieces makes the pieces in which a text is read small.
func pieces(t testing.TB, size int) {
	oldSize, oldJoined := pieceSize, maxJoined
	pieceSize, maxJoined = size, 100 // with wrong guesses
	t.Cleanup(func() { pieceSize, maxJoined = oldSize, oldJoined })
}

// TestPieces checks that reading a text in pieces gives the same result as reading it
// as a whole, wherever it is cut, and also where too many cuts are wrong. It reads a text for every 20 edits that TestDocument
// makes, in five ways.
func TestPieces(t *testing.T) {
	source := editSource(t)
	for _, size := range []struct{ item, message, piece int }{{1, 100, 64}, {1, 300, 150}, {1, 256 << 10, 300}, {200, 2000, 1000}, {100, 500, 4000}} {
		small(t, size.item, size.message)
		pieces(t, size.piece)
		for number := range uint64(*editCount / chainLength) {
			r := rand.New(rand.NewPCG(5, number))
			s := source.Text(r, 100+r.IntN(4<<10))
			kind := []document.Kind{document.Reply, document.Document, document.Log, document.Auto, document.JSON}[r.IntN(5)]
			if kind == document.JSON {
				s = source.JSON(r, len(s))
			}
			maxJoined = []float64{100, 100, 0.01}[number%3] // of the text
			if why := differs(Options{}.Open(text.New(s), kind), false); why != "" {
				t.Fatalf("%+v: a %v of %q\n%s", size, kind, s, why)
			}
		}
	}
}

// TestIrrelevant checks that a text that cannot contain calls or directives takes no memory
// but its own: it has no items.
func TestIrrelevant(t *testing.T) {
	small(t, 1, 100)
	for _, kind := range []document.Kind{document.Auto, document.Prose, document.Document, document.Reply, document.Log, document.JSON} {
		irrelevant, relevant := strings.Repeat("Words.\n\n", 50), plainCall
		if kind == document.JSON {
			irrelevant, relevant = strings.Repeat(`{"role":"user","content":"Words."}`+"\n", 20), `{"role":"assistant","content":"<tool></tool>"}`+"\n"
		}
		if n := (Options{}).Open(text.New(irrelevant), kind).items.Len(); n != 0 {
			t.Errorf("%v: words have %d items", kind, n)
		}
		if n := (Options{}).Open(text.New(irrelevant+relevant), kind).items.Len(); n == 0 {
			t.Errorf("%v: a call has no items", kind)
		}
	}
}

// TestLeakedPieces checks that evidence of native calls, and of <tool> being taught,
// applies to all pieces, wherever it is.
func TestLeakedPieces(t *testing.T) {
	small(t, 200, 2000)
	pieces(t, 1000)
	leaked := `{"role":"assistant","content":"<invoke name=\"Bash\"><parameter name=\"x\">1</parameter></invoke>\n<tool>\n<tool_name>ls</tool_name>\n<arguments></arguments>\n</tool>"}` + "\n"
	native := strings.Repeat(leaked, 10) + strings.Repeat(`{"role":"user","content":"more"}`+"\n", 20_000) + `{"role":"assistant","tool_calls":[{"id":"1"}]}` + "\n"
	taught := native + `{"role":"system","content":"Write <tool>."}` + "\n"
	for transcript, want := range map[string]int{leaked: 0, native: 20, taught: 10} {
		d := Options{}.Open(text.New(transcript), document.JSON)
		n := 0
		for p := range d.Diagnostics() {
			if p.Code == "leaked-call" {
				n++
			}
		}
		if n != want {
			t.Errorf("%d leaked calls in %d bytes, want %d", n, len(transcript), want)
		}
		if why := differs(d, false); why != "" {
			t.Error(why)
		}
	}
}

// TestLabelsFarAway checks that a text is a transcript also if the start of it, from which its labels
// are guessed, has too few of them.
func TestLabelsFarAway(t *testing.T) {
	words := strings.Repeat("Some words.\n\n", 30_000)
	for _, end := range []string{"", "**Assistant:** Yes.\n\n**User:** Go on.\n\n**Assistant:** Yes.\n\n"} {
		s := "# Session\n\n**User:** Go on.\n\n" + plainCall + "\n" + words + end
		d := Options{}.Open(text.New(s), document.Prose)
		if want := document.Read(s, document.Prose).Kind; d.Kind() != want || (want == document.Transcript) != (end != "") {
			t.Errorf("%q: a %v, want a %v", end, d.Kind(), want)
		}
		checkDocument(t, d)
	}
}

// TestProofEnd checks that little more is read for proofs than the text that may belong to a call: up to
// the next one, or 64 KB.
func TestProofEnd(t *testing.T) {
	small(t, 1, 1000)
	words := strings.Repeat("Some <b>words</b>.\n\n", 10_000)
	for end, most := range map[string]int{words: maxAfter + 8<<10, plainCall + words: 8 << 10} {
		d := Options{}.Open(text.New(badCall+"\n"+end), document.Document)
		if d.items.Len() < 10 {
			t.Fatalf("%d items", d.items.Len())
		}
		if got := d.proofEnd(1).bytes; got > most || got < len(badCall) {
			t.Errorf("%d bytes of %d are read, want %d at most", got, d.Text().Len(), most)
		}
	}
}

// TestScanPiece checks that a piece of a file is read by the facts of the whole file.
func TestScanPiece(t *testing.T) {
	leaked := `{"role":"assistant","content":"<invoke name=\"Bash\"><parameter name=\"x\">1</parameter></invoke>"}` + "\n"
	native := `{"role":"assistant","tool_calls":[{"id":"1"}]}` + "\n"
	whole := Options{}.Open(text.New(leaked+native), document.JSON)
	for labels, want := range map[*document.Labels]int{whole.labels(): 1, Options{}.Open(text.New(leaked), document.JSON).labels(): 0} {
		got := 0
		d := Options{}.ScanPiece(text.New(leaked), labels)
		for p := range d.Diagnostics() {
			if p.Code == LeakedCall {
				got++
			}
		}
		if leaked := d.Leaked(); leaked != want {
			t.Errorf("%d calls leaked, want %d", leaked, want)
		}
		around := d.reach(0, len(leaked))
		if got != want || len(around.Diagnostics) != want {
			t.Errorf("%d calls leaked, and where it is read again %d, want %d", got, len(around.Diagnostics), want)
		}
	}
}

// TestScanLargePiece checks that a piece that is read on several cores is read by the facts of the whole
// file, and not by what it shows itself.
func TestScanLargePiece(t *testing.T) {
	leaked := `{"role":"assistant","content":"<invoke name=\"Bash\"><parameter name=\"x\">1</parameter></invoke>"}` + "\n"
	native := `{"role":"assistant","tool_calls":[{"id":"1"}]}` + "\n"
	labels := Options{}.Open(text.New(leaked+native), document.JSON).labels()
	n := 2*pieceSize/len(leaked) + 1
	d := Options{}.ScanPiece(text.New(strings.Repeat(leaked, n)), labels)
	if leaked := d.Leaked(); leaked != n {
		t.Errorf("%d calls leaked, want %d", leaked, n)
	}
}
