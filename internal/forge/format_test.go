package forge

import "testing"

func TestFormatOf(t *testing.T) {
	for text, want := range map[string]int{
		"":                              0,
		"# Tools":                       0,
		FormatComment(1):                1,
		"# Tools\n" + FormatComment(12): 12,
		"<!-- forge-format 0 -->":       0,
		"<!-- forge-format x -->":       0,
		"<!-- forge-format 1":           0,
		"<!-- forge-format 99999999999999999999 -->": 0,
	} {
		version, start, end := FormatOf(text)
		if version != want || want > 0 && text[start:end] != FormatComment(want) {
			t.Errorf("%q: version %d at %d to %d", text, version, start, end)
		}
	}
}
