package wire

import (
	"bufio"
	"crypto/rand"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// A bodyReader reads the bodies of messages.
//
// The text of a document can have a hundred megabytes. So each member "text" that is a
// string is decoded as it arrives, in a single pass, and the body has a short mark in
// its place: later readers of the body have little to read.
type bodyReader struct {
	in   *bufio.Reader
	mark string // prefix of the marks, which does not occur in messages

	body  []byte // the last result; valid until the next read
	texts []takenText

	left    int // bytes of the body that have not been taken
	after   int // those of them that are not in the window
	state   bodyState
	start   int              // start in body of the string being read
	decoded []byte           // the part of a text in one window
	text    *strings.Builder // the parts in earlier windows; may be nil
}

// A takenText is a text that was removed from a body.
type takenText struct {
	start, end int // place of its mark in the body, without the quotes
	text       string
}

// bodyState is the state of a bodyReader.
type bodyState int

const (
	between    bodyState = iota // outside of strings
	afterName                   // and after the name of a text
	afterColon                  // and after the colon that follows it
	inString
	inEscape // after a backslash in a string
	inText
)

func newBodyReader(in *bufio.Reader) *bodyReader {
	return &bodyReader{in: in, mark: rand.Text() + " "}
}

// read reads a body of n bytes. It is valid until the next call; it need not be JSON.
// The buffers grow as bytes arrive: a header alone must not make the server allocate
// what it claims.
func (r *bodyReader) read(n int) ([]byte, error) {
	if cap(r.body) > KeepBuffer {
		r.body = nil
	}
	r.body, r.texts = r.body[:0], nil
	r.left, r.state, r.text = n, between, nil
	need := 1
	for r.left > 0 {
		w, err := r.window(need)
		if err != nil {
			return nil, unexpected(err)
		}
		k, err := r.take(w)
		if err != nil {
			if _, err := r.in.Discard(r.left); err != nil {
				return nil, unexpected(err)
			}
			return nil, err
		}
		need = len(w) - k + 1
		r.left -= k
		if _, err := r.in.Discard(k); err != nil {
			return nil, err
		}
	}
	return r.body, nil
}

// window returns the bytes of the body that have arrived, at least as many as are
// needed. They are valid until the next read.
func (r *bodyReader) window(need int) ([]byte, error) {
	if _, err := r.in.Peek(need); err != nil {
		return nil, err
	}
	n := min(r.left, r.in.Buffered())
	r.after = r.left - n
	return r.in.Peek(n)
}

// take examines the next bytes of the body and returns how many it took: all, except
// for a part of a character or an escape if more of the body follows.
func (r *bodyReader) take(w []byte) (n int, err error) {
	for n < len(w) {
		switch r.state {
		case inString:
			n += r.takeString(w[n:])
		case inEscape:
			r.body = append(r.body, w[n])
			r.state = inString
			n++
		case inText:
			k, ended, err := r.takeText(w[n:])
			if n += k; err != nil || !ended {
				return n, err
			}
		default:
			r.takeByte(w[n])
			n++
		}
	}
	return n, nil
}

// takeByte takes a byte outside of strings.
func (r *bodyReader) takeByte(c byte) {
	r.body = append(r.body, c)
	switch c {
	case ' ', '\t', '\r', '\n':
	case ':':
		if r.state == afterName {
			r.state = afterColon
		} else {
			r.state = between
		}
	case '"':
		if r.state == afterColon {
			r.state = inText
		} else {
			r.state, r.start = inString, len(r.body)
		}
	default:
		r.state = between
	}
}

// takeString takes bytes of a string that is not text, up to its end.
func (r *bodyReader) takeString(w []byte) (n int) {
	for n < len(w) && w[n] != '"' && w[n] != '\\' {
		n++
	}
	r.body = append(r.body, w[:n]...)
	if n == len(w) {
		return n
	}
	if w[n] == '\\' {
		r.state = inEscape
	} else if r.state = between; string(r.body[r.start:]) == "text" {
		r.state = afterName
	}
	r.body = append(r.body, w[n])
	return n + 1
}

// takeText takes bytes of a text and reports whether that ends in them.
func (r *bodyReader) takeText(w []byte) (n int, ended bool, err error) {
	r.decoded, n, ended, err = appendUnquoted(r.decoded[:0], w, r.after > 0)
	if err != nil {
		return n, false, err
	}
	if !ended {
		r.grow(len(r.decoded), r.after)
		r.text.Write(r.decoded)
		return n, false, nil
	}
	text := string(r.decoded)
	if r.text != nil {
		r.grow(len(r.decoded), 0)
		r.text.WriteString(text)
		text = r.text.String()
		r.text = nil
	}
	start := len(r.body)
	r.body = append(r.body, r.mark...)
	r.body = strconv.AppendInt(r.body, int64(len(r.texts)), 10)
	r.texts = append(r.texts, takenText{start, len(r.body), text})
	r.body = append(r.body, '"')
	r.state = between
	return n, true, nil
}

// grow makes room for n more bytes of the text, and for later ones: eight times the
// current size, but no more than the body has. [strings.Builder.Grow] would at least
// double what is nearly complete.
func (r *bodyReader) grow(n, after int) {
	earlier := ""
	if r.text != nil {
		if r.text.Cap() >= r.text.Len()+n {
			return
		}
		earlier = r.text.String()
	}
	length := len(earlier) + n
	r.text = new(strings.Builder)
	r.text.Grow(min(8*length, length+after))
	r.text.WriteString(earlier)
}

// textOf returns the text whose mark in the last body is s, or s.
func (r *bodyReader) textOf(s string) string {
	if number, ok := strings.CutPrefix(s, r.mark); ok {
		if k, err := strconv.Atoi(number); err == nil && k < len(r.texts) {
			return r.texts[k].text
		}
	}
	return s
}

// restore returns the last body with its texts.
func (r *bodyReader) restore() []byte {
	if len(r.texts) == 0 {
		return r.body
	}
	var body []byte
	at := 0
	for _, t := range r.texts {
		body = append(body, r.body[at:t.start-1]...)
		body, _ = jsontext.AppendQuote(body, t.text) // valid UTF-8, the only condition
		at = t.end + 1
	}
	r.body, r.texts = append(body, r.body[at:]...), nil
	return r.body
}
