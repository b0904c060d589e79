package lex

import (
	"slices"
	"strings"
)

// A TagInfo is a start tag, an empty-element tag or an end tag, as far as it has the
// shape of one: '<', an optional '/', a name, pieces that look like attributes, an
// optional '/', '>'. A tag can have this shape and still be invalid; then Fail is the
// reason.
type TagInfo struct {
	End         int // after the '>'
	Name        Span
	Attributes  []Attribute
	IsEnd       bool
	SelfClosing bool
	Fail        Failure
}

// An Attribute is what looks like one in a tag. Value is without its quotes.
type Attribute struct {
	Span, Name, Value Span
	Fail              Failure // the failure of this attribute alone
}

// PlainTag returns the end of the name of the start tag at s[i], which is '<', if the
// tag is of the most common form: no attribute and no white space, a name of ASCII
// letters, digits, '_' and '-'. The '>' follows the name. It returns 0 for anything
// else.
func PlainTag(s string, i int) (nameEnd int) {
	k := i + 1
	for k < len(s) && plainName[s[k]] {
		k++
	}
	if k == len(s) || s[k] != '>' || s[i+1] < 'A' {
		return 0
	}
	return k
}

// Closes returns the offset after the end tag at s[i], which is '<', if that is
// "</name>", byte for byte. Otherwise it returns 0.
func Closes(s string, i int, name string) (end int) {
	end = i + 2 + len(name)
	if end < len(s) && s[end] == '>' && s[i+1] == '/' && s[i+2:end] == name {
		return end + 1
	}
	return 0
}

// TagName returns the name in the tag whose '<' is right before s[i:], an end tag or
// not: a run of name characters that does not start with a digit, '-' or '.'. It is
// empty if there is none.
func TagName(s string, i int) Span {
	if i < len(s) && s[i] == '/' {
		i++
	}
	end := NameEnd(s, i)
	if i < end && (plainName[s[i]] && s[i] < 'A' || s[i] == '.') {
		end = i
	}
	return Span{i, end}
}

// Tag reads the tag at s[i], which is '<'. ok reports whether it has the shape of a
// tag; if not, Fail is the reason why encoding/xml stops.
//
// Both readings use this function, so that they cannot diverge: the strict reading
// stops where Fail is set, the recovering one where ok is not.
func Tag(s string, i int) (t TagInfo, ok bool) {
	j := i + 1
	noName := "expected element name after <"
	if j < len(s) && s[j] == '/' {
		t.IsEnd = true
		noName = "expected element name after </"
		j++
	}
	t.Name = Span{j, NameEnd(s, j)}
	j = t.Name.End
	name := t.Name.Of(s)
	switch {
	case j == len(s):
		t.Fail = Failure{j, UnexpectedEOF}
		return t, false
	case name == "":
		t.Fail = Failure{j, noName}
		return t, false
	case !IsName(name):
		t.Fail = Failure{j, "invalid XML name: " + name}
	case strings.Count(name, ":") > 1:
		t.Fail = Failure{j, noName}
	}
	if t.IsEnd {
		j = SkipSpace(s, j)
		if j < len(s) && s[j] == '>' {
			t.End = j + 1
			return t, true
		}
		if j == len(s) {
			t.fail(j, UnexpectedEOF)
		} else {
			t.fail(j, "invalid characters between </"+Local(name)+" and >")
		}
		return t, false
	}
	for {
		j = SkipSpace(s, j)
		if j == len(s) {
			t.fail(j, UnexpectedEOF)
			return t, false
		}
		switch s[j] {
		case '>':
			t.End = j + 1
			return t, true
		case '/':
			if j+1 < len(s) && s[j+1] == '>' {
				t.SelfClosing = true
				t.End = j + 2
				return t, true
			}
			if j+1 == len(s) {
				t.fail(j+1, UnexpectedEOF)
			} else {
				t.fail(j+2, "expected /> in element") // one more has been read
			}
			return t, false
		}
		a, shaped := attribute(s, j)
		t.fail(a.Fail.At, a.Fail.Reason)
		if !shaped {
			return t, false
		}
		if len(t.Attributes) == cap(t.Attributes) { // there may be many: append alone would copy them more often
			t.Attributes = slices.Grow(t.Attributes, len(t.Attributes)+1)
		}
		t.Attributes = append(t.Attributes, a)
		j = a.Span.End
	}
}

// fail records only the first failure, which is the one that stops encoding/xml.
func (t *TagInfo) fail(at int, reason string) { t.Fail = t.Fail.Or(Failure{at, reason}) }

// attribute reads one attribute at s[i].
func attribute(s string, i int) (a Attribute, shaped bool) {
	a.Name = Span{i, NameEnd(s, i)}
	name := a.Name.Of(s)
	j := a.Name.End
	a.Span = Span{i, j}
	a.Value = Span{j, j}
	switch {
	case name == "":
		a.Fail = Failure{j, "expected attribute name in element"}
		return a, false
	case j == len(s):
		a.Fail = Failure{j, UnexpectedEOF}
		return a, false
	case !IsName(name):
		a.Fail = Failure{j, "invalid XML name: " + name}
	case strings.Count(name, ":") > 1:
		a.Fail = Failure{j, "expected attribute name in element"}
	}
	fail := func(at int, reason string) { a.Fail = a.Fail.Or(Failure{at, reason}) }
	j = SkipSpace(s, j)
	if j == len(s) {
		fail(j, UnexpectedEOF)
		return a, false
	}
	if s[j] != '=' {
		fail(j, "attribute name without = in element")
		return a, true
	}
	j = SkipSpace(s, j+1)
	if j == len(s) {
		fail(j, UnexpectedEOF)
		return a, false
	}
	if q := s[j]; q == '"' || q == '\'' {
		k := strings.IndexByte(s[j+1:], q)
		end := len(s) // the end of the scan for a '<' in the value
		if k >= 0 {
			end = j + 1 + k
		}
		lt := strings.IndexByte(s[j+1:end], '<')
		if k < 0 || lt >= 0 {
			if lt >= 0 {
				fail(j+1+lt, "unescaped < inside quoted string")
			} else {
				fail(len(s), UnexpectedEOF)
			}
			if k < 0 || strings.ContainsAny(s[j+1:j+1+k], "\r\n") {
				return a, false
			}
		}
		a.Value = Span{j + 1, j + 1 + k}
		a.Span.End = a.Value.End + 1
		return a, true
	}
	fail(j, "unquoted or missing attribute value in element")
	k := j
	for k < len(s) && !IsSpace(s[k]) && s[k] != '>' && s[k] != '<' {
		k++
	}
	a.Value = Span{j, k}
	a.Span.End = k
	return a, k > j
}
