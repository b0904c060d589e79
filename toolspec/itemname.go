package toolspec

import (
	"strings"

	"github.com/go-openapi/inflect"
)

// ItemName returns the name of the items of a list, where nothing else names
// them: the singular of the last word of the list's name, or "item" where that
// is no plural.
func ItemName(list string) string {
	cut := strings.LastIndexAny(list, "_-.") + 1
	word := list[cut:]
	if one := inflect.Singularize(word); one != word {
		return list[:cut] + one
	}
	return "item"
}
