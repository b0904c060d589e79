package json

import (
	"strings"
	"time"
)

// about holds the facts that a value gives for all messages in it. They are looked up once
// for a format, and only for a message without its own: a list may have a million records.
type about struct {
	in value

	modelKnown, dayKnown bool
	name                 string
	days                 int32
}

func (a *about) model(format *reader) string {
	if !a.modelKnown {
		a.modelKnown, a.name = true, firstText(format.model, a.in)
	}
	return a.name
}

func (a *about) day(format *reader) int32 {
	if !a.dayKnown {
		a.dayKnown, a.days = true, firstDay(format.time, a.in)
	}
	return a.days
}

// model returns the model that the record gives, or else the value that it is a part of.
func (o *Outline) model() string {
	name := o.record.model(o.format)
	if name == "" && o.part {
		name = o.around().model(o.format)
	}
	return name
}

// day returns the day that the record gives, or else the value that it is a part of.
func (o *Outline) day() int32 {
	day := o.record.day(o.format)
	if day == 0 && o.part {
		day = o.around().day(o.format)
	}
	return day
}

// around returns the facts of the value that the record is a part of.
func (o *Outline) around() *about {
	a := o.whole[o.format]
	if a == nil {
		a = &about{in: o.value}
		o.whole[o.format] = a
	}
	return a
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
	for range 4 { // units
		if seconds < most {
			return int32(seconds / day)
		}
		seconds /= 1000
	}
	return 0
}
