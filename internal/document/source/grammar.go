package source

import (
	gotoken "go/token"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/literal"
)

// A grammar is how programs of a language are written, as far as their strings need it.
type grammar struct {
	comments []string // what starts a comment that ends with its line
	blocks   bool     // whether /* and */ are around comments
	ends     string   // characters that end an expression
	regexps  bool     // whether a '/' where an operand is expected starts a regular expression
	prefix   string   // the letters, in any case, of at most two before the quotes of a string
	// form returns how a string is written that starts with a prefix and then quotes.
	form func(prefix, text string) (f form, ok bool)
	// word reports whether a word ends an expression, or else is an operand.
	word func(word string) (ends, operand bool)
	// newline reports whether a line end ends an expression, in brackets of a depth and after an operand.
	newline func(depth int, operand bool) bool
}

// A form is how a string is written.
type form struct {
	quotes  string         // what ends it, and starts it after the prefix
	coding  literal.Coding // nil for a character of Go
	hole    string         // what starts a computed part, up to '}'
	lines   bool           // whether it may have line ends
	raw     bool           // whether a backslash does not escape what starts a computed part
	escapes bool           // whether a character after a backslash does not end it
	closed  bool           // whether it is none if nothing ends it
}

// grammars are those of programs.
var grammars = map[Language]*grammar{
	Go: {
		comments: []string{"//"}, blocks: true, ends: ";=<>", form: goForm,
		word: func(word string) (bool, bool) {
			return gotoken.IsKeyword(word) && word != "func", !gotoken.IsKeyword(word)
		},
		newline: func(_ int, operand bool) bool { return operand },
	},
	JavaScript: {
		comments: []string{"//", "<!--"}, blocks: true, ends: ";=?", regexps: true, form: jsForm,
		word: func(word string) (bool, bool) {
			return slices.Contains(jsEnds, word), !slices.Contains(jsReserved, word)
		},
		newline: func(int, bool) bool { return false },
	},
	Python: {
		comments: []string{"#"}, ends: ";=<>!", prefix: "rbuft", form: pythonForm,
		word:    func(word string) (bool, bool) { return slices.Contains(pythonEnds, word), true },
		newline: func(depth int, _ bool) bool { return depth == 0 },
	},
}

// The words that end an expression, and those of JavaScript after which an operand is expected.
var (
	jsEnds     = []string{"return", "const", "let", "var", "if", "for", "export", "import"}
	pythonEnds = []string{"and", "or", "if", "else", "for", "in", "is", "not", "return", "yield", "as", "assert"}
	jsReserved = strings.Fields("await break case catch class const continue debugger default delete do else enum export extends finally for " +
		"function if import in instanceof new return switch throw try typeof var void while with yield")
)

func goForm(_, text string) (form, bool) {
	switch text[0] {
	case '`':
		return form{quotes: "`", coding: literal.GoRaw, lines: true}, true
	case '"':
		return form{quotes: `"`, coding: literal.Go, escapes: true}, true
	}
	return form{quotes: "'", escapes: true}, true
}

func jsForm(_, text string) (form, bool) {
	if text[0] == '`' {
		return form{quotes: "`", coding: literal.Template, hole: "${", lines: true, escapes: true, closed: true}, true
	}
	return form{quotes: text[:1], coding: literal.JavaScript, escapes: true, closed: true}, true
}

func pythonForm(prefix, text string) (f form, ok bool) {
	quotes, prefix := text[:1], strings.ToLower(prefix)
	if triple := strings.Repeat(quotes, 3); strings.HasPrefix(text, triple) {
		quotes = triple
	}
	f = form{quotes: quotes, lines: len(quotes) == 3, raw: strings.Contains(prefix, "r"), escapes: true}
	formatted := strings.ContainsAny(prefix, "ft")
	if formatted {
		f.hole = "{"
	}
	f.coding = literal.Python(quotes, f.raw, formatted)
	return f, quotes[0] != '`'
}

// commentLen returns the length of the comment that a text starts with, or 0.
func (g *grammar) commentLen(text string) int {
	for _, mark := range g.comments {
		if strings.HasPrefix(text, mark) {
			return lineLen(text)
		}
	}
	if !g.blocks || !strings.HasPrefix(text, "/*") {
		return 0
	}
	if n := strings.Index(text[2:], "*/"); n >= 0 {
		return n + 4
	}
	return len(text)
}

// kindOf returns the kind of the operator or bracket that a text starts with, and its length.
func (g *grammar) kindOf(text string) (k tokenKind, n int) {
	c := text[0]
	double := len(text) > 1 && text[1] == c
	switch {
	case c == '+' && double, c == '?' && strings.HasPrefix(text, "?."):
		return other, 2
	case (c == '&' || c == '|') && double, strings.HasPrefix(text, "!="):
		return ends, 2
	case strings.IndexByte(g.ends, c) >= 0:
		return ends, 1
	}
	switch c {
	case '(', '[', '{':
		return open, 1
	case ')', ']', '}':
		return closing, 1
	case '+':
		return plus, 1
	case ',':
		return comma, 1
	case ':':
		return colon, 1
	}
	return other, 1
}

// A token is a token of a program, reduced to its role in joining strings.
type token struct {
	start, end int
	kind       tokenKind
	quoted     *quoted // of a string
}

// A quoted is what is between the quotes of a string.
type quoted struct {
	coding   literal.Coding
	from, to int
	holes    []Span // the computed parts
}

type tokenKind uint8

const (
	other   tokenKind = iota // an operand, or an operator that does not end it
	text                     // a literal
	plus                     // joins two strings
	open                     // an opening bracket
	closing                  // a closing bracket
	comma                    // ends an item of a list
	colon                    // after a key
	ends                     // ends an expression
)

// wordLen returns the length of the name or number that a text starts with.
func wordLen(text string) (n int) {
	for n < len(text) && (text[n] >= 0x80 || text[n] == '$' || !notInName(rune(text[n]))) {
		n++
	}
	return n
}

func notInName(c rune) bool {
	return c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z')
}

// regexpLen returns the length of the regular expression that a line starts with, or 0.
func regexpLen(line string) int {
	for i, class := 1, false; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\':
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			return i + 1
		}
	}
	return 0
}
