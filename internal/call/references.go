package call

import (
	"html"
	"iter"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// An ampersand is the result for one ampersand in a text: a reference, if ok is set, or otherwise a problem.
type ampersand struct {
	end     int    // of the reference, or of text that looks like one
	text    string // what the reference is decoded to
	problem xmlcall.ProblemKind
	ok      bool
}

// ampersands yields the ampersands of a text by their offsets.
func ampersands(text string) iter.Seq2[int, ampersand] {
	return func(yield func(int, ampersand) bool) {
		for i := 0; i < len(text); i++ {
			k := strings.IndexByte(text[i:], '&')
			if k < 0 {
				return
			}
			i += k
			ref, problem, ok := xmlcall.ReferenceAt(text, i)
			if !yield(i, ampersand{ref.Span.End, ref.Text, problem, ok}) {
				return
			}
		}
	}
}

// A text with a raw '&' or '<' was not escaped, or only in part. The references in it may be escapes, or part of the
// text: "a &lt; b" is code that was escaped, `write &lt; for "<"` is text about escaping.

// operatorRun finds references and operator characters that follow each other: -&gt;, &amp;&amp;, &lt;=.
var operatorRun = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:&#?\w+;|[-=<>|&+!:])+`) })

// escapesIn returns the offsets of the references of a text that can only be escapes: they are in the place of an
// operator of a program or of a redirection of a shell.
func escapesIn(text string) map[int]bool {
	if !strings.Contains(text, ";") {
		return nil
	}
	escapes := map[int]bool{}
	for _, m := range operatorRun().FindAllStringIndex(text, -1) {
		run := text[m[0]:m[1]]
		lone := strings.Count(run, "&") == 1 && strings.Contains(run, "&amp;") // "R &amp; D"
		if !strings.Contains(run, ";") || lone || !isOperatorText(text, m[0], m[1]) {
			continue
		}
		for i := range ampersands(run) {
			escapes[m[0]+i] = true
		}
	}
	return escapes
}

// isOperatorText reports whether text[start:end], references and operator characters, is in the place of an operator.
func isOperatorText(text string, start, end int) bool {
	if run, ok := decodeAll(text[start:end]); !ok || !slices.Contains(operatorTexts, run) || isEmpty(text[:start]) || isEmpty(text[end:]) {
		return false // it has two operands
	}
	before, after := text[start-1], text[end]
	blank := func(c byte) bool { return strings.IndexByte(blanks, c) >= 0 }
	switch {
	case blank(before) && blank(after):
		last := strings.TrimRight(text[:start], blanks)
		next := strings.TrimLeft(text[end:], blanks)
		return !slices.ContainsFunc(neverOperands, func(word string) bool { return endsWith(last, word) || startsWith(next, word) })
	case strings.HasPrefix(text[start:], "&lt;") && blank(before):
		return false // the start of a tag: &lt;div
	}
	return isWordByte(before) && (isWordByte(after) || blank(after))
}

// referencesIn reports whether a text has references that may be part of it, references that can only be escapes,
// and ampersands that start none.
func referencesIn(text string) (literal, escapes, bare bool) {
	only := escapesIn(text)
	for i, a := range ampersands(text) {
		switch {
		case !a.ok:
			bare = true
		case only[i]:
			escapes = true
		default:
			literal = true
		}
	}
	return literal, escapes, bare
}

// partlyEscaped reports whether a text that was intended as elements has a reference that may be part of an
// unescaped value, because it is in a section.
func partlyEscaped(text string) bool {
	literal, _, _ := referencesIn(text)
	return literal
}

// neverOperands are words beside which an operator is a mention: "use &lt; for less than".
var neverOperands = strings.Fields("if for while when and or as instead use write")

// endsWith reports whether the last word of a text is the given one, in any case.
func endsWith(text, word string) bool {
	at := len(text) - len(word)
	return at >= 0 && strings.EqualFold(text[at:], word) && (at == 0 || strings.IndexByte(blanks, text[at-1]) >= 0)
}

// startsWith reports whether the first word of a text is the given one, in any case.
func startsWith(text, word string) bool {
	at := len(word)
	return at <= len(text) && strings.EqualFold(text[:at], word) && (at == len(text) || strings.IndexByte(blanks, text[at]) >= 0)
}

const blanks = " \t\r\n"

func isEmpty(text string) bool { return strings.TrimLeft(text, blanks) == "" }

// operatorTexts are the operators of programs and shells that have a character to escape. Other
// runs may be text, whose references are, too.
var operatorTexts = strings.Fields("< > <= >= <> <=> << >> <<= >>= <<< >>> && &= &&= &&! -> => <- >- |> <| --> ==> >& &> <<- >| >::")

// literalReference reports whether text that looks like a reference, but is not one that XML defines, can only be
// literal text.
func literalReference(text string, at int, a ampersand, markup bool) bool {
	name := strings.ToLower(strings.Trim(text[at:a.end], "&;"))
	five := []string{"amp", "lt", "gt", "quot", "apos"}
	switch {
	case a.problem == xmlcall.InvalidCharacterReference:
		return false
	case a.problem == xmlcall.BareAmpersand:
		rest := text[at+1:]
		if strings.HasPrefix(rest, "#") && len(rest) > 1 && (rest[1] >= '0' && rest[1] <= '9' || rest[1]|0x20 == 'x') {
			return false // a number without its semicolon, or with a slip in it
		}
		// "&ltfoo", "&ampx": one of the five, directly followed by other text.
		starts := func(name string) bool { return len(rest) >= len(name) && strings.EqualFold(rest[:len(name)], name) }
		return !slices.ContainsFunc(five, starts) || inURL(text, at)
	case inURL(text, at):
		return true
	case a.problem == xmlcall.UnterminatedReference || slices.Contains(five, name) || strings.HasPrefix(name, "#"):
		return false
	}
	entity := text[at:a.end]
	return markup || html.UnescapeString(entity) == entity // &x; in C takes an address
}

// inURL reports whether the byte at an offset is part of the query of a URL.
func inURL(text string, at int) bool {
	text = text[max(0, at-maxBefore):at]
	word := text[strings.LastIndexAny(text, " \t\r\n\"'<>`()[]")+1:]
	return strings.Contains(word, "://") && strings.Contains(word, "?")
}

// markupFiles are the extensions of files in a markup language.
var markupFiles = strings.Fields(".html .htm .xhtml .xml .svg .md .markdown .mdx .vue .jsx .tsx .rss .xsl .xslt .plist .svelte .astro .jsp .php .erb .rst")

// IsMarkup reports whether the value of an element inside the arguments element is HTML, XML, Markdown or the like,
// written literally: it is beside the path of such a file and not entirely escaped, or elements are balanced in it.
func (c *Call) IsMarkup(element xmlcall.ElementID) bool {
	value := c.Block.Element(element).Text()
	return strings.ContainsAny(value, "<>") && c.besideMarkupPath(element) || balanced(value)
}

// besideMarkupPath reports whether another argument of the call names a file in a markup language.
func (c *Call) besideMarkupPath(scalar xmlcall.ElementID) bool {
	paths := c.markupPathsOf()
	for parent := c.Block.Element(scalar).Parent(); parent != xmlcall.NoElement; parent = c.Block.Element(parent).Parent() {
		if slices.ContainsFunc(paths[parent], func(i xmlcall.ElementID) bool { return i != scalar }) {
			return true
		}
		if parent == c.arguments {
			break
		}
	}
	return false
}

// markupPathsOf returns the elements that name a file in a markup language, by their parents.
func (c *Call) markupPathsOf() map[xmlcall.ElementID][]xmlcall.ElementID {
	if c.markupPaths == nil {
		c.markupPaths = map[xmlcall.ElementID][]xmlcall.ElementID{}
		for i, e := range c.Block.Elements() {
			if e.Content().Len() < 300 && isPathName(e.Local()) && slices.Contains(markupFiles, strings.ToLower(path.Ext(strings.TrimSpace(c.Block.Slice(e.Content()))))) {
				c.markupPaths[e.Parent()] = append(c.markupPaths[e.Parent()], i)
			}
		}
	}
	return c.markupPaths
}

func isPathName(name string) bool {
	in := func(part string) bool { return strings.Contains(strings.ToLower(name), part) }
	return slices.ContainsFunc([]string{"path", "file", "name", "uri", "url", "target", "dest"}, in)
}

// Surrogates returns the character of a pair of references to the halves of a UTF-16
// pair, the first of which is text[start:end], and the end of the pair; "" if it is not one.
func Surrogates(text string, start, end int) (char string, to int) {
	if end >= len(text) || text[end] != '&' {
		return "", end
	}
	second, _, ok := xmlcall.ReferenceAt(text, end)
	high, _ := lex.Number(text[start:end])
	low, _ := lex.Number(text[end:second.Span.End])
	if r := utf16.DecodeRune(high, low); ok && r != utf8.RuneError {
		return string(r), second.Span.End
	}
	return "", end
}
