package diagnostics

// A suppressor applies the directives of a file to its findings.
type suppressor struct {
	list   []directive
	next   int                // the first one that has not taken effect yet
	active map[string]ruleRef // what is disabled at the current offset, by code; "" for all
	file   map[string]ruleRef
	calls  map[callCode]ruleRef
}

// A ruleRef is a name in a directive: indexes of the directive and of the name
// in it, -1 for a directive without names.
type ruleRef struct{ directive, name int }

type callCode struct {
	call int
	code string
}

// prepare records what is disabled for single calls and for the whole file. Of two
// equivalent directives, the first one is used. callAfter returns the first call at or
// after an offset.
func (s *suppressor) prepare(callAfter func(at int) (call int, ok bool)) {
	for i := range s.list {
		d := &s.list[i]
		switch d.verb {
		case nextCall:
			call, ok := callAfter(d.at)
			if !ok {
				continue
			}
			d.each(func(name int, code string) { disable(s.calls, callCode{call, code}, ruleRef{i, name}) })
		case wholeFile:
			d.each(func(name int, code string) { disable(s.file, code, ruleRef{i, name}) })
		}
	}
}

// each calls f for each name of the directive, or once with "" if it has none.
func (d *directive) each(f func(name int, code string)) {
	if len(d.rules) == 0 {
		f(-1, "")
	}
	for i := range d.rules {
		f(i, d.rules[i].code)
	}
}

// disable records what disables something, unless an earlier name does.
func disable[K comparable](m map[K]ruleRef, what K, ref ruleRef) {
	if _, ok := m[what]; !ok {
		m[what] = ref
	}
}

// advance applies the directives up to offset at of the file.
func (s *suppressor) advance(at int) {
	for ; s.next < len(s.list) && s.list[s.next].at <= at; s.next++ {
		d := &s.list[s.next]
		switch d.verb {
		case region:
			d.each(func(name int, code string) { disable(s.active, code, ruleRef{s.next, name}) })
		case enable:
			d.each(func(name int, code string) {
				if code == "" {
					d.used = len(s.active) > 0
					clear(s.active)
				} else if _, ok := s.active[code]; ok {
					d.rules[name].used = true
					delete(s.active, code)
				}
			})
		}
	}
}

// takes reports whether a finding is suppressed at the current offset. The most
// specific directive is the one that is used.
func (s *suppressor) takes(call int, code string) bool {
	if len(s.calls) > 0 {
		for _, key := range [...]callCode{{call, code}, {call, ""}} {
			if ref, ok := s.calls[key]; ok {
				return s.use(ref)
			}
		}
	}
	for _, m := range [...]map[string]ruleRef{s.active, s.file} {
		if len(m) > 0 {
			for _, key := range [...]string{code, ""} {
				if ref, ok := m[key]; ok {
					return s.use(ref)
				}
			}
		}
	}
	return false
}

func (s *suppressor) use(ref ruleRef) bool {
	d := &s.list[ref.directive]
	d.used = true
	if ref.name >= 0 {
		d.rules[ref.name].used = true
	}
	return true
}
