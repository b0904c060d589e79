package ls

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/internal/config"
)

// Configure adds keys and values of a configuration file. An incomplete file is not
// valid TOML, so the lines before the cursor are examined one by one: the last header is
// that of the table.
func (c *Completer) Configure() {
	c.read()
	before := c.text[:c.at]
	start := strings.LastIndexAny(before, "\r\n") + 1
	line := before[start:]
	switch typed := strings.TrimLeft(line, " \t"); {
	case strings.HasPrefix(typed, "#"):
	case strings.HasPrefix(typed, "["):
		c.from, c.to = c.at-len(typed), c.keyEnd()
		for c.to < len(c.text) && c.text[c.to] == ']' {
			c.to++
		}
		c.completeHeaders()
	case strings.Contains(line, "="):
		c.completeConfigValue(start, line)
	default:
		c.completeKeys(start, typed)
	}
}

// header finds the headers of tables.
var header = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^[ \t]*(\[\[?)[ \t]*([\w.-]+)[ \t]*\]\]?`)
})

// table returns the path of the table that contains a line, and the start of its text.
func (c *Completer) table(line int) (path []string, start int) {
	all := header().FindAllStringSubmatchIndex(c.text[:line], -1)
	if len(all) == 0 {
		return nil, 0
	}
	last := all[len(all)-1]
	return strings.Split(c.text[last[4]:last[5]], "."), last[1]
}

// completeHeaders adds the headers of tables.
func (c *Completer) completeHeaders() {
	for _, k := range config.Keys() {
		text := "[" + k.Name + "]"
		switch k.Type {
		case config.TableList:
			text = "[" + text + "]"
		case config.Table:
		default:
			continue
		}
		filter := k.Name
		if strings.HasPrefix(c.word(), "[") {
			filter = text
		}
		c.add(candidate{
			label: text, filter: filter, sort: "9" + k.Name, kind: ModuleItem,
			insert: insertion{literally(text)}, about: About{Key: []string{k.Name}},
		})
	}
}

// completeKeys adds the keys that the table of a line lacks.
func (c *Completer) completeKeys(line int, typed string) {
	path, start := c.table(line)
	if dot := strings.LastIndexByte(typed, '.'); dot >= 0 {
		path, typed = append(path, strings.Split(typed[:dot], ".")...), typed[dot+1:]
	} else {
		defer c.completeHeaders()
	}
	if strings.Trim(typed, letters) != "" {
		return
	}
	c.from, c.to = c.at-len(typed), c.keyEnd()
	table := c.text[start:line]
	for i, k := range config.Keys(path...) {
		if k.Type == config.Table || k.Type == config.TableList || hasKey(table, k.Name) || hasKey(c.after(), k.Name) {
			continue
		}
		c.add(candidate{
			label: k.Name, sort: "1" + order(i), filter: k.Name, kind: PropertyItem,
			insert: slices.Concat(insertion{literally(k.Name + " = ")}, configValue(k)),
			about:  About{Key: append(slices.Clone(path), k.Name)},
		})
	}
}

// letters are those of a key that needs no quotes.
const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"

// keyEnd returns the end of the key that contains the cursor.
func (c *Completer) keyEnd() int {
	rest := c.text[c.at:]
	return c.at + len(rest) - len(strings.TrimLeft(rest, letters))
}

// after returns the lines of the table after that of the cursor.
func (c *Completer) after() string {
	rest := c.text[c.endOfLine():]
	if at := header().FindStringIndex(rest); at != nil {
		rest = rest[:at[0]]
	}
	return rest
}

// hasKey reports whether one of the lines of a table sets a key.
func hasKey(table, name string) bool {
	for line := range strings.Lines(table) {
		if key, _, ok := strings.Cut(line, "="); ok && strings.Trim(key, " \t\"'") == name {
			return true
		}
	}
	return false
}

// configValue returns the value of a key with fields.
func configValue(k config.Key) insertion {
	switch {
	case k.Type == config.Number:
		return insertion{field("")}
	case k.Type == config.Boolean:
		return insertion{field(k.Values[0], k.Values...)}
	case k.Type == config.List:
		return insertion{literally(`["`), field(""), literally(`"]`)}
	case len(k.Values) > 0:
		return insertion{literally(`"`), field(k.Values[0], k.Values...), literally(`"`)}
	}
	return insertion{literally(`"`), field(""), literally(`"`)}
}

// completeConfigValue adds the values of the key of a line.
func (c *Completer) completeConfigValue(start int, line string) {
	left, typed, _ := strings.Cut(line, "=")
	typed = strings.TrimLeft(typed, " \t")
	path, _ := c.table(start)
	path = append(path, strings.Split(strings.TrimSpace(left), ".")...)
	last := len(path) - 1
	quoted := strings.TrimPrefix(typed, `"`)
	if strings.Trim(quoted, letters) != "" {
		return // it is complete, or a list
	}
	c.from, c.to = c.at-len(typed), c.keyEnd()
	if c.to < len(c.text) && c.text[c.to] == '"' {
		c.to++
	}
	for _, k := range config.Keys(path[:last]...) {
		if k.Name != path[last] {
			continue
		}
		for i, value := range k.Values {
			text := `"` + value + `"`
			if k.Type == config.Boolean {
				text = value
			}
			filter := value
			if quoted != typed {
				filter = text
			}
			c.add(candidate{
				label: value, filter: filter, sort: order(i), kind: ValueItem, insert: insertion{literally(text)},
			})
		}
	}
}
