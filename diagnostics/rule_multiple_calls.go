package diagnostics

import (
	"slices"
)

var _ = register(&Rule{
	Code:     "multiple-calls",
	Severity: Warning,
	Summary:  "A further call in one reply",
	Explanation: `
The live runtime runs one call a reply. It collects what stands between all the \'<tool>\'
and \'</tool>\' of a reply and reads it as one call, in which the last of each element
counts: the last call runs, and what it lacks it takes from those before. A second call
without \'<arguments>\' runs with the arguments of the first one.

The fix keeps the last call and is a suggestion: all of them may have been meant, one
reply each. A file with more than fifty calls is taken for a transcript of many replies,
and in a document every call stands for itself.
`,
	Bad: `I look at both.
<tool>
<server_name>local</server_name>
<tool_name>read_file</tool_name>
<arguments>
  <path>a.go</path>
</arguments>
</tool>
<tool>
<server_name>local</server_name>
<tool_name>read_file</tool_name>
<arguments>
  <path>b.go</path>
</arguments>
</tool>`,
	Good: `I look at b.go.
<tool>
<server_name>local</server_name>
<tool_name>read_file</tool_name>
<arguments>
  <path>b.go</path>
</arguments>
</tool>`,
	check: checkMultipleCalls,
})

func checkMultipleCalls(p *pass) {
	further := p.reply.further
	i, found := slices.BinarySearch(further, p.b.Span.Start)
	if !found {
		return
	}
	n := note{message: "The live runtime runs the calls of one reply as one: only the last one runs, with what it lacks from the others"}
	if i == len(further)-1 {
		keepLast := Fix{Title: "Keep only the last call"}
		for k := range p.res.Calls[:p.call] {
			if c := &p.res.Calls[k]; c.Segment == p.seg && c.closed() {
				keepLast.Edits = append(keepLast.Edits, Edit{c.within, ""})
			}
		}
		n.fixes = []Fix{keepLast}
	}
	p.report(p.b.Elements[0].Start, n)
}
