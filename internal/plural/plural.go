package plural

import "strings"

// IsItem reports whether elements named item are the items of a list named list:
// whether item is the singular of that name.
func IsItem(list, item string) bool {
	name, _ := Singular(list)
	return list != item && name == item
}

// Item returns the name of one item of a list of the given name: its [Singular], or
// "item" if it has none.
func Item(list string) string {
	if item, _ := Singular(list); item != list {
		return item
	}
	return "item"
}

// Singular returns the name of one item of a list of the given name, as tools name
// them: edits, edit; entries, entry; sub_queries, sub_query; rowIndices, rowIndex. It
// returns name itself if that is not a plural, or is its own singular: path, status,
// series.
//
// sure reports whether name is a plural with only one possible singular. It is false
// for data, which is rarely a list of datums, and for bases, which may be those of base
// or of basis.
func Singular(name string) (item string, sure bool) {
	start := lastWord(name)
	word := lowerASCII(name[start:])
	one, sure := singularOf(word)
	switch {
	case one == word:
		return name, false
	case strings.HasPrefix(word, one):
		return name[:start+len(one)], sure // keep the case of the name: URLs, URL
	}
	same := 0
	for same < min(len(word), len(one)) && word[same] == one[same] {
		same++
	}
	rest := one[same:]
	if upper(name[len(name)-1]) { // QUERIES
		rest = strings.ToUpper(rest)
	}
	return name[:start+same] + rest, sure
}

// lastWord returns the offset in name of its last word: the part after a separator or,
// as in rowIndices, after a change of case.
func lastWord(name string) int {
	start := strings.LastIndexAny(name, "_-.: ") + 1
	for i := len(name) - 1; i > start; i-- {
		if upper(name[i]) && !upper(name[i-1]) {
			return i
		}
	}
	return start
}

func upper(c byte) bool { return 'A' <= c && c <= 'Z' }

// lowerASCII returns s with its ASCII letters in lower case. Unlike strings.ToLower it
// preserves offsets.
func lowerASCII(s string) string {
	for i := range len(s) {
		if upper(s[i]) {
			b := []byte(s)
			for i, c := range b {
				if upper(c) {
					b[i] = c + 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return s
}

// singularOf returns the singular of a word in lower case, or the word itself if it is
// not a plural.
func singularOf(word string) (one string, sure bool) {
	if one, ok := irregular()[word]; ok {
		return one, one != word
	}
	if one, ok := doubtful[word]; ok {
		return one, false
	}
	for _, end := range compounded {
		if head, ok := strings.CutSuffix(word, end); ok {
			return head + irregular()[end], true
		}
	}
	if !strings.HasSuffix(word, "s") || len(word) < 3 {
		return word, false
	}
	for _, r := range pluralEnds {
		if head, ok := strings.CutSuffix(word, r.end); ok && head != "" {
			return head + r.one, r.sure && r.one != r.end
		}
	}
	return word[:len(word)-1], true
}

// A pluralEnd describes the singular of words with an ending that are not in the tables
// of words.
type pluralEnd struct {
	end, one string
	sure     bool
}

// pluralEnds are tried in order; a word that matches none of them loses its s.
var pluralEnds = []pluralEnd{
	{"ss", "ss", false}, // class, address: not plurals
	{"eaus", "eau", true},
	{"us", "us", false}, // status
	{"is", "is", false}, // analysis
	{"yses", "ysis", true},
	{"theses", "thesis", true},
	{"sses", "ss", true},
	{"shes", "sh", true},
	{"ches", "ch", true},
	{"xes", "x", true},
	{"zzes", "zz", true},
	{"tzes", "tz", true},
	{"ies", "y", true},
	{"oes", "o", true},
	{"auses", "ause", true}, // clauses
	{"ouses", "ouse", true}, // houses
	{"uses", "us", true},    // statuses
}
