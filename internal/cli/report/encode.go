package report

import (
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A kept report has its text in one piece, which need not be UTF-8.
type kept struct {
	*Report
	Written []byte
}

// Encode returns a report for the cache, with its text.
func Encode(r *Report, text string) string {
	data, err := json.Marshal(kept{r, []byte(text)}, json.OmitZeroStructFields(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		panic(err) // it has numbers and texts
	}
	return string(data)
}

// Decode reads what [Encode] wrote. ok is false for anything else.
func Decode(data, path string, r *Report) (ok bool) {
	k := kept{Report: r}
	if json.Unmarshal([]byte(data), &k) != nil {
		return false
	}
	if r.Path = path; len(k.Written) > 0 {
		r.Text = slices.Values([]string{string(k.Written)})
	}
	return true
}
