package xmlcall

import (
	"slices"
	"strings"
)

// isItem reports whether elements of the name item are the items of a list of
// the name list.
func isItem(list, item string) bool { return list != item && Singular(list) == item }

// Singular returns the name of one item of a list of the given name, as the
// tools of Forge name them: edits, edit; entries, entry; boxes, box. It
// returns name itself where it is no plural.
func Singular(name string) string {
	stem, ok := strings.CutSuffix(name, "s")
	if !ok || len(stem) < 2 || slices.ContainsFunc([]string{"s", "u", "i"}, func(end string) bool {
		return strings.HasSuffix(stem, end)
	}) {
		return name
	}
	if head, ok := strings.CutSuffix(stem, "ie"); ok && len(head) > 1 {
		return head + "y"
	}
	for _, end := range []string{"sse", "she", "che", "xe", "zze"} {
		if strings.HasSuffix(stem, end) {
			return stem[:len(stem)-1]
		}
	}
	return stem
}
