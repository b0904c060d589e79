package source

import (
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/entrhq/forge-lsp/internal/literal"
)

// scanTOML finds the strings of TOML. The parser gives the place of each.
func (c *configReader) scanTOML() {
	var p unstable.Parser
	p.Reset([]byte(c.text))
	for p.NextExpression() {
		if e := p.Expression(); e.Kind == unstable.KeyValue {
			c.toml(e.Value())
		}
	}
	c.valid = c.valid && p.Error() == nil
}

// toml finds the strings of a value.
func (c *configReader) toml(n *unstable.Node) {
	switch n.Kind {
	case unstable.String:
		start := int(n.Raw.Offset)
		c.tomlString(start, start+int(n.Raw.Length), n.Data)
	case unstable.Array:
		for it := n.Children(); it.Next(); {
			c.toml(it.Node())
		}
	case unstable.InlineTable:
		for it := n.Children(); it.Next(); {
			if pair := it.Node(); pair.Kind == unstable.KeyValue {
				c.toml(pair.Value())
			}
		}
	}
}

// tomlString adds the string between two offsets, if it is relevant.
func (c *configReader) tomlString(start, end int, value []byte) {
	c.values = append(c.values, Span{start, end})
	if !c.relevant(c.text[start:end]) {
		return
	}
	quotes := c.text[start : start+1]
	if strings.HasPrefix(c.text[start:end], strings.Repeat(quotes, 3)) && end-start >= 6 {
		quotes = strings.Repeat(quotes, 3)
	}
	from, to := start+len(quotes), end-len(quotes)
	trimmed := len(quotes) == 3 && from < to && lineLen(c.text[from:to]) == 0
	if trimmed {
		from += breakLen(c.text[from:to])
	}
	c.found(literal.Decode(nil, c.text[from:to], from, literal.TOML(quotes, trimmed)), string(value), start, end)
}
