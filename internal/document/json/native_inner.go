package json

import "strings"

// innerStrings finds native calls in the JSON in strings of a text. Places must be queried
// in ascending order. A string is on one line.
type innerStrings struct {
	text  string
	last  int // the last place that was queried
	quote int // start of the string that contains it; negative for none
}

// native reports whether a mark at an offset is in the type of a tool call, in JSON that
// OpenTelemetry has in a string: "stringValue":"[{\"parts\":[{\"type\":\"tool_call\". start is
// the start of the text that it examined.
func (s *innerStrings) native(at int) (start int, shown bool) {
	const typed, value, most = `\"type\"`, `"stringValue"`, 32
	before, ok := strings.CutSuffix(s.text[max(0, at-most):at], `\"tool`)
	if ok {
		before, ok = strings.CutSuffix(strings.TrimRight(before, " "), ":")
	}
	if !ok || !strings.HasSuffix(strings.TrimRight(before, " "), typed) {
		return 0, false
	}
	quote := s.start(at)
	if quote < 0 || strings.IndexByte("[{", s.text[quote+1]) < 0 {
		return 0, false
	}
	before, ok = strings.CutSuffix(strings.TrimRight(s.text[max(0, quote-most):quote], " \t"), ":")
	before = strings.TrimRight(before, " \t")
	return quote, ok && strings.HasSuffix(before, value)
}

// start returns the start of the string that contains an offset: its quote.
func (s *innerStrings) start(at int) int {
	if n := strings.LastIndexByte(s.text[s.last:at], '\n'); n >= 0 {
		s.last, s.quote = s.last+n+1, -1
	}
	for from := at; from > s.last; {
		n := strings.LastIndexByte(s.text[s.last:from], '"')
		if n < 0 {
			break
		}
		from = s.last + n
		if before := s.text[s.last:from]; (len(before)-len(strings.TrimRight(before, `\`)))%2 == 0 {
			s.quote = from
			break
		}
	}
	s.last = at
	return s.quote
}
