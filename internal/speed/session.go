package main

import (
	"fmt"
	"time"
)

// starts measures the time from starting a process to the answer to initialize. The
// echo server shows the cost of a process of Go.
func (s *settings) starts() error {
	f := s.wants("start")
	if f == nil {
		return nil
	}
	for range 20 {
		for _, one := range []struct {
			launch
			into *sample
		}{{s.forge(refresh), &f.server}, {s.echo(refresh), &f.echo}} {
			e, answered, err := one.connect()
			if err != nil {
				return err
			}
			e.end()
			*one.into = append(*one.into, answered)
		}
	}
	return nil
}

// opens measures the time from writing didOpen to the first diagnostics, each in a
// process of its own, and in one that has opened the document before.
func (s *settings) opens(f form) error {
	first, again := s.wants("open/"+f.String()), s.wants("open again/"+f.String())
	if first == nil && again == nil {
		return nil
	}
	doc := generate(f)
	for range max(3, 50/f.megabytes) {
		server, echo, err := s.pair(push, s.echo(push))
		if err != nil {
			return err
		}
		for _, into := range []*figure{first, again} {
			before := server.cpu()
			a, err := server.openDocument(doc)
			if err != nil {
				return err
			}
			b, err := echo.openDocument(doc)
			if err != nil {
				return err
			}
			if into != nil {
				into.server, into.echo = append(into.server, a), append(into.echo, b)
				into.busy = append(into.busy, server.cpu()-before)
				into.note = fmt.Sprintf("answer %s, %s ms cpu", mb(len(server.last)), ms(into.busy.p50()))
			}
			if err := server.close(); err != nil {
				return err
			}
		}
		server.end()
		echo.end()
	}
	return nil
}

// burstOf is the number of edits in a burst.
const burstOf = 200

// bursts measures the time from writing 200 edits at once to the diagnostics of the
// last: typed in one place, and all over the text.
func (s *settings) bursts(f form, ch channel) error {
	doc := generate(f)
	for _, spread := range []bool{false, true} {
		name := fmt.Sprintf("burst in one place/%v/%v", f, ch)
		if spread {
			name = fmt.Sprintf("burst all over/%v/%v", f, ch)
		}
		fig := s.wants(name)
		if fig == nil {
			continue
		}
		server, echo, err := s.both(doc, ch)
		if err != nil {
			return err
		}
		positions := doc.burst(spread)
		for range 10 {
			for _, one := range []struct {
				*editor
				into *sample
			}{{server, &fig.server}, {echo, &fig.echo}} {
				var edits []byte
				for _, at := range positions {
					edits = append(edits, one.change(edit{at, at, "x"})...)
				}
				d, err := one.turn(edits)
				if err != nil {
					return err
				}
				*one.into = append(*one.into, d)
			}
		}
		server.end()
		echo.end()
	}
	return nil
}

// burst returns the places of the edits of a burst.
func (d *document) burst(spread bool) []position {
	var list []position
	for i := range burstOf {
		if spread {
			at, _ := d.near(inValue, 100*i/burstOf)
			list = append(list, d.position(at))
			continue
		}
		if i == 0 {
			at, _ := d.near(inValue, 50)
			list = append(list, d.position(at))
			continue
		}
		last := list[i-1]
		list = append(list, position{last.Line, last.Character + 1})
	}
	return list
}

// forge is the launch of the server.
func (s *settings) forge(ch channel) launch {
	return launch{name: "forge-lsp", command: []string{s.server, "serve"}, channel: ch, resolves: true}
}

// echo is the launch of the echo server.
func (s *settings) echo(ch channel) launch {
	return launch{name: "echo", command: []string{s.self, "echo"}, channel: ch}
}

// pair starts the server and another.
func (s *settings) pair(ch channel, other launch) (server, peer *editor, err error) {
	if server, _, err = s.forge(ch).connect(); err != nil {
		return nil, nil, err
	}
	if peer, _, err = other.connect(); err != nil {
		server.end()
		return nil, nil, err
	}
	return server, peer, nil
}

// both starts the server and the echo server and opens a document in them.
func (s *settings) both(doc *document, ch channel) (server, echo *editor, err error) {
	if server, echo, err = s.pair(ch, s.echo(ch)); err != nil {
		return nil, nil, err
	}
	for _, e := range []*editor{server, echo} {
		if _, err = e.openDocument(doc); err != nil {
			server.end()
			echo.end()
			return nil, nil, err
		}
	}
	return server, echo, nil
}

// openDocument opens a document under the name a.
func (e *editor) openDocument(doc *document) (time.Duration, error) {
	return e.open("file:///speed/a"+doc.extension(), "markdown", doc.text)
}

// settle is the time between the last request and reading the memory.
const settle = 5 * time.Second
