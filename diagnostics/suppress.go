package diagnostics

// A suppressor applies the directives of a file to its findings.
type suppressor struct {
	list   []directive
	next   int                  // the first one that has not taken effect yet
	active map[string]*ruleName // what is disabled at the current offset, by code; "" for all
	file   map[string]*ruleName
	calls  map[callCode]*ruleName
}

type callCode struct {
	call int
	code string
}

// newSuppressor returns the suppressor before the first finding, with what is disabled for single calls and for the
// whole file. callAfter returns the first call at or after an offset.
func newSuppressor(list []directive, callAfter func(at int) (call int, ok bool)) *suppressor {
	s := &suppressor{list: list, active: map[string]*ruleName{}, file: map[string]*ruleName{}, calls: map[callCode]*ruleName{}}
	for i := range list {
		d := &list[i]
		call, ok := 0, false
		if d.verb == nextCall {
			call, ok = callAfter(d.at)
		}
		for k := range d.rules {
			switch n := &d.rules[k]; {
			case ok:
				disable(s.calls, callCode{call, n.code}, n)
			case d.verb == wholeFile:
				disable(s.file, n.code, n)
			}
		}
	}
	return s
}

// disable records what disables something. Of two equivalent directives, the first one is used.
func disable[K comparable](m map[K]*ruleName, what K, by *ruleName) {
	if m[what] == nil {
		m[what] = by
	}
}

// advance applies the directives up to offset at of the file.
func (s *suppressor) advance(at int) {
	for ; s.next < len(s.list) && s.list[s.next].at <= at; s.next++ {
		d := &s.list[s.next]
		for k := range d.rules {
			switch n := &d.rules[k]; {
			case d.verb == region:
				disable(s.active, n.code, n)
			case d.verb == enable && n.code == "":
				n.used = len(s.active) > 0
				clear(s.active)
			case d.verb == enable && s.active[n.code] != nil:
				n.used = true
				delete(s.active, n.code)
			}
		}
	}
}

// takes reports whether a finding is suppressed at the current offset. The most
// specific directive is the one that is used.
func (s *suppressor) takes(call int, code string) bool {
	for _, n := range [...]*ruleName{s.calls[callCode{call, code}], s.calls[callCode{call, ""}], s.active[code], s.active[""], s.file[code], s.file[""]} {
		if n != nil {
			n.used = true
			return true
		}
	}
	return false
}
