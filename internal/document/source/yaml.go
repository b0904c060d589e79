package source

import (
	"errors"
	"io"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/entrhq/forge-lsp/internal/literal"
	"github.com/entrhq/forge-lsp/internal/tree"
)

// A yamlReader finds the scalars of YAML. The library gives the start, style and value
// of each; its end is derived.
type yamlReader struct {
	*finder
	places tree.Places
	body   int // the start of the text that the library reads
}

// scanYAML finds the strings of all documents of a file.
func (r *finder) scanYAML() {
	body := strings.TrimPrefix(r.text, bom)
	y := &yamlReader{r, tree.NewPlaces(body), len(r.text) - len(body)}
	loader, err := yaml.NewLoader(strings.NewReader(body), yaml.WithPlugin(tree.Limits{Depth: 1000}))
	for err == nil && !r.file.Invalid {
		var document yaml.Node
		if err = loader.Load(&document); err == nil {
			y.node(&document)
		}
	}
	r.file.Invalid = r.file.Invalid || !errors.Is(err, io.EOF)
}

// node finds the strings of a node.
func (y *yamlReader) node(n *yaml.Node) {
	switch n.Kind {
	case yaml.ScalarNode:
		y.scalar(n)
	case yaml.AliasNode:
	default:
		for _, child := range n.Content {
			y.node(child)
		}
	}
}

// scalar finds the string of a scalar.
func (y *yamlReader) scalar(n *yaml.Node) {
	at := y.properties(y.body + y.places.Offset(n.Line, n.Column))
	mark := byte(0)
	if at < len(y.text) {
		mark = y.text[at]
	}
	relevant := y.relevant(n.Value)
	switch {
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 && (mark == '|' || mark == '>'):
		y.block(n.Value, at, relevant)
	case n.Style&yaml.DoubleQuotedStyle != 0 && mark == '"':
		y.quoted(n.Value, at, at+1+quotedLen(y.text[at+1:], `"`), literal.YAMLDouble, relevant)
	case n.Style&yaml.SingleQuotedStyle != 0 && mark == '\'':
		y.quoted(n.Value, at, at+1+quotedLen(y.text[at+1:], "'"), nil, relevant)
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle|yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) == 0:
		y.plain(n.Value, at, relevant)
	default:
		y.file.Invalid = true
	}
}

// properties returns the start of a node after its tag and its anchor.
func (y *yamlReader) properties(at int) int {
	for at < len(y.text) && (y.text[at] == '&' || y.text[at] == '!') {
		if n := strings.IndexAny(y.text[at:], " \t"+breaks+",]}"); n >= 0 {
			at += n
		} else {
			at = len(y.text)
		}
		for { // to the text that follows, on this line or a later one
			at = len(y.text) - len(strings.TrimLeft(y.text[at:], " \t"+breaks))
			if at == len(y.text) || y.text[at] != '#' {
				break
			}
			at += lineLen(y.text[at:])
		}
	}
	return at
}

// quotedLen returns the offset of the quote that ends a text. A backslash escapes a double quote, and another one a single quote.
func quotedLen(text, quote string) int {
	for at := 0; ; {
		n := strings.IndexAny(text[at:], quote+`\`)
		if n < 0 {
			return len(text)
		}
		switch at += n; {
		case text[at] == '\\' && quote == "'":
			at++
		case text[at] == '\\', strings.HasPrefix(text[at:], "''"):
			at = min(at+2, len(text))
		default:
			return at
		}
	}
}

// quoted adds the scalar between two quotes. One without a coding is not written back.
func (y *yamlReader) quoted(value string, start, last int, coding literal.Coding, relevant bool) {
	end := min(last+1, len(y.text))
	y.values = append(y.values, Span{start, end})
	switch {
	case !relevant:
	case coding == nil:
		y.aligned(value, start, end, start+1, last)
	default:
		y.found(literal.Decode(nil, y.text[start+1:last], start+1, coding), value, start, end)
	}
}

// plain adds a scalar without quotes, which ends where its value does.
func (y *yamlReader) plain(value string, start int, relevant bool) {
	if value == "" {
		return
	}
	text, n, ok := literal.Aligned(y.text[start:], start, value)
	y.values = append(y.values, Span{start, start + n})
	if ok && relevant {
		y.found(text, value, start, start+n)
	}
	y.file.Invalid = y.file.Invalid || !ok
}

// block adds the block scalar whose header starts at an offset.
func (y *yamlReader) block(value string, start int, relevant bool) {
	header := start + lineLen(y.text[start:])
	content := header + breakLen(y.text[header:])
	first, spaces := firstLine(y.text[content:])
	shown, own := firstLine(value)
	if shown == "" || first == "" {
		y.values = append(y.values, Span{start, header})
		return // it is empty
	}
	coding := &literal.YAMLBlock{Indent: max(0, spaces-own), LineEnd: y.text[header:content]}
	end := content
	for end < len(y.text) {
		line := y.text[end : end+lineLen(y.text[end:])]
		if n := leading(line); n < len(line) && n < coding.Indent {
			break
		}
		end += len(line)
		end += breakLen(y.text[end:])
	}
	y.values = append(y.values, Span{start, end})
	if !relevant {
		return
	}
	if y.text[start] == '|' {
		text := y.text[content:end]
		coding.First = leading(text[:min(len(text), coding.Indent)])
		from := content + coding.First
		to := from
		for range strings.Count(value, "\n") { // chomping removes more line ends from the text
			to += lineLen(y.text[to:end])
			to += breakLen(y.text[to:end])
		}
		if !strings.HasSuffix(value, "\n") {
			to += lineLen(y.text[to:end])
		}
		if text := literal.Decode(nil, y.text[from:to], from, coding); text.String() == value {
			y.found(text, value, start, end)
			return
		}
		// A last line of spaces has a line end that is not in the file.
	}
	y.aligned(value, start, end, content, end)
}

// firstLine returns the first non-blank line without its leading spaces, and their number.
func firstLine(text string) (line string, spaces int) {
	for text != "" {
		n := lineLen(text)
		if spaces = leading(text[:n]); spaces < n {
			return text[spaces:n], spaces
		}
		text = text[n+breakLen(text[n:]):]
	}
	return "", 0
}

// leading returns the number of spaces that a line starts with.
func leading(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
