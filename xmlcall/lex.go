package xmlcall

import (
	"encoding/xml"
	"strings"
)

// A failure is where and why the strict parser stops. The zero value is no
// failure.
type failure struct {
	at     int // offset of the byte at which encoding/xml notices
	reason string
}

func (f failure) ok() bool { return f.reason == "" }

const unexpectedEOF = "unexpected EOF"

// A tag is a start tag, an empty-element tag or an end tag, as far as it has
// the shape of one: '<', an optional '/', a name, pieces that look like
// attributes, an optional '/', '>'. A tag can have the shape and still be
// refused; then fail says why.
type tag struct {
	end         int // behind the '>'
	name        Span
	attributes  []lexAttribute
	isEnd       bool
	selfClosing bool
	fail        failure
}

type lexAttribute struct {
	span, name, value Span
	fail              failure // of the attribute alone
}

// lexTag reads the tag at s[i], which is '<'. ok reports whether it has the
// shape of a tag; where it has not, fail says what the strict parser says.
//
// The one function serves both readings, so that they cannot drift apart: the
// strict reading stops where fail is set, the recovering one where ok is not.
func lexTag(s string, i int) (t tag, ok bool) {
	j := i + 1
	noName := "expected element name after <"
	if j < len(s) && s[j] == '/' {
		t.isEnd = true
		noName = "expected element name after </"
		j++
	}
	t.name = Span{j, nameEnd(s, j)}
	j = t.name.End
	name := s[t.name.Start:t.name.End]
	switch {
	case j == len(s):
		t.fail = failure{j, unexpectedEOF}
		return t, false
	case name == "":
		t.fail = failure{j, noName}
		return t, false
	case !isName(name):
		t.fail = failure{j, "invalid XML name: " + name}
	case strings.Count(name, ":") > 1:
		t.fail = failure{j, noName}
	}
	if t.isEnd {
		j = skipSpace(s, j)
		if j < len(s) && s[j] == '>' {
			t.end = j + 1
			return t, true
		}
		if j == len(s) {
			t.setFail(j, unexpectedEOF)
		} else {
			t.setFail(j, "invalid characters between </"+localName(name)+" and >")
		}
		return t, false
	}
	for {
		j = skipSpace(s, j)
		if j == len(s) {
			t.setFail(j, unexpectedEOF)
			return t, false
		}
		switch s[j] {
		case '>':
			t.end = j + 1
			return t, true
		case '/':
			if j+1 < len(s) && s[j+1] == '>' {
				t.selfClosing = true
				t.end = j + 2
				return t, true
			}
			if j+1 == len(s) {
				t.setFail(j+1, unexpectedEOF)
			} else {
				t.setFail(j+2, "expected /> in element") // it has read one more
			}
			return t, false
		}
		a, shaped := lexAttr(s, j)
		t.setFail(a.fail.at, a.fail.reason)
		if !shaped {
			return t, false
		}
		t.attributes = append(t.attributes, a)
		j = a.span.End
	}
}

// setFail records the first failure only: that is the one that stops the
// strict parser.
func (t *tag) setFail(at int, reason string) {
	if t.fail.ok() && reason != "" {
		t.fail = failure{at, reason}
	}
}

// lexAttr reads one attribute at s[i].
func lexAttr(s string, i int) (a lexAttribute, shaped bool) {
	a.name = Span{i, nameEnd(s, i)}
	name := s[a.name.Start:a.name.End]
	j := a.name.End
	a.span = Span{i, j}
	a.value = Span{j, j}
	switch {
	case name == "":
		a.fail = failure{j, "expected attribute name in element"}
		return a, false
	case j == len(s):
		a.fail = failure{j, unexpectedEOF}
		return a, false
	case !isName(name):
		a.fail = failure{j, "invalid XML name: " + name}
	case strings.Count(name, ":") > 1:
		a.fail = failure{j, "expected attribute name in element"}
	}
	setFail := func(at int, reason string) {
		if a.fail.ok() {
			a.fail = failure{at, reason}
		}
	}
	j = skipSpace(s, j)
	if j == len(s) {
		setFail(j, unexpectedEOF)
		return a, false
	}
	if s[j] != '=' {
		setFail(j, "attribute name without = in element")
		return a, true
	}
	j = skipSpace(s, j+1)
	if j == len(s) {
		setFail(j, unexpectedEOF)
		return a, false
	}
	if q := s[j]; q == '"' || q == '\'' {
		k := strings.IndexByte(s[j+1:], q)
		lt := strings.IndexByte(s[j+1:], '<')
		if k < 0 || lt >= 0 && lt < k {
			if lt >= 0 {
				setFail(j+1+lt, "unescaped < inside quoted string")
			} else {
				setFail(len(s), unexpectedEOF)
			}
			if k < 0 || strings.ContainsAny(s[j+1:j+1+k], "\r\n") {
				return a, false
			}
		}
		a.value = Span{j + 1, j + 1 + k}
		a.span.End = a.value.End + 1
		return a, true
	}
	setFail(j, "unquoted or missing attribute value in element")
	k := j
	for k < len(s) && !isSpace(s[k]) && s[k] != '>' && s[k] != '<' {
		k++
	}
	a.value = Span{j, k}
	a.span.End = k
	return a, k > j
}

// lexComment reads the comment at s[i:], which starts with "<!--". The strict
// parser refuses "--" inside; dashes are those places. end is -1 where the
// comment is never closed.
func lexComment(s string, i int) (end int, dashes []Span) {
	for j := i + 4; ; {
		k := strings.Index(s[j:], "--")
		if k < 0 {
			return -1, dashes
		}
		j += k
		if j+2 < len(s) && s[j+2] == '>' {
			return j + 3, dashes
		}
		if n := len(dashes); n > 0 && dashes[n-1].End >= j {
			dashes[n-1].End = j + 2 // a run of dashes is one place
		} else {
			dashes = append(dashes, Span{j, j + 2})
		}
		j++
	}
}

// lexProcInst reads the processing instruction at s[i:], which starts with
// "<?".
func lexProcInst(s string, i int) (end int, target Span, fail failure) {
	target = Span{i + 2, nameEnd(s, i+2)}
	name := s[target.Start:target.End]
	switch {
	case target.End == len(s):
		return 0, target, failure{len(s), unexpectedEOF}
	case name == "":
		return 0, target, failure{target.End, "expected target name after <?"}
	case !isName(name):
		return 0, target, failure{target.End, "invalid XML name: " + name}
	}
	from := skipSpace(s, target.End)
	k := strings.Index(s[from:], "?>")
	if k < 0 {
		return 0, target, failure{len(s), unexpectedEOF}
	}
	end = from + k + 2
	if name == "xml" {
		// Version and encoding are judged by encoding/xml itself: a call with a
		// declaration inside is rare, and its reading of one is peculiar. What
		// refuses a call is said of the repaired text.
		d := xml.NewDecoder(strings.NewReader(Repair(s[i:end])))
		if _, err := d.RawToken(); err != nil {
			return end, target, failure{end, err.Error()}
		}
	}
	return end, target, failure{}
}

// lexDirective reads the directive at s[i:], which starts with "<!", as
// encoding/xml does: up to the '>' that is outside quotes and nested angle
// brackets; comments inside are passed over. It returns -1 where there is no
// end.
func lexDirective(s string, i int) int {
	var quote byte
	depth := 0
	for j := i + 2; j < len(s); j++ {
		c := s[j]
		// The byte behind "<!" is taken as it is: even a quote or a '<' there
		// opens nothing.
		if j == i+2 {
			continue
		}
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '>':
			if depth == 0 {
				return j + 1
			}
			depth--
		case c == '<':
			if strings.HasPrefix(s[j:], "<!--") {
				k := strings.Index(s[j+4:], "-->")
				if k < 0 {
					return -1
				}
				j += 4 + k + 2
				continue
			}
			depth++
		}
	}
	return -1
}

const (
	cdataOpen  = "<![CDATA["
	cdataClose = "]]>"
)

// malformedCDATA returns the length of something at s[i:] that was meant to be
// "<![CDATA[" and is not: <![cdata[, <! [CDATA[, <[CDATA[, <!CDATA[, <CDATA[,
// <![[CDATA[, <![CDTA[, <![CDATA. It returns 0 where there is none.
func malformedCDATA(s string, i int) int {
	if i >= len(s) || s[i] != '<' {
		return 0
	}
	j := skipSpace(s, i+1)
	bang := j < len(s) && s[j] == '!'
	if bang {
		j = skipSpace(s, j+1)
	}
	brackets := 0
	for brackets < 2 && j < len(s) && s[j] == '[' {
		brackets++
		j = skipSpace(s, j+1)
	}
	end := nameEnd(s, j)
	word := s[j:end]
	end = skipSpace(s, end)
	if end == len(s) || s[end] != '[' {
		if bang && brackets == 1 && len(word) >= 5 && strings.EqualFold(word[:5], "CDATA") {
			return j + 5 - i // the second bracket is missing
		}
		return 0
	}
	if s[i:end+1] == cdataOpen {
		return 0
	}
	// Without the '!' a slip in the word could be any name: <data[0].
	if strings.EqualFold(word, "CDATA") || bang && brackets > 0 && nearName("CDATA", strings.ToUpper(word)) {
		return end + 1 - i
	}
	return 0
}
