package document

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/document/json"
)

// Guess returns a place at or after an offset of a text that is probably a seam, so
// that the parts of a large text can be read concurrently; the caller compares the
// state with the one after reading the text before it. before is the previous guess, or
// the zero value; labels are those that probably apply to the text. ok is false if
// nothing nearby looks like a seam.
func Guess(text string, kind Kind, at int, before Seam, labels *Labels) (seam Seam, ok bool) {
	at = min(max(at, 0), len(text))
	before.At = min(max(before.At, 0), at)
	g := guesser{text: text, to: min(len(text), at+maxGuess)}
	if kind.Source() {
		return Seam{}, false // a program is read as a whole: nothing nearby shows what is a string
	}
	if kind == JSON {
		at, state, ok := json.Guess(text, at, json.Seam{At: before.At, State: before.State.json})
		return Seam{At: at, State: State{json: state}.after(text[:max(at, 0)])}, ok && at > before.At
	}
	if kind == Document {
		if seam.At, ok = g.block(at); ok {
			seam.State.headings, seam.State.plain = g.headings(before, seam.At), true
		}
	} else {
		rules := labels.rules(kind)
		if rules.any {
			seam.At, ok = g.message(at, &rules)
		}
		if !ok { // in a long message
			if seam.At, ok = g.between(at); ok {
				seam.State = g.within(before, seam.At, kind, &rules)
			}
		}
	}
	if at = seam.At; !ok || at <= before.At {
		return Seam{}, false
	}
	seam.State = seam.State.after(text[:at])
	return seam, true
}

// GuessLabels returns an estimate, from the start of a text, of the facts that the
// whole text decides.
func GuessLabels(text string, kind Kind) *Labels {
	if kind == JSON {
		return guessShown(text)
	}
	if !kind.Labelled() {
		return nil
	}
	return labelsOf(text[:min(len(text), maxGuess)])
}

// Count reports whether any label starts a message in a text of the given kind.
func (l *Labels) Count(kind Kind) bool {
	rules := l.rules(kind)
	return rules.any
}

// maxGuess is the number of bytes that a guess examines.
const maxGuess = 256 << 10

// A guesser looks for places in a text, up to an offset, that are probably seams.
type guesser struct {
	text string
	to   int
}

// block returns the start of a heading or paragraph that is probably top-level: a
// heading if one is near, because the text before a heading matters less.
func (g *guesser) block(at int) (place int, ok bool) {
	const near = 16 << 10
	for at = nextLine(g.text, at); at < g.to && (!ok || at < place+near); at = nextLine(g.text, at) {
		if !g.afterBlank(at) || !startsParagraph(g.text[at:]) && g.text[at] != '#' {
			continue
		}
		if end, inside := g.inCall(at); inside {
			at = end
			continue
		}
		if end, inside := g.inFence(at); inside {
			at = end
			continue
		}
		if g.text[at] == '#' {
			return at, true
		}
		if !ok {
			place, ok = at, true
		}
	}
	return place, ok
}

// startsParagraph reports whether a line does not start with Markdown syntax.
func startsParagraph(line string) bool {
	return line != "" && strings.IndexByte(" \t\r\n-*+>#<`~[=_|0123456789", line[0]) < 0
}

// between returns the start of a line between the calls of a long message.
func (g *guesser) between(at int) (place int, ok bool) {
	for at = nextLine(g.text, at); at < g.to; at = nextLine(g.text, at) {
		if !g.afterBlank(at) && !strings.HasSuffix(strings.TrimRight(g.text[:at-1], " \t\r"), "</tool>") {
			continue
		}
		end, inside := g.inCall(at)
		if !inside {
			return at, true
		}
		at = end
	}
	return 0, false
}

// within returns the state in a long message.
func (g *guesser) within(before Seam, at int, kind Kind, rules *labelRules) State {
	s := State{within: true, scope: scopeOf(kind, Message), Calls: before.State.Calls}
	if rules.any && rules.named {
		s.scope, s.role = Message, Agent
	}
	s.Called = before.State.Called
	for between := g.text[before.At:at]; s.Calls < 2 || !s.Called; {
		_, after, ok := strings.Cut(between, "<tool>")
		if !ok {
			break
		}
		s.Called, between = true, after
		if s.Calls < 2 && !strings.HasPrefix(strings.TrimLeft(after, " \t\r\n"), "</tool>") { // not empty
			s.Calls++
		}
	}
	return s
}

// message returns the start of a message.
func (g *guesser) message(at int, rules *labelRules) (place int, ok bool) {
	for at = nextLine(g.text, at); at < g.to; {
		end := nextLine(g.text, at)
		if m, ok := markOf(lineAt(g.text, at, end)); ok {
			if _, ok = rules.accept(m); ok {
				if end, inside := g.inCall(at); inside {
					at = nextLine(g.text, end)
					continue
				}
				return at, true
			}
		}
		at = end
	}
	return 0, false
}

// afterBlank reports whether a line is after a blank one.
func (g *guesser) afterBlank(at int) bool {
	before := strings.TrimSuffix(g.text[:at-1], "\r")
	return strings.HasSuffix(before, "\n")
}

// inCall reports whether a place is probably in a call, and where the call ends: the
// next tag is an end tag.
func (g *guesser) inCall(at int) (end int, inside bool) {
	for at < g.to {
		n := strings.Index(g.text[at:g.to], "tool>")
		if n < 0 {
			break
		}
		at += n + len("tool>")
		switch before := g.text[:at-len("tool>")]; {
		case strings.HasSuffix(before, "</"):
			return at, true
		case strings.HasSuffix(before, "<"):
			return 0, false
		}
	}
	return 0, false
}

// inFence reports whether a place is probably in a code block, and where the block
// ends: the next fence is one that ends a block.
func (g *guesser) inFence(at int) (end int, inside bool) {
	n := strings.Index(g.text[at:g.to], "\n```")
	if n < 0 {
		return 0, false
	}
	line := strings.TrimLeft(g.text[at+n+1:g.to], "`")
	info, next, _ := strings.Cut(line, "\n")
	if strings.TrimSpace(info) != "" || strings.HasPrefix(next, "<") {
		return 0, false
	}
	return at + n + len("\n```"), true
}

// headings returns the headings that probably apply at a place: as if each line with a number
// sign were one.
func (g *guesser) headings(before Seam, at int) string {
	headings := before.State.headings
	for start := before.At; start < at; {
		line := nextLine(g.text, start)
		if g.text[start] == '#' {
			heading := g.text[start:line]
			headings = under(headings, heading, len(heading)-len(strings.TrimLeft(heading, "#")))
		}
		next := strings.Index(g.text[line:max(line, at)], "\n#")
		if next < 0 {
			break
		}
		start = line + next + 1
	}
	return headings
}
