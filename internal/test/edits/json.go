package edits

import (
	"bytes"
	"cmp"
	"encoding/json"
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// records are messages of a role and with a text, the frequent ones repeatedly.
var records = func() (list []string) {
	for _, line := range pieces["records"] {
		times, _ := strconv.Atoi(line[0])
		list = append(list, slices.Repeat(line[1:], times)...)
	}
	return list
}()

// JSON draws a transcript of about size bytes: records on lines, or a document in one of
// several formats, often on a single line; each message of stretches of the source's texts.
func (s *Source) JSON(r *rand.Rand, size int) string {
	if r.IntN(3) == 0 {
		return s.jsonLines(r, size)
	}
	document := pick(r, pieces["documents"]...)
	var list []string
	for role, text := range s.jsonTexts(r, size) {
		list = append(list, filled(r, cmp.Or(document[0], pick(r, records...)), role, text))
	}
	return marshal(r, json.RawMessage(strings.ReplaceAll(document[1], "$list", "["+strings.Join(list, ",")+"]")), true)
}

// filled returns the JSON of a record.
func filled(r *rand.Rand, record, role, text string) string {
	text, role = marshal(r, text, false), marshal(r, role, false)
	inString := marshal(r, `{"content":`+text+`,"role":`+role+`}`, false)
	return strings.NewReplacer("$text", text, "$role", role, "$record", inString).Replace(record)
}

// jsonTexts draws messages with about size bytes together, by their roles.
func (s *Source) jsonTexts(r *rand.Rand, size int) iter.Seq2[string, string] {
	return func(yield func(role, text string) bool) {
		for n := 0; n < size; {
			text := s.stretch(r, 200+r.IntN(400))
			if r.IntN(4) == 0 {
				text = s.call(r)
			}
			if r.IntN(6) == 0 {
				text += "\n" + pick(r, of("leaked")...)
			}
			n += len(text) + 40
			role := pick(r, "assistant", "assistant", "assistant", "user", "system", "tool")
			if !yield(role, strings.ToValidUTF8(text, "\ufffd")) {
				return
			}
		}
	}
}

// jsonLines draws records on lines.
func (s *Source) jsonLines(r *rand.Rand, size int) string {
	var b strings.Builder
	for role, text := range s.jsonTexts(r, size) {
		record := filled(r, pick(r, records...), role, text)
		b.WriteString(marshal(r, json.RawMessage(record), false))
		b.WriteString(pick(r, "\n", "\n", "\n", "\r\n", "\n\n"))
	}
	return b.String()
}

// marshal writes a value in the style of one of several programs: compact, or on a single
// line with spaces, or indented, with various line ends.
func marshal(r *rand.Rand, v any, lines bool) string {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(r.IntN(2) == 0)
	form := r.IntN(5)
	switch {
	case form == 0:
		encoder.SetIndent("", " ")
	case form < 3 && lines:
		encoder.SetIndent("", "  ")
	}
	if err := encoder.Encode(v); err != nil {
		panic(err)
	}
	text := strings.TrimSuffix(b.String(), "\n")
	if form == 0 {
		return strings.ReplaceAll(text, "\n", "")
	}
	return text
}
