package diagnostics

import (
	"fmt"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/transcript"
	"github.com/entrhq/forge-lsp/xmlcall"
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

The fix keeps the last call and is a suggestion: all of them may have been meant, one
reply each.
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
	n := note{message: p.further()}
	if p.seg.Scope == transcript.Messages {
		// One cause, one finding: nothing shows where a message ends.
		if i > 0 {
			return
		}
		if p.res.options.Rules[p.rule.Code] == Default {
			p.severity = Warning
		}
	}
	if i == len(further)-1 {
		keepLast := Fix{Title: "Keep only the last call"}
		for k := range p.res.Calls[:p.call] {
			c := &p.res.Calls[k]
			if c.Segment != p.seg || !c.closed() {
				continue
			}
			if _, thought := p.seg.ThinkingAround(c.within.Start); !thought {
				keepLast.Edits = append(keepLast.Edits, Edit{c.within, ""})
			}
		}
		n.fixes = []Fix{keepLast}
	}
	p.report(p.b.Elements[0].Start, n)
}

// further says what becomes of the calls of one reply.
func (p *pass) further() string {
	calls := len(p.reply.further) + 1
	live := p.reply.live
	if live == nil {
		return fmt.Sprintf("%d calls and no sign of where a message ends: only one call of a reply runs", calls)
	}
	if !live.Runs() {
		return fmt.Sprintf("%d calls in one reply: they are read as one, and refused", calls)
	}
	var from []string // what the call that runs has from those before the last
	for _, d := range live.Deviations {
		if d.Kind != xmlcall.FieldInherited {
			continue
		}
		name := live.Text[d.Span.Start+len("<"):]
		name = name[:strings.IndexAny(name, " />\t\r\n")]
		if !strings.HasSuffix(name, "server_name") { // which no call is routed by
			from = append(from, "<"+name+">")
		}
	}
	if len(from) > 0 {
		return fmt.Sprintf("%d calls in one reply: they run as one, %s with the %s of an earlier call", calls, clip(live.Tool), strings.Join(from, " and "))
	}
	return fmt.Sprintf("%d calls in one reply: only the last, %s, runs", calls, clip(live.Tool))
}
