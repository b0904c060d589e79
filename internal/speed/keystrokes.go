package main

import (
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
	return done, nil
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
