package diagnostics

import "github.com/entrhq/forge-lsp/internal/document/json"

// A resultKey is what links a native call with its result: the ID of the call or, in a container without
// IDs, the name of its tool.
type resultKey struct {
	alone    int // see json.Result.Alone
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
func (d *Document) NativeResults() []*json.Result {
	r := d.once
	if r == nil {
		r = d.whole().reading
	}
	list := make([]*json.Result, len(r.natives))
	open := map[resultKey][]int{}
	for i := range r.natives {
		c := &r.natives[i]
		key := resultKeyOf(c.Alone, c.ID, c.Tool)
		open[key] = append(open[key], i)
	}
	for i := range r.File.Results {
		result := &r.File.Results[i]
		key := resultKeyOf(result.Alone, result.Call, result.Tool)
		calls := open[key]
		if key.id == "" && len(calls) > 0 {
			if r.natives[calls[0]].Name.Span().Start > result.Start {
				continue
			}
			open[key], calls = calls[1:], calls[:1]
		} else {
			delete(open, key)
		}
		for _, call := range calls {
			list[call] = result
		}
	}
	return list
}
