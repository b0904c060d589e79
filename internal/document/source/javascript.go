package source

import (
	"cmp"
	"strings"

	"github.com/entrhq/forge-lsp/internal/literal"
	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/js"
)

// maxAgain is the number of times the text that may be read in vain after text that is not
// JavaScript. A token that nothing ends is searched to the end of its line or of the file, and the
// lexer searches the line for its message.
const maxAgain = 64

// fewErrors is the number of places that are not JavaScript from which the lexer gets a window of the text,
// which is doubled until a token ends in it: for the message of an error it copies all that it has.
const fewErrors = 16

// leastWindow is the smallest window, in bytes, and lookahead what the lexer looks at after the place it
// has reached. leastWindow is a variable so that tests can make it small.
var leastWindow = 4 << 10

const lookahead = 8

// scanJavaScript reads the tokens of JavaScript or TypeScript.
func (r *reader) scanJavaScript() {
	r.literal = r.jsLiteral
	text := append([]byte(r.text), 0) // the lexer needs the last byte
	window, errors := len(r.text), 0
	var list tokens
	for at := 0; at < len(r.text) && r.again <= maxAgain*len(r.text); {
		end, comments, before := min(at+window, len(r.text)), len(r.file.Comments), list
		input := parse.NewInputBytes(text[at:end:cmp.Or(end%len(r.text), len(text))])
		s := &jsScanner{reader: r, lexer: js.NewLexer(input), at: at}
		s.scan(&list, false)
		looked := min(at+input.Offset(), end)
		if looked+lookahead >= end && end < len(r.text) { // the last token may be longer
			r.file.Comments, list = r.file.Comments[:comments], before
			r.again += end - at
			window *= 2
			continue
		}
		// The lexer stops at text that is not JavaScript, such as an apostrophe in JSX.
		r.again += looked - s.at + lineLen(r.text[looked:])
		at = s.at + 1
		if errors++; errors >= fewErrors {
			window = leastWindow
		}
	}
	r.tokens = list.list
}

// A jsScanner reads tokens up to the first error.
type jsScanner struct {
	*reader
	lexer   *js.Lexer
	at      int  // start of the next token
	operand bool // whether the last token ends an operand, so that / divides
	failed  bool // after an error the lexer is at another place
	part    []literal.Part
}

// next returns the next token.
func (s *jsScanner) next() (kind js.TokenType, start, end int) {
	if s.failed {
		return js.ErrorToken, s.at, s.at
	}
	kind, data := s.lexer.Next()
	if (kind == js.DivToken || kind == js.DivEqToken) && !s.operand {
		kind, data = s.lexer.RegExp()
	}
	if kind == js.ErrorToken {
		s.failed = true
		return kind, s.at, s.at
	}
	start = s.at
	s.at += len(data)
	return kind, start, s.at
}

// scan reads to the end or, in a template, to the end of the computed part; the token
// after it is left in part.
func (s *jsScanner) scan(list *tokens, inside bool) {
	for {
		tt, start, end := s.next()
		t := token{start: start, end: end}
		switch {
		case tt == js.ErrorToken:
			return
		case tt == js.WhitespaceToken, tt == js.LineTerminatorToken:
			continue
		case tt == js.CommentToken, tt == js.CommentLineTerminatorToken:
			s.file.Comments = append(s.file.Comments, Span{start, end})
			continue
		case tt == js.StringToken || tt == js.TemplateToken:
			t.kind = text
		case tt == js.TemplateStartToken:
			t = s.template(start, end)
		case tt == js.TemplateMiddleToken || tt == js.TemplateEndToken:
			if inside {
				n := 1
				if tt == js.TemplateMiddleToken {
					n = 2
				}
				s.part = []literal.Part{s.decoded(start+1, end-n, literal.Template)}
				s.operand = tt == js.TemplateEndToken
				return
			}
		default:
			t.kind = jsKind(tt)
		}
		s.operand = t.kind == text || t.kind == closing || tt == js.RegExpToken || js.IsIdentifier(tt) || js.IsNumeric(tt) || tt == js.ThisToken || tt == js.TrueToken || tt == js.FalseToken || tt == js.NullToken || tt == js.SuperToken
		list.add(t)
	}
}

// template reads a template whose first part is between two offsets.
func (s *jsScanner) template(start, end int) token {
	t := token{kind: text, start: start, holes: &holes{parts: []literal.Part{s.decoded(start+1, end-2, literal.Template)}}}
	for {
		hole := s.at - 2
		s.operand, s.part = false, nil
		s.scan(&t.holes.inner, true)
		t.holes.inner.add(token{kind: holeEnds})
		if s.part == nil { // the file ends inside it
			t.end = s.at
			return t
		}
		next := s.part[0]
		p := literal.Part{Start: hole, End: next.Start, Shown: s.text[hole:next.Start]}
		if name := strings.TrimSuffix(p.Shown[2:], "}"); strings.ContainsFunc(name, notInName) || name == "" {
			p.Shown = shown(name)
		}
		t.holes.parts = append(t.holes.parts, p, next)
		if s.operand {
			t.end = s.at
			return t
		}
	}
}

// jsLiteral reads a literal.
func (r *reader) jsLiteral(t token) literal.Part {
	coding := literal.JavaScript
	if r.text[t.start] == '`' {
		coding = literal.Template
	}
	return r.decoded(t.start+1, t.end-1, coding)
}

func notInName(c rune) bool {
	return c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z')
}

func jsKind(tt js.TokenType) kind {
	switch tt {
	case js.AddToken:
		return plus
	case js.OpenBraceToken, js.OpenParenToken, js.OpenBracketToken:
		return open
	case js.CloseBraceToken, js.CloseParenToken, js.CloseBracketToken:
		return closing
	case js.CommaToken:
		return comma
	case js.ColonToken:
		return colon
	case js.SemicolonToken, js.EqToken, js.EqEqToken, js.EqEqEqToken, js.NotEqToken, js.NotEqEqToken, js.AndToken, js.OrToken, js.QuestionToken,
		js.ReturnToken, js.ConstToken, js.LetToken, js.VarToken, js.IfToken, js.ForToken, js.ExportToken, js.ImportToken, js.ArrowToken, js.NullishToken:
		return ends
	}
	return other
}
