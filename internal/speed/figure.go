package main

// A figure is a measurement of something other than a keystroke.
type figure struct {
	name         string
	server, echo sample
	busy         sample // CPU time of all threads of the server
	note         string
}

// wants returns a figure with a name, or nil if it is not to be measured.
func (s *settings) wants(name string) *figure {
	if !s.only.MatchString(name) {
		return nil
	}
	s.progress(name)
	f := &figure{name: name}
	s.figures = append(s.figures, f)
	return f
}
