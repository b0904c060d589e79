package plural

import (
	"slices"
	"strings"
)

// endings are those of plurals, each followed by that of the singular; the first that fits counts, else
// a word loses its s. Whole words are irregular, also as the end of a compound such as grandchildren.
var endings = strings.Fields(`
	children child  people person  criteria criterion  indices index  vertices vertex  matrices matrix  appendices appendix
	statuses status  viruses virus  bonuses bonus  buses bus  aliases alias  lenses lens  leaves leaf  knives knife
	cookies cookie  movies movie  caches cache  menus menu  apis api  uris uri  gpus gpu  cpus cpu
	yses ysis  theses thesis  sses ss  shes sh  ches ch  xes x  ies y  oes o  ss ss  us us  is is`)

// doubtful are plurals, each with a singular that is a guess: they are mostly used as a singular, or are
// the plural of two words.
var doubtful = map[string]string{
	"data": "datum", "media": "medium", "axes": "axis", "bases": "base", "contents": "content", "details": "detail", "windows": "window",
}

// noPlurals are words that end in s and are not plurals, or are the same in singular and plural.
var noPlurals = strings.Fields(`
	series species news means analytics alias bias atlas canvas gas lens yes its has was as does goes always
	metadata dns tls css js ts aws sms gps cms ms ns https os ios macos devops kubernetes postgres`)

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
	word := strings.ToLower(name[lastWord(name):])
	if one, ok := doubtful[word]; ok {
		return ended(name, word, one), false
	}
	if len(word) < 3 || slices.Contains(noPlurals, word) {
		return name, false
	}
	for i := 0; i < len(endings); i += 2 {
		if end, one := endings[i], endings[i+1]; strings.HasSuffix(word, end) {
			return ended(name, end, one), one != end
		}
	}
	if !strings.HasSuffix(word, "s") {
		return name, false
	}
	return name[:len(name)-1], true
}

// ended returns a name with another ending, in the case of the name.
func ended(name, end, with string) string {
	same := 0
	for same < min(len(end), len(with)) && end[same] == with[same] {
		same++
	}
	rest := with[same:]
	if upper(name[len(name)-1]) { // QUERIES
		rest = strings.ToUpper(rest)
	}
	return name[:len(name)-len(end)+same] + rest
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
