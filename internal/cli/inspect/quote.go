package inspect

import (
	"strconv"
	"strings"

	"github.com/rivo/uniseg"

	"github.com/entrhq/forge-lsp/internal/report/term"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// quote returns a value in quotes, cut to about width columns; a cut value is followed
// by its size.
func (v *textView) quote(value string, width int) string {
	head := value[:min(len(value), 4*width)]
	quoted := strconv.Quote(head)
	if len(head) == len(value) && uniseg.StringWidth(quoted) <= width {
		return quoted
	}
	size := " (" + thousands.Separate(len(value)) + " bytes)"
	room := max(width-len(size)-len(`""`)-1, 8)
	var shown strings.Builder
	for rest := strings.TrimPrefix(quoted[:len(quoted)-1], `"`); rest != ""; {
		unit, w := nextUnit(rest)
		if w > room {
			break
		}
		shown.WriteString(unit)
		room -= w
		rest = rest[len(unit):]
	}
	return `"` + shown.String() + term.Ellipsis + `"` + v.style.Dim.Sprint(size)
}

// nextUnit returns the first character of a quoted string, a whole escape
// sequence counting as one, and its width.
func nextUnit(s string) (unit string, width int) {
	if s[0] == '\\' {
		n := map[byte]int{'x': 4, 'u': 6, 'U': 10}[s[1]]
		n = max(n, 2)
		return s[:n], n
	}
	unit, _, width, _ = uniseg.FirstGraphemeClusterInString(s, -1)
	return unit, width
}
