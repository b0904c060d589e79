package document

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/markdown"
	"github.com/entrhq/forge-lsp/internal/syntax"
)

// A messageScan finds the end of a chunk of a text in which labels start messages: a message, or a part of a
// long one.
type messageScan struct {
	chunkScan
	State         // of the message
	long     bool // whether the message is long
	message  int  // the start of the message
	numbered int  // messages with a number that start in the chunk
	marks    []mark
	forge    bool // whether a call of a transcript has the envelope of Forge
	skip     int  // lines that start before this are the content of a call
	next     bool // whether the chunk ends where a message starts
}

// newMessageScan returns the scan of a chunk that starts in a state.
func newMessageScan(s *Scanner, at int, state State, long bool) *messageScan {
	m := &messageScan{chunkScan: chunkScan{Scanner: s, start: at}, State: state, long: long, message: at}
	if !state.within {
		m.scope = s.rules.unlabelled()
	}
	s.fences.pos, s.fences.open = at, state.fence
	return m
}

// scanLabels scans a text as a whole. open is the code block that is open at its start.
func scanLabels(text string, kind Kind, open markdown.Fence) *messageScan {
	m := newMessageScan(NewScanner(text, kind, nil, false, ReadOptions{}), 0, State{fence: open}, false)
	for m.line < len(m.text) {
		end := nextLine(m.text, m.line)
		m.read(m.marksIn(m.line, end), end)
	}
	m.end = m.line
	return m
}

// run reads lines up to the end of the chunk. It returns false if the message is long, and was not known to be.
func (m *messageScan) run() bool {
	for m.line = m.start; m.line < len(m.text); {
		end := nextLine(m.text, m.line)
		marks := m.marksIn(m.line, end)
		if m.line > m.start {
			if m.next = m.startsMessage(marks); m.next || m.long && m.mayEnd() {
				break
			}
			if !m.long && m.line-m.message > MaxMessage {
				return false
			}
		}
		m.read(marks, end)
	}
	m.end = m.line
	m.fences.advance(m.end)
	return m.long || m.end-m.message <= MaxMessage
}

// startsMessage reports whether a message starts where the line does.
func (m *messageScan) startsMessage(marks []mark) bool {
	if len(marks) == 0 || marks[0].at != m.line || strings.HasPrefix(m.text[m.line:], bom) {
		return false
	}
	_, ok := m.rules.accept(marks[0])
	return ok
}

// mayEnd reports whether a part of a long message ends before the line.
func (m *messageScan) mayEnd() bool {
	switch {
	case m.goesOn():
		return false
	case m.line-m.start >= HugeChunk:
		return true
	}
	before := strings.TrimRight(m.text[m.start:m.line], " \t\r")
	before = strings.TrimRight(strings.TrimSuffix(before, "\n"), " \t\r")
	free := strings.HasSuffix(before, "\n") || strings.HasSuffix(before, "</tool>")
	return free && !(m.thinking && m.scope == Messages) && m.large(m.start, m.line) && !m.endsLater(m.line)
}

// marksIn returns the marks of a line, unless it is in a call.
func (m *messageScan) marksIn(at, end int) []mark {
	if at < m.skip {
		return nil
	}
	return marksIn(m.text, at, end)
}

// read reads the line, which has some marks and ends at an offset.
func (m *messageScan) read(marks []mark, end int) {
	m.readMarks(marks)
	m.readTags(end)
	if m.long {
		m.readThinking(end)
	}
	m.line = end
}

// readMarks reads the marks of the line.
func (m *messageScan) readMarks(marks []mark) {
	for _, found := range marks {
		m.fences.advance(found.at)
		found.fenced = m.fences.open.Size > 0
		m.marks = append(m.marks, found)
		label, ok := m.rules.accept(found)
		if !ok {
			continue
		}
		if m.rules.named {
			m.numbered++
		}
		m.message, m.role, m.thinking = label.at, label.who, false
		m.scope = m.rules.scopeOf(label.who, m.ToolResults)
	}
}

// readTags reads the tags that start before the end of the line.
func (m *messageScan) readTags(end int) {
	for t, ok := m.tag(max(m.line, m.skip), end); ok; t, ok = m.tag(max(t.end, m.skip), end) {
		if t.closing {
			continue
		}
		if m.long && t.start >= m.until {
			far := min(len(m.text), t.end+HugeChunk)
			if end := m.closer.before(t.end, far); end >= 0 {
				far = end + len("</tool>")
				m.until = max(m.until, nextLine(m.text, far-1))
			}
			m.tags.look(far)
		}
		o, opens := m.tags.opener(0, nil)
		if !opens {
			continue
		}
		m.forge = m.forge || m.kind == Transcript && hasEnvelope(m.text[t.end:m.tags.blockEnd()], false)
		if o.close >= 0 {
			m.fences.skip(o.block())
			m.skip = o.blockEnd
			m.until = max(m.until, nextLine(m.text, o.blockEnd-1))
		}
	}
}

// readThinking reads the tags of thinking on the line.
func (m *messageScan) readThinking(end int) {
	if m.scope == Apart || m.scope == Answer {
		return
	}
	for tag, ok := syntax.FindThinking(m.text[:end], m.line); ok; tag, ok = syntax.FindThinking(m.text[:end], tag.End) {
		m.thinking = m.text[tag.Start+1] != '/'
	}
}

// after returns the state after the chunk.
func (m *messageScan) after() State {
	if !m.long || m.next {
		return State{fence: m.fences.open}
	}
	m.fence, m.within = m.fences.open, true
	return m.State
}

// kept returns the marks of the chunk, at offsets from its start, which keep nothing of the text.
func (m *messageScan) kept() []mark {
	list := append([]mark{}, m.marks...)
	for i := range list {
		list[i].at -= m.start
		list[i].word = strings.Clone(list[i].word)
	}
	return list
}

// labels returns what the chunk shows of the whole: its marks and, of a transcript, whether a call is of Forge.
func (m *messageScan) labels() *Labels {
	labels := count(m.text[:m.end], m.marks)
	if m.forge {
		labels = labels.Add(&Labels{calls: spoken})
	}
	return labels
}
