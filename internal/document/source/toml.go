package source

import (
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/entrhq/forge-lsp/internal/literal"
)

// scanTOML finds the strings of TOML. The parser gives the place of each.
func (r *finder) scanTOML() {
	var p unstable.Parser
	p.Reset([]byte(r.text))
	for p.NextExpression() {
		r.toml(p.Expression())
	}
	r.file.Invalid = r.file.Invalid || p.Error() != nil
}

// toml finds the strings of a value, or of that of a key.
func (r *finder) toml(n *unstable.Node) {
	switch n.Kind {
	case unstable.String:
		start := int(n.Raw.Offset)
		r.tomlString(start, start+int(n.Raw.Length), n.Data)
	case unstable.KeyValue:
		r.toml(n.Value())
	case unstable.Array, unstable.InlineTable:
		for it := n.Children(); it.Next(); {
			r.toml(it.Node())
		}
	}
}

// tomlString adds the string between two offsets, if it is relevant.
func (r *finder) tomlString(start, end int, value []byte) {
	r.values = append(r.values, Span{start, end})
	if !r.relevant(r.text[start:end]) {
		return
	}
	quotes := r.text[start : start+1]
	if strings.HasPrefix(r.text[start:end], strings.Repeat(quotes, 3)) && end-start >= 6 {
		quotes = strings.Repeat(quotes, 3)
	}
	from, to := start+len(quotes), end-len(quotes)
	trimmed := len(quotes) == 3 && from < to && lineLen(r.text[from:to]) == 0
	if trimmed {
		from += breakLen(r.text[from:to])
	}
	r.found(literal.Decode(nil, r.text[from:to], from, literal.TOML(quotes, trimmed)), string(value), start, end)
}
