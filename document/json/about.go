package json

import (
	"strings"
	"time"
)

// about holds the facts that a record gives for all its messages. They are looked up once,
// and only for a message without its own.
type about struct {
	format *reader
	record value
	whole  value // that the record is a part of

	modelKnown, dayKnown bool
	name                 string
	days                 int32
}

func (a *about) model() string {
	if !a.modelKnown {
		a.modelKnown = true
		if a.name = firstText(a.format.model, a.record); a.name == "" {
			a.name = firstText(a.format.model, a.whole)
		}
	}
	return a.name
}

func (a *about) day() int32 {
	if !a.dayKnown {
		a.dayKnown = true
		if a.days = firstDay(a.format.time, a.record); a.days == 0 {
			a.days = firstDay(a.format.time, a.whole)
		}
	}
	return a.days
}

// firstText returns the first string that one of the paths leads to.
func firstText(paths []path, from value) string {
	for _, p := range paths {
		if v, ok := p.first(from); ok && v.kind == '"' && v.start < v.end {
			if text := v.raw(); strings.IndexByte(text, '\\') < 0 {
				return text
			}
			return v.decoded().String()
		}
	}
	return ""
}

// firstDay returns the first day that one of the paths leads to.
func firstDay(paths []path, from value) int32 {
	for _, p := range paths {
		if v, ok := p.first(from); ok && (v.kind == '"' || v.kind == '0') {
			if day := dayOf(v.raw()); day != 0 {
				return day
			}
		}
	}
	return 0
}

// dayOf returns the day of a time in UTC, as days since 1 January 1970: a date with or
// without a time (RFC 3339), or the time since then in seconds, milliseconds, microseconds or
// nanoseconds, depending on its size. It is 0 if the value is not a time.
func dayOf(text string) int32 {
	const day = 24 * 60 * 60
	if len(text) >= len(time.DateOnly) && text[4] == '-' {
		t, err := time.Parse(time.RFC3339, text)
		if err != nil { // without a zone
			if t, err = time.Parse(time.DateOnly, text[:len(time.DateOnly)]); err != nil {
				return 0
			}
		}
		return int32(max(t.Unix(), 0) / day)
	}
	const most = 1e11 // seconds, in the year 5138; larger values are in a smaller unit
	seconds, digits := 0.0, 0
	for ; digits < len(text) && '0' <= text[digits] && text[digits] <= '9'; digits++ {
		seconds = 10*seconds + float64(text[digits]-'0')
	}
	if digits == 0 || digits < len(text) && text[digits] != '.' {
		return 0
	}
	for range 3 {
		if seconds < most {
			return int32(seconds / day)
		}
		seconds /= 1000
	}
	if seconds < most {
		return int32(seconds / day)
	}
	return 0
}
