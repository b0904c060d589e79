package textcall

import (
	"regexp"
	"strings"
)

// templates are how prompts show calls that have no tags, or only special tokens.
var templates = map[Set]func() *regexp.Regexp{
	Object:  lazy(`(?i)\{\s*"name"\s*:\s*"?[<{\[$]*\s*(?:the )?(?:function|tool)[ _-]?name`),
	List:    lazy(`(?i)\[\s*(?:func(?:tion)?|tool)_?name\d*\(`),
	Harmony: lazy(`(?s)<\|channel\|>.*to=functions\.`),
}

// Taught returns the formats of which a prompt shows that calls in them run: with an opener and an end. One that forbids them
// shows no such thing.
func Taught(prompt string) (taught Set) {
	r := NewReader(prompt, 0, Session{})
	for key, list := range r.keyed {
		opener := r.tags[list[0]]
		for _, row := range r.rows[key] {
			_, ends := r.end(row.ends, opener.End)
			if row.name != "" && row.needs == 0 && row.family&^taught != 0 && (ends || row.ends == "") && !forbids(prompt[:opener.Start]) {
				taught |= row.family
			}
		}
	}
	for family, template := range templates {
		if template().MatchString(prompt) {
			taught |= family
		}
	}
	return taught
}

// Answered returns the formats of which a message shows that a call ran: it is the result.
func Answered(message string) (shown Set) {
	r := &Reader{text: strings.TrimLeft(message, white), session: Session{Known: func(string) bool { return false }}, rows: formats()}
	if r.text == "" {
		return 0
	}
	opener, _ := r.tag(0)
	for _, row := range r.rows[opener.key] {
		if row.name == "" {
			shown |= row.family
		}
	}
	return shown
}

// forbids reports whether the sentence at the end of a text forbids something.
func forbids(text string) bool {
	return forbidding().MatchString(text[max(0, len(text)-far):])
}

var forbidding = lazy(`(?i)\b(?:never|not|don't|avoid|forbidden|instead of)\b[^.!?\n]*$`)
