package report

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
)

// Encode returns a report for the cache: a line of JSON, and its text, which need not be UTF-8.
func Encode(r *Report, text string) string {
	data, err := json.Marshal(r, json.OmitZeroStructFields(true))
	if err != nil {
		panic(err) // it has numbers and names
	}
	return string(data) + "\n" + text
}

// Decode reads what [Encode] wrote. ok is false for anything else.
func Decode(data, path string, r *Report) (ok bool) {
	head, text, ok := strings.Cut(data, "\n")
	if !ok || json.Unmarshal([]byte(head), r) != nil {
		return false
	}
	if r.Path = path; text != "" {
		r.Text = slices.Values([]string{text})
	}
	return true
}
