package main

// A figure is what was measured of something that is not a keystroke.
type figure struct {
	name         string
	server, echo sample
	busy         sample // time of all threads of the server
	note         string
}

// wants returns a figure of a name, nil if it is not to be measured.
func (s *settings) wants(name string) *figure {
	if !s.only.MatchString(name) {
		return nil
	}
	s.progress(name)
	f := &figure{name: name}
	s.figures = append(s.figures, f)
	return f
}
