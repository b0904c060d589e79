package main

import (
	"errors"
	"fmt"
)

// A placedSeries is a series with its stroke and place.
type placedSeries struct {
	*series
	stroke stroke
	share  int
}

// placed returns the requested series of all strokes in a text of a form for a client.
// peer is the other server.
func (s *settings) placed(f form, ch channel, peer string) []placedSeries {
	var list []placedSeries
	for _, st := range strokes {
		for _, where := range wheres {
			one := &series{form: f, channel: ch, peer: peer, stroke: st.name, where: where.name}
			if s.only.MatchString(one.String()) {
				list = append(list, placedSeries{one, st, where.share})
			}
		}
	}
	return list
}

// keystrokes measures all strokes in a text of a form for a kind of client, and
// verifies the server.
func (s *settings) keystrokes(f form, ch channel) error {
	list := s.placed(f, ch, "echo")
	if len(list) == 0 {
		return nil
	}
	s.progress(fmt.Sprintf("%v/%v", f, ch))
	doc := generate(f)
	server, echo, err := s.both(doc, ch)
	if err != nil {
		return err
	}
	defer server.end()
	defer echo.end()
	if err := s.typeAll(list, server, echo, doc, s.rounds); err != nil {
		return err
	}
	if err := s.settled(server, doc); err != nil {
		return fmt.Errorf("%v/%v: %w", f, ch, err)
	}
	return nil
}

// typeAll measures series of an open document.
func (s *settings) typeAll(list []placedSeries, server, peer *editor, doc *document, rounds int) error {
	for _, t := range list {
		at, ok := doc.near(t.stroke.place, t.share)
		if !ok {
			continue
		}
		if err := t.measure(server, peer, t.stroke, doc.position(at), rounds); err != nil {
			return fmt.Errorf("%v: %w", t.series, err)
		}
		s.measured = append(s.measured, t.series)
	}
	return nil
}

// settled compares what the server reports for the document, which has its first text
// again, with what it reports for that text when it is opened; and then the same after
// some chains of edits, more of them in a small text.
func (s *settings) settled(server *editor, doc *document) error {
	if why, err := server.compare(doc.text); err != nil || why != "" {
		return errors.Join(err, errorOf(why, "after the strokes were deleted"))
	}
	for seed := range max(1, s.chains/doc.megabytes) {
		if err := server.verify(doc.text, uint64(seed), s.edits); err != nil {
			return err
		}
		// The next chain starts with the first text again.
		if err := server.close(); err != nil {
			return err
		}
		if _, err := server.openDocument(doc); err != nil {
			return err
		}
	}
	return nil
}

// errorOf returns an error for a difference, or nil.
func errorOf(why, when string) error {
	if why == "" {
		return nil
	}
	return fmt.Errorf("%s %s", why, when)
}
