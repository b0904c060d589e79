package edits

import (
	"math/rand/v2"
	"strings"
)

// Transcript draws the transcript of a session of about size bytes, in Markdown or text.
func (s *Source) Transcript(r *rand.Rand, size int) string {
	var b strings.Builder
	b.WriteString(pick(r, of("heads")...))
	style := pick(r, pieces["styles"]...)
	person, agent, system, tool := style[0], style[1], style[2], style[3]
	if r.IntN(3) == 0 {
		b.WriteString(system + s.stretch(r, 300) + "\n\n")
	}
	for b.Len() < size {
		b.WriteString(person + s.said(r) + "\n\n" + agent)
		for range 1 + r.IntN(2) {
			b.WriteString(s.said(r) + "\n")
		}
		if r.IntN(2) == 0 {
			b.WriteString(s.call(r))
		}
		if b.WriteString("\n"); r.IntN(3) == 0 {
			b.WriteString(tool + s.stretch(r, 200) + "\n\n")
		}
	}
	return s.ended(r, b.String())
}

// said draws the text of a message.
func (s *Source) said(r *rand.Rand) string {
	switch r.IntN(6) {
	case 0:
		return s.stretch(r, 100+r.IntN(300))
	case 1:
		return s.markdown(r, 200)
	case 2:
		return s.call(r)
	}
	return words(r)
}
