package main

import (
	"errors"
	"fmt"
	"os"
)

// keystrokes measures all strokes in a text of a form for a kind of client.
func (s *settings) keystrokes(f form, ch channel) ([]*series, error) {
	type todo struct {
		*series
		st    stroke
		share int
	}
	var list []todo
	for _, st := range strokes {
		for _, where := range wheres {
			one := &series{form: f, channel: ch, stroke: st.name, where: where.name}
			if s.only.MatchString(one.String()) {
				list = append(list, todo{one, st, where.share})
			}
		}
	}
	if len(list) == 0 {
		return nil, nil
	}
	doc := generate(f)
	server, echo, err := s.both(doc, ch)
	if err != nil {
		return nil, err
	}
	defer server.end()
	defer echo.end()
	fmt.Fprintf(os.Stderr, "%v/%v\n", f, ch)
	var done []*series
	for _, t := range list {
		at, ok := doc.near(t.st.place, t.share)
		if !ok {
			continue
		}
		if err := t.measure(server, echo, t.st, doc.position(at), s.rounds); err != nil {
			return done, fmt.Errorf("%v: %w", t.series, err)
		}
		done = append(done, t.series)
	}
	if err := s.settled(server, doc); err != nil {
		return done, fmt.Errorf("%v/%v: %w", f, ch, err)
	}
	return done, nil
}

// settled compares what the server knows of the document, which has its first text
// again, with what it knows of that text when it is opened; and then the same after
// some chains of edits, more of them in a small text.
func (s *settings) settled(server *editor, doc *document) error {
	if why, err := server.compare(doc.text); err != nil || why != "" {
		return errors.Join(err, errorOf(why, "after the strokes were deleted"))
	}
	for seed := range max(1, s.chains/doc.megabytes) {
		if err := server.verify(doc.text, uint64(seed), s.edits); err != nil {
			return err
		}
		// The next chain starts at the first text again.
		if err := server.close(); err != nil {
			return err
		}
		if _, err := server.open(server.uri, server.kind, doc.text); err != nil {
			return err
		}
	}
	return nil
}

// errorOf returns an error for a difference, nil for none.
func errorOf(why, when string) error {
	if why == "" {
		return nil
	}
	return fmt.Errorf("%s %s", why, when)
}

// both starts the server and the echo server and opens the document in them.
func (s *settings) both(doc *document, ch channel) (server, echo *editor, err error) {
	if server, _, err = connect("forge-lsp", ch, true, s.server, "serve"); err != nil {
		return nil, nil, err
	}
	if echo, _, err = connect("echo", ch, true, s.self, "echo"); err != nil {
		server.end()
		return nil, nil, err
	}
	for _, e := range []*editor{server, echo} {
		if _, err = e.open("file:///speed/a"+doc.extension(), "markdown", doc.text); err != nil {
			server.end()
			echo.end()
			return nil, nil, err
		}
	}
	return server, echo, nil
}
