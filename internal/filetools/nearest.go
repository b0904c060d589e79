package filetools

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A Near is the passage of a text that is most like another text, which is not in it.
type Near struct {
	Start, End int // in the text
	Reasons    []Reason
}

// Nearest returns the passage of a text that is most like search; ok is false if nothing is.
func Nearest(text, search string) (n Near, ok bool) {
	core := strings.Trim(search, "\r\n")
	words := wordsOf(text)
	parts := elided(text, core)
	for i, part := range parts {
		lines := "\n" + strings.TrimRight(part, "\n")
		if exact := strings.Index(text[n.End:]+"\n", lines+"\n"); i > 0 && exact >= 0 { // such as the brace that ends a block
			n.End += exact + len(lines)
			continue
		}
		from, _ := slices.BinarySearchFunc(words, n.End, func(w word, at int) int { return w.start - at })
		found := find(words[from:], wordsOf(part))
		if len(found) == 0 {
			return n, false
		}
		if n.End = found[len(found)-1].end; i == 0 {
			n.Start = found[0].start
		}
	}
	n.extend(text, search)
	if len(parts) > 1 || parts[0] != core {
		n.Reasons = []Reason{Elided}
	} else {
		n.Reasons = reasons(search, text[n.Start:n.End])
	}
	return n, true
}

// extend adds white space at the ends of a passage, if search has white space there.
func (n *Near) extend(text, search string) {
	if strings.HasPrefix(strings.TrimLeft(search, "\r\n"), " ") || strings.HasPrefix(strings.TrimLeft(search, "\r\n"), "\t") {
		n.Start = len(strings.TrimRight(text[:n.Start], " \t"))
	}
	if strings.HasPrefix(search, "\n") && n.Start > 0 && text[n.Start-1] == '\n' {
		n.Start--
	}
	after := text[n.End:]
	rest := strings.TrimLeft(after, " \t")
	if line := strings.TrimPrefix(rest, "\r"); strings.HasSuffix(search, "\n") && strings.HasPrefix(line, "\n") {
		rest = line[1:]
	} else if !strings.HasSuffix(search, " ") && !strings.HasSuffix(search, "\t") {
		rest = after
	}
	n.End += len(after) - len(rest)
}

// elision is a line that represents others: "...", "// rest unchanged", "# … existing code …".
var elision = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^\W*(\.{3}|…)|^(//|#|--|;|%|/\*|<!--|\{/\*)\W*\(?(the\s+)?(rest|remaining|remainder|existing|other|same|unchanged|omitted|snip)\b`)
})

// elided returns the parts of a text to search for between the lines that represent others.
func elided(text, search string) (parts []string) {
	part := ""
	for line := range strings.Lines(search) {
		plain := strings.TrimSpace(line)
		isLine := func(of string) bool { return strings.TrimSpace(of) == plain }
		if elision().MatchString(plain) && !slices.ContainsFunc(strings.Split(text, "\n"), isLine) {
			parts, part = append(parts, part), ""
			continue
		}
		part += line
	}
	parts = slices.DeleteFunc(append(parts, part), func(part string) bool { return strings.TrimSpace(part) == "" })
	if len(parts) == 0 {
		return []string{search}
	}
	return parts
}

// A word is what is compared: a part of a name, a number, a reference, or any other character. White space does not
// count, nor do case, escapes and typographic characters.
type word struct {
	start, end int // in the text
	plain      string
}

func wordsOf(text string) []word {
	var words []word
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		end := at + size
		of := func(is func(rune) bool) { end = len(text) - len(strings.TrimLeftFunc(text[end:], is)) }
		switch {
		case unicode.IsSpace(r):
			of(unicode.IsSpace)
			at = end
			continue
		case unicode.IsUpper(r):
			if of(unicode.IsUpper); end == at+size {
				of(unicode.IsLower)
			}
		case unicode.IsLetter(r):
			of(unicode.IsLower)
		case unicode.IsDigit(r):
			of(unicode.IsDigit)
		}
		plain := text[at:end]
		if r >= utf8.RuneSelf {
			plain = quotes.Replace(plain)
		} else if n := strings.IndexByte(text[end:min(len(text), end+10)], ';'); r == '&' && n > 0 { // no reference is longer
			if decoded := html.UnescapeString(text[at : end+n+1]); decoded != text[at:end+n+1] {
				plain, end = decoded, end+n+1
			}
		}
		words = append(words, word{at, end, strings.ToLower(plain)})
		at = end
	}
	return words
}

// Limits on what is compared word by word: the places of a text that are, and the words of the text to search for,
// which is compared by its start if it has more.
const candidates, maxWords = 4, 2000

// find returns those of the words of a text that are most like others: with the longest common subsequence, and the
// least other text in between. There are none if half of the text differs.
func find(text, search []word) (found []word) {
	search = search[:min(len(search), maxWords)]
	size, reach := 0, 16+len(search)/4
	for _, w := range search {
		size += len(w.plain)
	}
	best := (size + 1) / 2
	for _, at := range likely(text, search) {
		near := text[max(0, at-reach):min(len(text), at+len(search)+reach)]
		if start, end, cost := align(near, search); cost < best && start < end {
			best, found = cost, near[start:end]
		}
	}
	return found
}

// likely returns where as many words of a text as search has are most like it, in any order; the likeliest first.
func likely(text, search []word) (list []int) {
	known := map[string]bool{}
	for _, w := range search {
		known[w.plain] = true
	}
	scores, score := make([]int, len(text)), 0 // long words are rare
	for i := len(text) - 1; i >= 0; i-- {
		if known[text[i].plain] {
			score += len(text[i].plain)
		}
		if out := i + len(search); out < len(text) && known[text[out].plain] {
			score -= len(text[out].plain)
		}
		scores[i] = score
	}
	for len(scores) > 0 && len(list) < candidates {
		best := slices.Index(scores, slices.Max(scores))
		if scores[best] == 0 {
			break
		}
		list = append(list, best)
		clear(scores[max(0, best-len(search)/4):min(len(scores), best+len(search)/4+1)]) // which are compared with it
	}
	return list
}

// align returns the words that become those of search with the fewest changes, and how many bytes of it are changed,
// or to be left out of the text. Words before and after are free.
func align(in, search []word) (start, end, cost int) {
	row, from := make([]int, len(in)+1), make([]int, len(in)+1)
	for j := range from {
		from[j] = j
	}
	for _, w := range search {
		above, aboveFrom := row[0], from[0]
		row[0] += len(w.plain)
		for j := range in {
			change, changeFrom := above, aboveFrom
			if in[j].plain != w.plain {
				change += len(w.plain)
			}
			above, aboveFrom = row[j+1], from[j+1]
			if c := row[j+1] + len(w.plain); c < change || c == change && from[j+1] < changeFrom {
				change, changeFrom = c, from[j+1]
			}
			if c := row[j] + len(in[j].plain); c < change || c == change && from[j] < changeFrom {
				change, changeFrom = c, from[j]
			}
			row[j+1], from[j+1] = change, changeFrom
		}
	}
	for j := range row {
		if row[j] < row[end] || end == j-1 && row[j] == row[end] && from[j] == from[end] { // a changed word rather than a missing one
			end = j
		}
	}
	return from[end], end, row[end]
}
