package diagnostics

import (
	"cmp"
	"hash/maphash"
	"math/bits"
	"slices"
	"sync"

	"github.com/entrhq/forge-lsp/internal/document/json"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A link is a native call or the result of one, with what links them: calls and results of a session can
// be any distance apart, so items only list them.
type link struct {
	at     xmlcall.Span // of the name of a call's tool, or of the ID of a result
	key    uint64       // of the ID or, in a container without IDs, of the name of the tool
	made   uint64       // of a call, its tool and arguments; 0 if they cannot be compared
	alone  int          // see json.Result.Alone
	index  int          // among the calls or results of the reading; see also Document.links
	call   bool
	named  bool // whether key is that of a name
	failed bool // of a result
}

// linkSeed makes the hashes of links those of one process, in which equal ones mean equal texts.
var linkSeed = sync.OnceValue(maphash.MakeSeed)

func hashOf(kind, text string) uint64 {
	var h maphash.Hash
	h.SetSeed(linkSeed())
	_, _ = h.WriteString(kind)
	_, _ = h.WriteString(text)
	return h.Sum64()
}

// linkKey returns the key of a link, by its ID or, without one, the name of a tool.
func linkKey(id, tool string) (key uint64, named bool) {
	if id == "" {
		return hashOf("name ", tool), true
	}
	return hashOf("id ", id), false
}

// linksOf returns the links of native calls and results, by position.
func linksOf(calls []json.Call, results []json.Result) []link {
	if len(calls)+len(results) == 0 {
		return nil
	}
	list := make([]link, 0, len(calls)+len(results))
	for i := range calls {
		c := &calls[i]
		l := link{at: spanOf(c.Name.Span()), alone: c.Alone, index: i, call: true}
		l.key, l.named = linkKey(c.ID, c.Tool)
		if c.Arguments.Exists() {
			l.made = hashOf(c.Tool+" ", c.Arguments.Text())
		}
		list = append(list, l)
	}
	for i := range results {
		from := &results[i]
		l := link{at: xmlcall.Span{Start: from.Start, End: from.End}, alone: from.Alone, index: i, failed: from.Failed}
		l.key, l.named = linkKey(from.Call, from.Tool)
		list = append(list, l)
	}
	slices.SortStableFunc(list, func(a, b link) int { return cmp.Compare(a.at.Start, b.at.Start) })
	return list
}

// linksIn returns the links in a stretch of the file's text.
func (r *reading) linksIn(from, to int) []link {
	in := startingIn(from, to, len(r.links), func(k int) int { return r.links[k].at.Start })
	return r.links[in.from:in.to]
}

// moved returns the link at another place.
func (l link) moved(by int) link {
	if l.at = at(l.at, by); l.alone > 0 {
		l.alone += by
	}
	return l
}

// A linkSum is the summary of a stretch of links: their number, and a hash of all that findings depend on.
type linkSum struct {
	n           int
	hash, power uint64
}

// linkBase is the base of the polynomial that the hash of a [linkSum] is.
const linkBase = 0x9e3779b97f4a7c15

func linkSumOf(list []link) linkSum {
	s := linkSum{n: len(list), power: 1}
	for i, l := range list {
		own := l.key ^ bits.RotateLeft64(l.made, 1)
		for k, is := range [...]bool{l.call, l.named, l.failed, l.alone > 0, l.alone > 0 && i > 0 && l.alone == list[i-1].alone} {
			if is {
				own = own*linkBase + uint64(k) + 1
			}
		}
		s.hash, s.power = s.hash*linkBase+own, s.power*linkBase
	}
	return s
}

// add returns the summary of two consecutive stretches.
func (s linkSum) add(o linkSum) linkSum {
	switch {
	case s.n == 0:
		return o
	case o.n == 0:
		return s
	}
	return linkSum{s.n + o.n, s.hash*o.power + o.hash, s.power * o.power}
}
