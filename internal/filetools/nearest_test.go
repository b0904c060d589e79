package filetools

import (
	"flag"
	"fmt"
	"html"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var nearMisses = flag.Int("near", 20, "how many near misses TestNearMisses draws")

// A slip is what models do to a text of a file that they write from memory. It returns the text as
// it is searched for, and that of the file; both are the same where the slip cannot be made.
var slips = []struct {
	reason Reason
	spoil  func(r *rand.Rand, text, passage string) (search, file string)
}{
	{Indentation, func(r *rand.Rand, text, passage string) (string, string) {
		if tabbed(passage) || !strings.Contains("\n"+passage, "\n  ") {
			return passage, text
		}
		if r.IntN(2) == 0 {
			return strings.ReplaceAll("\n"+passage, "\n  ", "\n    ")[1:], text
		}
		return strings.ReplaceAll("\n"+passage, "\n  ", "\n")[1:], text
	}},
	{Tabs, func(r *rand.Rand, text, passage string) (string, string) {
		width := []string{"    ", "  "}[r.IntN(2)]
		return each(func(l string) string {
			rest := strings.TrimLeft(l, "\t")
			return strings.Repeat(width, len(l)-len(rest)) + rest
		})(passage), text
	}},
	{LineEnds, func(_ *rand.Rand, text, passage string) (string, string) {
		if !strings.Contains(strings.TrimSuffix(passage, "\n"), "\n") {
			return passage, text
		}
		return passage, strings.ReplaceAll(text, "\n", "\r\n")
	}},
	{Escaped, func(_ *rand.Rand, text, passage string) (string, string) {
		if strings.Contains(passage, "&lt;") || strings.Contains(passage, "&amp;") {
			return passage, text
		}
		return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(passage), text
	}},
	{Escaped, func(_ *rand.Rand, text, passage string) (string, string) { return html.UnescapeString(passage), text }},
	{Quotes, func(r *rand.Rand, text, passage string) (string, string) {
		if plain := quotes.Replace(passage); plain != passage {
			return plain, text
		}
		return strings.NewReplacer("'", "’", ` "`, " “", `" `, "” ", " - ", " — ").Replace(passage), text
	}},
	{TrailingSpace, func(r *rand.Rand, text, passage string) (string, string) {
		spaced := strings.Replace(passage, "\n", " \n", 1+r.IntN(2))
		if r.IntN(2) == 0 {
			return spaced, text
		}
		return passage, strings.Replace(text, passage, spaced, 1)
	}},
	{Spacing, func(r *rand.Rand, text, passage string) (string, string) {
		return strings.NewReplacer(", ", ",", " = ", "=", " := ", ":=").Replace(passage), text
	}},
	{BlankLines, func(r *rand.Rand, text, passage string) (string, string) {
		lines := strings.Split(passage, "\n")
		if len(lines) < 5 {
			return passage, text
		}
		if slices.Contains(lines[1:len(lines)-2], "") {
			return strings.ReplaceAll(passage, "\n\n", "\n"), text
		}
		return strings.Join(slices.Insert(lines, 2, ""), "\n"), text
	}},
	{Elided, func(r *rand.Rand, text, passage string) (string, string) {
		lines := strings.Split(strings.TrimSuffix(passage, "\n"), "\n")
		if len(lines) < 6 {
			return passage, text
		}
		marks := []string{"...", "\t// ... existing code ...", "…", "// rest unchanged", "# ...", "  // ...", "<!-- ... -->", "/* unchanged */"}
		a := 1 + r.IntN(2)
		return strings.Join(slices.Concat(lines[:a], []string{marks[r.IntN(len(marks))]}, lines[len(lines)-1-r.IntN(2):]), "\n"), text
	}},
	{Words, func(r *rand.Rand, text, passage string) (string, string) {
		words := strings.Fields(passage)
		for range 20 {
			if w := words[r.IntN(len(words))]; len(w) > 3 && strings.IndexFunc(w, func(r rune) bool { return r < 'a' || r > 'z' }) < 0 {
				return strings.Replace(passage, w, []string{"item", "the " + w, w + "s", "value"}[r.IntN(4)], 1), text
			}
		}
		return passage, text
	}},
}

// TestNearMisses checks that the reason why a text is not found is named, and that the nearest
// passage is the one that was meant.
func TestNearMisses(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/near.txtar")
	if err != nil {
		t.Fatal(err)
	}
	named, right, drawn := 0, 0, 0
	for seed := uint64(0); drawn < *nearMisses; seed++ {
		r := rand.New(rand.NewPCG(11, seed))
		slip := slips[drawn%len(slips)]
		text := string(archive.Files[r.IntN(len(archive.Files))].Data)
		lines := strings.SplitAfter(text, "\n")
		from := r.IntN(len(lines) - 10)
		passage := strings.Join(lines[from:from+1+r.IntN(9)], "")
		if r.IntN(2) == 0 {
			passage = strings.TrimSuffix(passage, "\n")
		}
		if strings.TrimSpace(lines[from]) == "" || strings.HasSuffix(passage, "\n\n") || strings.Count(text, passage) != 1 || len(passage) < 12 {
			continue
		}
		search, file := slip.spoil(r, text, passage)
		if strings.Contains(file, search) {
			continue
		}
		drawn++
		want := passage
		if file != text {
			want = strings.Replace(file, text[:strings.Index(text, passage)], "", 1)
			switch slip.reason {
			case LineEnds:
				want = strings.ReplaceAll(passage, "\n", "\r\n")
			case TrailingSpace:
				at := strings.Index(text, passage)
				want = file[at : at+len(file)-len(text)+len(passage)]
			}
		}
		near, ok := Nearest(file, search)
		got := ""
		if ok {
			got = file[near.Start:near.End]
		}
		if lineAt(file, near.Start) == lineAt(file, strings.Index(file, want)) && strings.Count(strings.Trim(got, "\n"), "\n") == strings.Count(strings.Trim(want, "\n"), "\n") {
			right++
		} else {
			t.Logf("%d: passage\n%q\nwant\n%q\nof\n%q", drawn, got, want, search)
		}
		if slices.Contains(near.Reasons, slip.reason) && len(near.Reasons) <= 2 {
			named++
		} else {
			t.Logf("%d: reasons %v, want %v\n%q\n%q", drawn, near.Reasons, slip.reason, got, search)
		}
	}
	summary := fmt.Sprintf("of %d near misses the reason of %d is named, and the passage of %d is right", drawn, named, right)
	t.Log(summary)
	if named*100 < drawn*90 || right*100 < drawn*95 {
		t.Error(summary)
	}
}

func lineAt(text string, at int) int { return strings.Count(text[:max(at, 0)], "\n") }

// TestNearest checks what is nearest to texts that are short, empty, in parts, or of one word only.
func TestNearest(t *testing.T) {
	const text = "func a() {\n\tif b {\n\t} else {\n\t}\n} // a\nfunc c() {\n}\n"
	for search, want := range map[string]string{
		"func a() {\n...\n}":          "func a() {\n\tif b {\n\t} else {\n\t}\n} // a\nfunc c() {\n}",
		"func a() {\n...\n\t} else {": "func a() {\n\tif b {\n\t} else {",
		"...":                         "",
		"  func  c() {\n}\n":          "func c() {\n}\n",
		"func  c()":                   "func c()",
		" \n":                         "", "x": "", "\u200B": "", "other words": "",
	} {
		near, ok := Nearest(text, search)
		if got := text[near.Start:near.End]; got != want || ok != (want != "") {
			t.Errorf("%q: %q, %t, want %q", search, got, ok, want)
		}
	}
	if near, ok := Nearest("", "a"); ok {
		t.Errorf("in nothing: %v", near)
	}
}
