package wire

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestUnquote checks that a JSON string decodes as in encoding/json, in whatever pieces
// it arrives.
func TestUnquote(t *testing.T) {
	pieces := []string{
		"a", "longer than a word", "é", "😀", `\n`, `\"`, `\\`, `\/`, `\b\f\r\t`, `\u0041`, `\u00e9`, `\uFfFf`, `\ufDd0`, `\ud83d\ude00`, `\uD83D`, `\uDE00`, `\ud83dx`, `\ud83d\n`,
		"\xff", "\xc3", "\xe2\x82", `\u`, `\u12`, `\u00g0`, `\x`, "\x1f", "\n", `"`, `\U0041`,
	}
	r := rand.New(rand.NewPCG(4, 1))
	for range 20_000 {
		var b strings.Builder
		for range r.IntN(6) {
			n := len(pieces)
			if r.IntN(3) > 0 {
				n -= 10 // none that is wrong
			}
			b.WriteString(pieces[r.IntN(n)])
		}
		text := b.String() + `"`
		end := 0
		for end < len(text) && text[end] != '"' {
			if text[end] == '\\' {
				end++
			}
			end++
		}
		end = min(end+1, len(text))
		var want string
		wantErr := json.Unmarshal([]byte(`"`+text[:end]), &want) != nil
		got, n, ended, err := appendUnquoted(nil, []byte(text), false)
		if (err != nil || !ended) != wantErr || !wantErr && (string(got) != want || n != end) {
			t.Fatalf("%q: %q of %d bytes, %v, %v; want %q, error %v", text, got, n, ended, err, want, wantErr)
		}
		if wantErr {
			continue
		}
		cut := r.IntN(end)
		got, n, ended, err = appendUnquoted(nil, []byte(text[:cut]), true)
		if err != nil || ended || n > cut {
			t.Fatalf("%q, the first %d bytes: %q of %d, %v, %v", text, cut, got, n, ended, err)
		}
		if got, _, ended, err = appendUnquoted(got, []byte(text[n:]), false); err != nil || !ended || string(got) != want {
			t.Fatalf("%q in two pieces, the first of %d bytes: %q, %v, want %q", text, cut, got, err, want)
		}
	}
}
