package diagnostics

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/transcript"
)

// pieces makes the pieces small in which a text is read.
func pieces(t testing.TB, size int) {
	oldSize, oldJoined := pieceSize, maxJoined
	pieceSize, maxJoined = size, 100 // wrong guesses, too
	t.Cleanup(func() { pieceSize, maxJoined = oldSize, oldJoined })
}

// TestPieces: reading a text in pieces finds what reading it at once does, wherever it
// is cut.
func TestPieces(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	texts := documentTexts(t)
	for _, size := range []struct{ item, message, piece int }{{1, 100, 64}, {1, 300, 150}, {1, 256 << 10, 300}, {200, 2000, 1000}, {100, 500, 4000}} {
		small(t, size.item, size.message)
		pieces(t, size.piece)
		for range 60 * *chains {
			var b strings.Builder
			for range 1 + random.IntN(6) {
				s := texts[random.IntN(len(texts))]
				if random.IntN(2) == 0 {
					s = s[:random.IntN(len(s)+1)]
				}
				b.WriteString(s)
				for range random.IntN(3) {
					b.WriteString(typedTexts[random.IntN(len(typedTexts))])
				}
			}
			for _, kind := range []transcript.Kind{transcript.Reply, transcript.Document, transcript.Log, transcript.Auto} {
				checkDocument(t, Options{}.Open(text.New(b.String()), kind))
			}
		}
	}
}
