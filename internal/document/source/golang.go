package source

import (
	"go/scanner"
	gotoken "go/token"
	"strings"

	"github.com/entrhq/forge-lsp/internal/literal"
)

// scanGo reads the tokens of Go.
func (r *reader) scanGo() {
	r.literal = r.goLiteral
	var s scanner.Scanner
	files := gotoken.NewFileSet()
	file := files.AddFile("", files.Base(), len(r.text))
	s.Init(file, []byte(r.text), func(gotoken.Position, string) {}, scanner.ScanComments)
	var list tokens
	depth := 0
	for {
		pos, tok, lit := s.Scan()
		start := file.Offset(pos)
		t := token{start: start, end: min(len(r.text), start+max(1, len(lit)))}
		switch tok {
		case gotoken.EOF:
			r.tokens = list.list
			return
		case gotoken.COMMENT:
			r.file.Comments = append(r.file.Comments, Span{start, commentEnd(r.text, start)})
			continue
		case gotoken.STRING:
			t.kind = text
			_, t.end = r.goString(start)
		case gotoken.ADD:
			t.kind = plus
		case gotoken.LPAREN, gotoken.LBRACK, gotoken.LBRACE:
			t.kind = open
			depth++
		case gotoken.RPAREN, gotoken.RBRACK, gotoken.RBRACE:
			t.kind = closing
			depth = max(0, depth-1)
		case gotoken.COMMA:
			t.kind = comma
		case gotoken.COLON:
			t.kind = colon
		case gotoken.SEMICOLON:
			t.kind = lineEnds
		case gotoken.VAR, gotoken.CONST, gotoken.TYPE:
			t.kind = ends
		default:
			if tok.IsKeyword() && tok != gotoken.FUNC || isAssignment(tok) || tok.Precedence() > gotoken.LowestPrec && tok.Precedence() < gotoken.ADD.Precedence() {
				t.kind = ends
			}
		}
		list.add(t)
	}
}

func isAssignment(tok gotoken.Token) bool {
	return tok == gotoken.ASSIGN || tok == gotoken.DEFINE || gotoken.ADD_ASSIGN <= tok && tok <= gotoken.AND_NOT_ASSIGN
}

// commentEnd returns the end of a comment. The scanner drops carriage returns, so the
// length of its result is not sufficient.
func commentEnd(text string, start int) int {
	mark, n := "\n", 0
	if strings.HasPrefix(text[start:], "/*") {
		mark, n = "*/", 2
	}
	if i := strings.Index(text[min(start+2, len(text)):], mark); i >= 0 {
		return start + 2 + i + n
	}
	return len(text)
}

// goString returns the ends of the content of the string that starts at a quote, and of the string.
func (r *reader) goString(start int) (to, end int) {
	from := start + 1
	to = from
	if r.text[start] == '`' {
		to = len(r.text)
		if n := strings.IndexByte(r.text[from:], '`'); n >= 0 {
			to = from + n
		}
	} else {
		for to < len(r.text) && r.text[to] != '"' && r.text[to] != '\n' {
			if r.text[to] == '\\' && to+1 < len(r.text) && r.text[to+1] != '\n' {
				to++
			}
			to++
		}
	}
	end = to
	if end < len(r.text) && r.text[end] == r.text[start] {
		end++
	}
	return to, end
}

// goLiteral reads a literal.
func (r *reader) goLiteral(t token) literal.Part {
	coding := literal.Go
	if r.text[t.start] == '`' {
		coding = literal.GoRaw
	}
	to, _ := r.goString(t.start)
	return r.decoded(t.start+1, to, coding)
}
