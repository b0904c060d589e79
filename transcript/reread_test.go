package transcript

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// typed is what the tests type: mostly what people do.
var typed = []string{
	"a", "e", "T", " ", "x y", ".", "7", "&", "é", "o", "_", "u", "\n", "<", ">", "`", "```", "{{", "}}", "-", "# ", "> ", "    ", "<tool>", "</tool>",
	"<!--", "-->", "]]>", "<tool_name>", "<thinking>", "</thinking>", "User:", "\nAssistant: ", "\n**User:** ", "[assistant]", "<|user|>", "n", "r", ":", "\r", "\\n", "1. ", "$", "%", "~~~", "forge-lsp-enable", "\ufeff", "\xff", "=", "<div>", "\t",
}

// TestReread holds that reading again what has changed a little gives what
// reading it for the first time gives.
func TestReread(t *testing.T) {
	texts := []string{"# A\n\nText with `code` and <tool> and so on.\n\n- item\n  > quote " + call + "\n"}
	for _, c := range containers {
		texts = append(texts, "One.\n\n"+c.before+strings.ReplaceAll(call, "\n", "\n"+c.prefix)+c.after+"\nTwo {{ x }} three.\n")
	}
	for _, c := range readCases(t) {
		if len(c.Text) < 1<<13 {
			texts = append(texts, c.Text)
		}
	}
	texts = append(texts, pages(t)...)
	texts = append(texts, sessions...)
	random := rand.New(rand.NewPCG(1, 2))
	for _, text := range texts {
		for _, kind := range []Kind{Document, Reply, Log, Auto} {
			f := Read(text, kind)
			for range 60 {
				from := random.IntN(len(f.Text) + 1)
				to := min(len(f.Text), from+max(0, random.IntN(6)-3))
				added := typed[random.IntN(len(typed))]
				if random.IntN(3) > 0 {
					added = typed[random.IntN(12)]
				}
				f = checkReread(t, f, f.Text[:from]+added+f.Text[to:])
			}
		}
	}
}

// TestRereadIsCheap holds that nothing is read anew for most of the letters
// that are typed behind letters.
func TestRereadIsCheap(t *testing.T) {
	for _, text := range pages(t) {
		letters, cheap := 0, 0
		for i := 1; i < len(text); i++ {
			if !isLetter(text[i-1]) {
				continue
			}
			letters++
			if c := (change{Change{i, i, 1}, text, text[:i] + "e" + text[i:]}); c.plain() {
				cheap++
			}
		}
		if cheap < letters/2 {
			t.Errorf("%d of %d letters in %.40q", cheap, letters, text)
		}
	}
}

// pages are documents that nobody wrote for these tests.
func pages(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../docs/*.md")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	var texts []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	return texts
}

// checkReread returns the file with another text.
func checkReread(t *testing.T, f *File, text string) *File {
	t.Helper()
	got, c := f.Reread(text)
	if rest := text[c.Start : c.End+c.Shift]; f.Text[:c.Start]+rest+f.Text[c.End:] != text {
		t.Fatalf("%+v from %q to %q", c, f.Text, text)
	}
	want := Read(text, f.ReadAs())
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%v of %q\nbefore %q\n got %+v\nwant %+v", f.Kind, text, f.Text, got, want)
	}
	return got
}

func TestCommon(t *testing.T) {
	long := strings.Repeat("abcdefgh", 2000)
	for _, c := range []struct {
		a, b       string
		head, tail int
	}{
		{"", "", 0, 0},
		{"", "a", 0, 0},
		{"a", "a", 1, 0},
		{"ab", "axb", 1, 1},
		{"aa", "aaa", 2, 0},
		{"abc", "xbc", 0, 2},
		{long, long, len(long), 0},
		{long + "x" + long, long + "yy" + long, len(long), len(long)},
		{long, long + long, len(long), 0},
		{"x" + long, "y" + long, 0, len(long)},
	} {
		for range 2 {
			if head, tail := Common(c.a, c.b); head != c.head || tail != c.tail {
				t.Errorf("%.10q, %.10q: %d, %d", c.a, c.b, head, tail)
			}
			c.a, c.b = c.b, c.a
		}
	}
}

func FuzzReread(f *testing.F) {
	for i, c := range readCases(f) {
		if len(c.Text) < 1<<12 {
			f.Add(c.Text, uint16(i*7), uint8(i%3), typed[i%len(typed)])
		}
	}
	for i, text := range sessions {
		f.Add(text, uint16(i*17), uint8(i%3), "r")
	}
	f.Fuzz(func(t *testing.T, text string, at uint16, removed uint8, added string) {
		for _, kind := range []Kind{Document, Reply, Log, Auto} {
			file := Read(text, kind)
			from := min(int(at), len(text))
			to := min(from+int(removed), len(text))
			file = checkReread(t, file, text[:from]+added+text[to:])
			// And letter by letter, as it is typed.
			for i := range min(len(added), 8) {
				file = checkReread(t, file, file.Text[:from+i]+"e"+file.Text[from+i:])
			}
		}
	})
}
