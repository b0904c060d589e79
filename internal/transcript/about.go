package transcript

import (
	"strconv"
	"time"
)

// about are the facts that a value gives for all messages in it.
type about struct {
	model string
	day   int32 // since 1 January 1970; 0 for none
}

// about returns the facts of a value.
func (f *format) about(in value) about { return about{firstText(f.model, in), firstDay(f.time, in)} }

// around returns the facts of the value that the record is a part of. They are looked up once for a
// format: a list may have a million records.
func (o *Outline) around(of *format) about {
	a, known := o.whole[of]
	if !known {
		a = of.about(o.root)
		o.whole[of] = a
	}
	return a
}

// firstText returns the first string that one of the paths leads to.
func firstText(paths []path, from value) string {
	for _, p := range paths {
		if v, ok := p.first(from); ok && v.kind == '"' && v.start < v.end {
			return v.unquoted()
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
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || seconds < 0 {
		return 0
	}
	for range 4 { // units
		if seconds < 1e11 { // in the year 5138; larger values are in a smaller unit
			return int32(seconds / day)
		}
		seconds /= 1000
	}
	return 0
}
