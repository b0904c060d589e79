package diagnostics

import "github.com/entrhq/forge-lsp/internal/transcript"

// A resultKey is what links a native call with its result: the ID of the call or, in a container without
// IDs, the name of its tool.
type resultKey struct {
	alone    int // see transcript.Result.Alone
	id, tool string
}

func resultKeyOf(alone int, id, tool string) resultKey {
	if id != "" {
		tool = ""
	}
	return resultKey{alone, id, tool}
}

// NativeResults returns the result of each of [Document.Natives]; nil for none. An ID links a result with
// every call that has it, the name of a tool with the first call before it that has no result.
func (d *Document) NativeResults() []*transcript.Result {
	natives := d.Natives()
	list := make([]*transcript.Result, len(natives))
	open := map[resultKey][]int{}
	for i := range natives {
		c := &natives[i]
		key := resultKeyOf(c.Alone, c.ID, c.Tool)
		open[key] = append(open[key], i)
	}
	for i := range d.chunks {
		c := &d.chunks[i]
		for k := range c.File.Results {
			result := c.File.Results[k]
			if result.Start += c.start; result.Alone > 0 {
				result.Alone += c.start
			}
			key := resultKeyOf(result.Alone, result.Call, result.Tool)
			calls := open[key]
			if key.id == "" && len(calls) > 0 {
				if natives[calls[0]].Start > result.Start {
					continue
				}
				open[key], calls = calls[1:], calls[:1]
			} else {
				delete(open, key)
			}
			for _, call := range calls {
				list[call] = &result
			}
		}
	}
	return list
}
