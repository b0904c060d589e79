package json

import (
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// A skimmer reads values without checking them: of valid JSON it makes the nodes that
// [parse] makes, several times as fast, because it passes over what is in strings. It is for
// records of which only the outline matters: who wrote something, and when. Its nodes are
// good until it reads another value.
type skimmer struct {
	text    string
	at      int
	nodes   []node // of values that are finished
	pending []node // kids of values that are not, innermost last
}

// read reads a text that is one value. ok is false for what is not valid, as far as that is
// seen, and for what is nested deeper than [maxDepth].
func (s *skimmer) read(text string) (n node, ok bool) {
	s.text, s.at, s.pending = text, 0, s.pending[:0]
	// Kids are slices of it: what was read before must stay where it is.
	s.nodes = s.nodes[:0]
	if s.blank(); s.at == len(text) {
		return node{}, false
	}
	n, ok = s.value(0)
	s.blank()
	return n, ok && s.at == len(text)
}

// blank passes over white space.
func (s *skimmer) blank() {
	for s.at < len(s.text) && s.text[s.at] <= ' ' {
		s.at++
	}
}

// value reads the value at the place. It returns the node: one that is pointed to would be
// on the heap.
func (s *skimmer) value(depth int) (n node, ok bool) {
	n.kind, n.start = jsontext.Kind(s.text[s.at]), s.at
	switch n.kind {
	case '{', '[':
		n.kids, ok = s.composite(n.kind == '{', depth)
		n.end = s.at
		return n, ok
	case '"':
		n.start++
		ok = s.quoted()
		n.end = s.at - 1
		return n, ok
	case 't', 'f', 'n':
	default:
		n.kind = '0'
	}
	for s.at < len(s.text) && strings.IndexByte(",]} \t\r\n", s.text[s.at]) < 0 {
		s.at++
	}
	n.end = s.at
	return n, n.end > n.start
}

// quoted passes over the string at the place.
func (s *skimmer) quoted() bool {
	for at := s.at + 1; ; at++ {
		n := strings.IndexByte(s.text[at:], '"')
		if n < 0 {
			s.at = len(s.text)
			return false
		}
		at += n
		slashes := at
		for s.text[slashes-1] == '\\' { // ends at the quote that opens the string
			slashes--
		}
		if (at-slashes)%2 == 0 {
			s.at = at + 1
			return true
		}
	}
}

// composite reads the object or the array at the place.
func (s *skimmer) composite(object bool, depth int) (kids []node, ok bool) {
	if depth > maxDepth {
		return nil, false
	}
	s.at++
	first := len(s.pending)
	for {
		if s.blank(); s.at == len(s.text) {
			return nil, false
		}
		switch s.text[s.at] {
		case '}', ']':
			s.at++
			return s.finish(first), true
		case ',':
			s.at++
			continue
		}
		key := ""
		if object {
			if key, ok = s.key(); !ok {
				return nil, false
			}
		}
		kid, ok := s.value(depth + 1)
		if !ok {
			return nil, false
		}
		kid.key = key
		s.pending = append(s.pending, kid)
	}
}

// key reads the name of a member, up to its value.
func (s *skimmer) key() (key string, ok bool) {
	from := s.at
	if s.text[from] != '"' || !s.quoted() {
		return "", false
	}
	if key = s.text[from+1 : s.at-1]; strings.IndexByte(key, '\\') >= 0 || !utf8.ValidString(key) {
		name, _ := jsontext.AppendUnquote(nil, s.text[from:s.at]) // the error is about what is not UTF-8
		key = string(name)
	}
	if s.blank(); s.at == len(s.text) || s.text[s.at] != ':' {
		return "", false
	}
	s.at++
	s.blank()
	return key, s.at < len(s.text)
}

// finish returns the kids of a value, which are pending from an index on.
func (s *skimmer) finish(first int) []node {
	kids := s.pending[first:]
	if len(kids) == 0 {
		return nil
	}
	if len(s.nodes)+len(kids) > cap(s.nodes) {
		s.nodes = make([]node, 0, max(2*cap(s.nodes), len(kids), 64))
	}
	from := len(s.nodes)
	s.nodes = append(s.nodes, kids...)
	s.pending = s.pending[:first]
	return s.nodes[from:len(s.nodes):len(s.nodes)]
}
