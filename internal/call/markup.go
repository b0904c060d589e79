package call

import (
	"path"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// markupFiles are the extensions of files in a markup language.
var markupFiles = map[string]bool{
	".html": true, ".htm": true, ".xhtml": true, ".xml": true, ".svg": true, ".md": true, ".markdown": true, ".mdx": true,
	".vue": true, ".jsx": true, ".tsx": true, ".rss": true, ".xsl": true, ".xslt": true, ".plist": true, ".svelte": true,
	".astro": true, ".jsp": true, ".php": true, ".erb": true, ".rst": true,
}

// IsMarkup reports whether the value of an element inside the arguments element is
// HTML, XML, Markdown or the like, written literally: it is beside the path of such a
// file and not entirely escaped, or elements are balanced in it.
func IsMarkup(b *xmlcall.Block, arguments, element xmlcall.ElementID) bool {
	value := b.Element(element).Text()
	return strings.ContainsAny(value, "<>") && besideMarkupPath(b, markupPathsOf(b), arguments, element) || balanced(value)
}

// besideMarkupPath reports whether another argument of the call names a file in
// a markup language.
func (c *call) besideMarkupPath(scalar xmlcall.ElementID) bool {
	if c.markupPaths == nil {
		c.markupPaths = markupPathsOf(c.b)
	}
	return besideMarkupPath(c.b, c.markupPaths, c.arguments, scalar)
}

// markupPathsOf returns the elements that name a file in a markup language, by
// their parents.
func markupPathsOf(b *xmlcall.Block) map[xmlcall.ElementID][]xmlcall.ElementID {
	paths := map[xmlcall.ElementID][]xmlcall.ElementID{}
	for i, e := range b.Elements() {
		if e.Content().Len() < 300 && isPathName(e.Local()) &&
			markupFiles[strings.ToLower(path.Ext(strings.TrimSpace(b.Slice(e.Content()))))] {
			paths[e.Parent()] = append(paths[e.Parent()], i)
		}
	}
	return paths
}

func besideMarkupPath(b *xmlcall.Block, paths map[xmlcall.ElementID][]xmlcall.ElementID, arguments, scalar xmlcall.ElementID) bool {
	for parent := b.Element(scalar).Parent(); parent != xmlcall.NoElement; parent = b.Element(parent).Parent() {
		if slices.ContainsFunc(paths[parent], func(i xmlcall.ElementID) bool { return i != scalar }) {
			return true
		}
		if parent == arguments {
			break
		}
	}
	return false
}

func isPathName(name string) bool {
	name = strings.ToLower(name)
	for _, part := range []string{"path", "file", "name", "uri", "url", "target", "dest"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// surrogates returns the character of a pair of references to the halves of a UTF-16
// pair, the first of which is ref, and the end of the pair; "" if it is not one.
func surrogates(text string, ref xmlcall.Reference) (char string, end int) {
	end = ref.Span.End
	if end >= len(text) || text[end] != '&' {
		return "", end
	}
	second, _, ok := xmlcall.ReferenceAt(text, end)
	if !ok {
		return "", end
	}
	high, _ := lex.Number(text[ref.Span.Start:end])
	low, _ := lex.Number(text[end:second.Span.End])
	r := utf16.DecodeRune(high, low)
	if r == utf8.RuneError {
		return "", end
	}
	return string(r), second.Span.End
}

// near reports whether two names differ by at most one slip: by case, or by one letter,
// and are long enough to tell.
func near(a, b string) bool {
	if strings.EqualFold(a, b) {
		return true
	}
	return min(len(a), len(b)) >= 2 && max(len(a), len(b)) >= 3 && lex.OneSlip(a, b)
}
