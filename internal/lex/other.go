package lex

import (
	"encoding/xml"
	"strings"
)

// Delimiters of comments.
const (
	CommentOpen  = "<!--"
	CommentClose = "-->"
)

// Comment reads the comment at s[i:], which starts with "<!--". encoding/xml refuses
// "--" inside; dashes are the spans of these. end is -1 if the comment is never closed.
func Comment(s string, i int) (end int, dashes []Span) {
	for j := i + len(CommentOpen); ; {
		k := strings.Index(s[j:], "--")
		if k < 0 {
			return -1, dashes
		}
		j += k
		if j+2 < len(s) && s[j+2] == '>' {
			return j + 3, dashes
		}
		if n := len(dashes); n > 0 && dashes[n-1].End >= j {
			dashes[n-1].End = j + 2 // a run of dashes is reported once
		} else {
			dashes = append(dashes, Span{j, j + 2})
		}
		j++
	}
}

// ProcInst reads the processing instruction at s[i:], which starts with "<?". end is 0
// if it has none.
func ProcInst(s string, i int) (end int, target Span, fail Failure) {
	target = Span{i + 2, NameEnd(s, i+2)}
	name := target.Of(s)
	switch {
	case target.End == len(s):
		return 0, target, Failure{len(s), UnexpectedEOF}
	case name == "":
		return 0, target, Failure{target.End, "expected target name after <?"}
	case !IsName(name):
		return 0, target, Failure{target.End, "invalid XML name: " + name}
	}
	from := SkipSpace(s, target.End)
	k := strings.Index(s[from:], "?>")
	if k < 0 {
		return 0, target, Failure{len(s), UnexpectedEOF}
	}
	end = from + k + 2
	if name == "xml" {
		// Version and encoding are judged by encoding/xml itself: a call with a
		// declaration inside is rare, and its reading of one is peculiar. The reason
		// for refusing a call is that for the repaired text.
		d := xml.NewDecoder(strings.NewReader(Repair(s[i:end])))
		if _, err := d.RawToken(); err != nil {
			return end, target, Failure{end, err.Error()}
		}
	}
	return end, target, Failure{}
}

// Directive reads the directive at s[i:], which starts with "<!", as encoding/xml does:
// up to the '>' that is outside quotes and nested angle brackets; comments inside are
// passed over. It returns -1 if there is no end.
func Directive(s string, i int) (end int) {
	var quote byte
	depth := 0
	// The byte after "<!" is taken as it is: even a quote or a '<' there opens
	// nothing.
	for j := i + 3; j < len(s); j++ {
		c := s[j]
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
			if strings.HasPrefix(s[j:], CommentOpen) {
				k := strings.Index(s[j+len(CommentOpen):], CommentClose)
				if k < 0 {
					return -1
				}
				j += len(CommentOpen) + k + len(CommentClose) - 1
				continue
			}
			depth++
		}
	}
	return -1
}
