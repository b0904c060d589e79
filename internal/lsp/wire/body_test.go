package wire

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
)

// checkBody checks that a body that is read with its texts taken out equals what
// encoding/json reads, however it arrives.
func checkBody(t *testing.T, body []byte, arrives func(io.Reader) io.Reader) {
	t.Helper()
	const next = "what follows"
	in := bufio.NewReaderSize(arrives(io.MultiReader(bytes.NewReader(body), strings.NewReader(next))), 16)
	r := newBodyReader(in)
	got, err := r.read(len(body))
	if err != nil && !errors.Is(err, errText) {
		t.Fatalf("%q: %v", body, err)
	}
	if rest, err := io.ReadAll(in); string(rest) != next || err != nil {
		t.Fatalf("%q: %q follows, %v", body, rest, err)
	}
	if ok := err == nil && json.Valid(got); ok != json.Valid(body) {
		t.Fatalf("%q: read as %q, %v", body, got, err)
	}
	var want, have any
	if json.Unmarshal(body, &want) != nil {
		return
	}
	taken := unmarked(r, decodedAny(t, got))
	if !reflect.DeepEqual(taken, want) {
		t.Fatalf("%q: read as %q with %v", body, got, r.texts)
	}
	if have = decodedAny(t, r.restore()); !reflect.DeepEqual(have, want) {
		t.Fatalf("%q: restored as %q", body, r.body)
	}
}

func decodedAny(t *testing.T, body []byte) (v any) {
	if err := json.Unmarshal(body, &v); err != nil {
		t.Fatalf("%v in %q", err, body)
	}
	return v
}

// unmarked returns a value with texts in place of marks.
func unmarked(r *bodyReader, v any) any {
	switch v := v.(type) {
	case string:
		return r.textOf(v)
	case []any:
		for i := range v {
			v[i] = unmarked(r, v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = unmarked(r, v[name])
		}
	}
	return v
}

// arrivals are ways in which bytes may arrive.
var arrivals = []func(io.Reader) io.Reader{
	func(r io.Reader) io.Reader { return r },
	iotest.OneByteReader,
	iotest.HalfReader,
	iotest.DataErrReader,
}

// hostileBodies are parts of strings: whole, cut, and not of a string.
var hostileBodies = []string{
	"a", "plain text of more than a word", "é", "€", "😀", "\xff", "\xc3", "\xe2\x82", "\xf0\x9f\x98", "\xed\xa0\x80", "\x7f",
	`\n`, `\"`, `\\`, `\/`, `\b\f\r\t`, `\u0000`, `\u00e9`, `\uD83D`, `\ude00`, `\ud83d\ude00`, `\ud83d\u0041`, `\ud83d\ud83d\ude00`,
	"\\u2028", "\u2028", "\x00", "\n", `\x`, `\u12`, `\u12g4`, `\`, `"`, `\ud83d\`, `\ud83d\u`, `\ud83d\n`,
}

// around are places for a text, with %s for it.
var around = []string{
	`{"text":"%s"}`, `{"text" : "%s","text":"%[1]s"}`, `[{"text":{"text":"%s"}},"text","%[1]s"]`, `{"text":["%s"]}`,
	`{"%s":"text","text":1}`, `{"t\u0065xt":"%s"}`, `{"text" "%s"}`, `{"text"::"%s"}`, `{"text":"%s","Text":"%[1]s"`, `{"a":"text","text":"%s"}}`,
	`"text":"%s"`, `{"\"text":"%s"}`, `{"text\\":"%s"}`, "{\"text\"\r\n\t :\n\"%s\" }", `{"text":1,"x":"%s"}`, `{"text":-"%s"}`,
}

func TestBodies(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		var s strings.Builder
		for range random.IntN(12) {
			// Most parts are of strings; one that is not ends what the body shows.
			s.WriteString(hostileBodies[random.IntN([]int{len(hostileBodies), 24, 24, 24}[random.IntN(4)])])
		}
		body := []byte(fmt.Sprintf(around[random.IntN(len(around))], s.String()))
		if random.IntN(4) == 0 {
			body[random.IntN(len(body))] = `"\{}[]:,1u `[random.IntN(11)]
		}
		checkBody(t, body, arrivals[random.IntN(len(arrivals))])
	}
}

// TestLongTexts checks a text that grows over many windows, and one that ends at each
// place in them.
func TestLongTexts(t *testing.T) {
	unit := `line \"of\" text é😀 \u00e9\ud83d\ude00` + "\xff" + `\n`
	for _, n := range []int{1, 100, 10_000} {
		for pad := range len(unit) {
			body := `{"text":"` + strings.Repeat("x", pad) + strings.Repeat(unit, n) + `","more":[{"text":"` + unit + `"}]}`
			if n > 100 && pad%8 != 0 {
				continue
			}
			checkBody(t, []byte(body), arrivals[0])
		}
	}
}

// TestPlainBytes checks every end of the words that plainBytes reads at once.
func TestPlainBytes(t *testing.T) {
	for c := range 256 {
		for at := range 20 {
			b := []byte(strings.Repeat("p", 20))
			b[at] = byte(c)
			want := len(b)
			if c < ' ' || c == '"' || c == '\\' || c >= 0x80 {
				want = at
			}
			if got := plainBytes(b); got != want {
				t.Fatalf("%q: %d, want %d", b, got, want)
			}
		}
	}
}

// TestTextOf checks that marks belong to one body, and only to texts that were taken
// out of it.
func TestTextOf(t *testing.T) {
	body := []byte(`{"text":"one"}`)
	r := newBodyReader(bufio.NewReader(bytes.NewReader(body)))
	if _, err := r.read(len(body)); err != nil {
		t.Fatal(err)
	}
	for s, want := range map[string]string{r.mark + "0": "one", r.mark + "1": r.mark + "1", r.mark + "-": r.mark + "-", "0": "0"} {
		if got := r.textOf(s); got != want {
			t.Errorf("%q: %q", s, got)
		}
	}
}

func FuzzTexts(f *testing.F) {
	for i, s := range hostileBodies {
		f.Add([]byte(fmt.Sprintf(around[i%len(around)], s)), uint8(i))
	}
	f.Fuzz(func(t *testing.T, body []byte, arrival uint8) {
		checkBody(t, body, arrivals[int(arrival)%len(arrivals)])
	})
}
