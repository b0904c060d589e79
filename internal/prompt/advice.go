package prompt

import (
	"slices"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/internal/rules"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// Try reads a reply as the runtime does and returns, in words, what happens, such as "the call is refused", and
// why it is not what was meant: "" if it is. means is the value that its argument content or message has to
// have, "" for any.
type Try func(reply, means string) (happens, why string)

// given is advice that a sentence gives.
type given struct {
	span  xmlcall.Span
	index int  // in advices
	no    bool // whether the sentence gives the opposite
}

var (
	// denies match words before advice that turn it around, and denied those after it.
	denies = form{expr: `\b(?:do not|don't|does not|doesn't|never|avoid|must not|mustn't|cannot|can't|should not|shouldn't|may not|not|no|` +
		`without|instead of|rather than|stop|nor|neither|refrain from|forbidden|wrong|incorrect)\b|❌`}
	denied = form{expr: `^[^,;:.]{0,40}(?:\b(?:is|are) (?:not|never|refused|ignored|forbidden|rejected|wrong|lost|an error|invalid)\b|` +
		`\b(?:(?:do|does|will|did) not|don't|doesn't|won't|never) (?:work|run|apply|count)|\b(?:fails?|breaks?)\b)`}
	// forbids match lines that introduce what not to do.
	forbids = form{expr: `(?i)^\W*(?:never|do not|don'ts?|don’ts?|avoid|what not to do|(?:common )?mistakes|wrong|` +
		`incorrect|bad|forbidden|not allowed|anti-?patterns?|pitfalls)\b|❌|\b(?:never|do not|don't|must not):?\s*$`}
	// labels match sentences about an example.
	labels  = form{expr: `^\W*(?:wrong|incorrect|bad|correct|good)\b|❌|✅`}
	clauses = form{expr: `[;:]|, | but | and then | instead | otherwise `}
	blanks  = strings.NewReplacer("*", "", "`", "", "\"", "", "’", "'", "\n", " ", "\t", " ")
)

// normal returns a sentence as the patterns of advice expect it.
func normal(s string) string {
	return strings.Join(strings.Fields(strings.ToLower(blanks.Replace(s))), " ")
}

// advice returns the findings about advice outside the descriptions of arguments.
func (p *prompt) advice(list []told, try Try) (found []Finding) {
	all := p.given(list)
	tried := map[int]string{}
	reported := map[xmlcall.Span]bool{}
	for _, g := range all {
		k := &advices()[g.index]
		if g.no || reported[g.span] {
			continue
		}
		note, known := tried[g.index]
		if !known {
			if happens, why := try(k.reply, k.means); why != "" {
				note = "Following it with " + quote(k.shown) + ": " + happens + "; " + rules.ClipAt(why, 60)
			}
			tried[g.index] = note
		}
		if note != "" {
			reported[g.span] = true
			found = append(found, Finding{Advice, rules.Report{Span: g.span, Message: p.quoted(g.span) + " does not work; remove or rewrite it", Note: note}})
		}
	}
	var first []given // of each kind
	for _, g := range all {
		k := slices.IndexFunc(first, func(earlier given) bool { return contradicts(earlier, g) && !reported[earlier.span] })
		if k >= 0 && !reported[g.span] {
			reported[g.span] = true
			here, there := about(&advices()[g.index], g.no), about(&advices()[first[k].index], first[k].no)
			found = append(found, Finding{Advice, rules.Report{
				Span: g.span, Message: p.quoted(g.span) + " contradicts other advice in the prompt; keep one of them",
				Note:    "Here " + here + ", there " + there,
				Related: []rules.Related{{Span: first[k].span, Message: "The other advice"}},
			}})
		}
		if !slices.ContainsFunc(first, func(o given) bool { return o.index == g.index && o.no == g.no }) {
			first = append(first, g)
		}
	}
	return found
}

// quoted returns a sentence on one line, quoted.
func (p *prompt) quoted(s xmlcall.Span) string {
	return "`" + rules.ClipAt(strings.ReplaceAll(p.text[s.Start:s.End], "`", ""), 40) + "`"
}

// quote returns a part of a reply on one line, quoted.
func quote(shown string) string {
	return "`" + rules.ClipAt(strings.Join(strings.Fields(shown), " "), 60) + "`"
}

// about describes advice.
func about(k *known, no bool) string {
	if no {
		return k.topic + ": not " + k.way
	}
	return k.topic + ": " + k.way
}

// contradicts reports whether two pieces of advice cannot both be followed.
func contradicts(a, b given) bool {
	x, y := &advices()[a.index], &advices()[b.index]
	switch {
	case x.topic != y.topic || a.span == b.span:
		return false
	case x.way == y.way:
		return a.no != b.no
	}
	return !a.no && !b.no
}

// given returns the advice of the prompt by position.
func (p *prompt) given(list []told) (all []given) {
	arguments := map[int]bool{} // the starts of their names
	for _, t := range list {
		for _, a := range t.arguments {
			arguments[a.span.Start] = true
		}
	}
	completed := map[int]bool{} // which advice the rest of the prompt completes
	whole := normal(p.whole)
	for k, a := range advices() {
		completed[k] = a.prompt != nil && a.prompt.MatchString(whole)
	}
	for i := range p.units {
		u := &p.units[i]
		if u.kind == heading || u.kind == row || p.describes(u, arguments) {
			continue
		}
		forbidden := u.kind == item && p.forbidden(i)
		p.sentences(u, func(s xmlcall.Span) {
			sentence := normal(p.text[s.Start:s.End])
			for _, a := range matched.of(sentence) {
				switch negative := advices()[a.index].negative; {
				case completed[a.index], negative && (forbidden || labels.get().MatchString(sentence)):
				default:
					all = append(all, given{s, a.index, !negative && (forbidden || a.no)})
				}
			}
		})
	}
	return all
}

// matched has the advice in sentences: after a key, most of a prompt is what it was.
var matched memo

type memo struct {
	mu    sync.Mutex
	known map[string][]given
}

// of returns the advice that a sentence gives on its own.
func (m *memo) of(sentence string) []given {
	const most = 1 << 12
	m.mu.Lock()
	defer m.mu.Unlock()
	list, ok := m.known[sentence]
	if ok {
		return list
	}
	for k, form := range advices() {
		if loc := form.sentence.FindStringIndex(sentence); loc != nil && (form.without == nil || !form.without.MatchString(sentence)) {
			list = append(list, given{index: k, no: negates(sentence, loc)})
		}
	}
	if len(m.known) >= most || m.known == nil {
		m.known = map[string][]given{}
	}
	m.known[sentence] = list
	return list
}

// describes reports whether a unit describes an argument.
func (p *prompt) describes(u *unit, arguments map[int]bool) bool {
	for at := u.span.Start; at < min(u.span.End, u.span.Start+4); at++ {
		if arguments[at] {
			return true
		}
	}
	return false
}

// forbidden reports whether an item is in a list of what not to do.
func (p *prompt) forbidden(i int) bool {
	u := &p.units[i]
	if forbids.get().MatchString(lastLine(p.of(u.lead))) {
		return true
	}
	return forbids.get().MatchString(p.of(u.heading)) && (u.lead < 0 || p.units[u.lead].span.Start < p.units[max(u.heading, 0)].span.Start)
}

func lastLine(s string) string { return s[strings.LastIndexByte(s, '\n')+1:] }

// negates reports whether words around a match in a sentence turn it around.
func negates(sentence string, loc []int) bool {
	before, after := sentence[:loc[0]], sentence[loc[1]:]
	for _, c := range clauses.get().FindAllStringIndex(before, -1) {
		before = sentence[c[1]:loc[0]]
	}
	inner := sentence[loc[0]:loc[1]]
	return denies.get().MatchString(before) || denies.get().MatchString(inner) || denied.get().MatchString(after)
}
