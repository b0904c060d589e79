package document

import (
	"slices"
	"strings"
)

// find finds the starts and the thinking of a segment of a message to or from an agent.
// thinking reports whether its text starts in an unclosed thinking element.
func (s *Segment) find(thinking bool) {
	s.limit()
	s.findThinking(thinking)
	s.Starts = s.starts()
}

// limit ends the text after the first tag that is not read any more.
func (s *Segment) limit() {
	if len(s.Text) < MaxCalls*len("<tool>") {
		return
	}
	n := 0
	for t, ok := nextTag(s.Text, 0); ok; t, ok = nextTag(s.Text, t.end) {
		if t.closing {
			continue
		}
		if n++; n > MaxCalls {
			s.Unread, s.Text = t.start, s.Text[:t.end]
			return
		}
	}
}

// starts returns the start of every <tool>, and of every tag that was meant to be one
// and opens a call. A user also writes about calls: there a <tool> is a call if the
// shape of a call follows. In thinking, which the runtime removes, its end must also be
// in the thinking: a mention or a draft does not include text after it.
func (s *Segment) starts() (starts []int) {
	ends, tags := finder{text: s.Text, want: "</tool>"}, tagsIn(s.Text)
	for t, ok := tags.at(0); ok; t, ok = tags.next() {
		if t.closing || s.Unread > 0 && t.start == s.Unread {
			continue
		}
		around, thought := s.ThinkingAround(t.start)
		if !t.literal || thought || s.Scope == Apart {
			end := len(s.Text)
			if next, more := tags.at(1); more {
				end = next.start
			}
			if thought && around.End < len(s.Text) {
				last := ends.next(t.end)
				if !t.literal || last < 0 || last >= around.End {
					continue
				}
				end = min(end, max(last, t.end))
			}
			if _, ok := shapeOf(s.Text, t.end, end); !ok {
				continue
			}
		}
		starts = append(starts, t.start)
	}
	if s.Scope == Message && !s.Long && !slices.ContainsFunc(starts, s.counts) {
		starts = append(starts, s.escaped()...)
		slices.Sort(starts)
	}
	return starts
}

// showsForge reports whether one of the starts of a segment opens a block with the envelope.
func (s *Segment) showsForge() bool {
	for i := range s.Starts {
		block, last := s.upToNext(i)
		if _, content, _ := strings.Cut(block, ">"); block[0] == '&' || hasEnvelope(content, s.Cut && last) {
			return true // if all its tags are escaped, it has the shape: see escaped
		}
	}
	return false
}
