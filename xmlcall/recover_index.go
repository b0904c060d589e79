package xmlcall

import (
	"sort"
	"strings"

	"github.com/entrhq/forge-lsp/internal/lex"
)

// Look-ahead of the recovering reading. The results of searches are cached.

// endAfter returns the index of the first end tag of the given name after items[i], or
// -1.
func (r *recoverer) endAfter(i int, name string) int {
	r.indexTags()
	return after(r.ends[name], i)
}

// startAfter is like endAfter for start tags.
func (r *recoverer) startAfter(i int, name string) int {
	r.indexTags()
	return after(r.starts[name], i)
}

// indexTags prepares the look-ahead of match, which few blocks need.
func (r *recoverer) indexTags() {
	if r.starts != nil {
		return
	}
	r.starts, r.ends = map[string][]int{}, map[string][]int{}
	for i, it := range r.items {
		switch {
		case it.kind == itemEnd:
			r.ends[r.name(i)] = append(r.ends[r.name(i)], i)
		case it.kind == itemStart && !it.selfClosing:
			r.starts[r.name(i)] = append(r.starts[r.name(i)], i)
		}
	}
}

// after returns the first of the sorted indexes that is greater than i, or -1.
func after(indexes []int, i int) int {
	if k := sort.SearchInts(indexes, i+1); k < len(indexes) {
		return indexes[k]
	}
	return -1
}

// fieldEnd calls the function fieldEnd on the whole block.
func (r *recoverer) fieldEnd(from int, name string) int {
	if known, ok := r.fieldEnds[name]; ok && known.Start <= from && (known.End < 0 || from <= known.End) {
		return known.End
	}
	end := fieldEnd(r.p.s, from, name)
	if r.fieldEnds == nil {
		r.fieldEnds = map[string]Span{}
	}
	r.fieldEnds[name] = Span{from, end}
	return end
}

// holdsAfter reports whether the block holds what at or after an offset.
func (r *recoverer) holdsAfter(from int, what string) bool {
	last, ok := r.lasts[what]
	if !ok {
		last = strings.LastIndex(r.p.s, what)
		if r.lasts == nil {
			r.lasts = map[string]int{}
		}
		r.lasts[what] = last
	}
	return last >= from
}

// endsWithin reports whether an end tag of the given name occurs between two offsets of
// the block.
func (r *recoverer) endsWithin(from, to int, name string) bool {
	end := r.fieldEnd(from, name)
	return end >= 0 && end < to
}

// fieldEnd returns the offset at or after from of the end tag of the given name, or of
// one that is most likely a misspelling of it, or -1.
func fieldEnd(s string, from int, name string) int {
	for i := from; ; i += 2 {
		n := strings.Index(s[i:], "</")
		if n < 0 {
			return -1
		}
		i += n
		end := lex.NameEnd(s, i+2)
		if end == i+2 || !lex.Near(name, s[i+2:end]) {
			continue
		}
		if j := lex.SkipSpace(s, end); j < len(s) && s[j] == '>' {
			return i
		}
	}
}
