package diagnostics

import (
	"slices"

	"github.com/entrhq/forge-lsp/transcript"
)

var _ = register(&Rule{
	Code:     "multiple-calls",
	Severity: Error,
	Summary:  "A further call in one reply",
	Explanation: `
The live runtime runs one call a reply. It collects what stands between all the \'<tool>\'
and \'</tool>\' of a reply and reads it as one call, in which the last of each element
counts: the last call runs, and what it lacks it takes from those before. A second call
without \'<arguments>\' runs with the arguments of the first one, and a call that cannot be
read loses all others.

It is an error in a text that is known to be one message: standard input, a file with the
ending \'.reply\' or \'.response\', one that is read with \'--as reply\', and a message of a
transcript that has a label. In a file that may hold several messages and does not show
where they end, such as a log, it is one warning. In a document, and in what a user or a
tool wrote, every call is for itself.
`,
	Otherwise: `**warning** in a file that may hold several messages`,
	FixSafety: `
Keeping the last call is a guess: all of them may have been meant, one reply each.
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
	n := note{message: p.reply.merged}
	if p.seg.Scope == transcript.Messages {
		n.severity = Warning // nothing shows where a message ends
	}
	if i == len(further)-1 && p.lastOfSegment() && !p.seg.Long {
		n.fixes = []Fix{p.keepLast()}
	}
	p.report(p.b.Elements[0].Start, n)
}

// lastOfSegment reports whether no call that could run follows in the message.
func (p *pass) lastOfSegment() bool {
	return p.seg.Scope == transcript.Message || p.call == len(p.res.Calls)-1
}

// keepLast returns the fix that removes the calls before this one.
func (p *pass) keepLast() Fix {
	fix := Fix{Title: "Keep only the last call"}
	for k := p.call - 1; k >= 0 && p.res.Calls[k].Segment == p.seg; k-- {
		c := &p.res.Calls[k]
		if _, thought := p.seg.ThinkingAround(c.within.Start); !thought && c.closed() {
			fix.Edits = append(fix.Edits, Edit{c.within, ""})
		}
	}
	slices.Reverse(fix.Edits)
	return fix
}
