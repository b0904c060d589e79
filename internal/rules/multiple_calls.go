package rules

import (
	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var multipleCalls = &Rule{
	Code:     "multiple-calls",
	Severity: Error,
	Group:    Messages,
	Summary:  "A further call in one reply",
	Explanation: `
The live runtime runs one call per reply. It collects what is between all the \'<tool>\' and
\'</tool>\' of a reply and reads that as one call, in which the last of each element is used: the
last call runs, and takes what it lacks from the earlier ones. A second call without
\'<arguments>\' runs with the arguments of the first one, and if one of them cannot be read, none
runs.

It is an error in a text that is known to be one message: standard input, a file with the extension
\'.reply\' or \'.response\', one that is read with \'--as reply\', and a message of a transcript that
has a label. In a file that may contain several messages without showing where they end, such as a log,
it is one warning. In a document, and in what a user or a tool wrote, every call is read on its own.

Of more than 131,072 calls in a row, none of which can be read on its own, the rest is not read.
`,
	Otherwise: `**warning** in a file that may contain several messages`,
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
	Needs: facts.Needs{Facts: facts.Neighbors},
	Check: checkMultipleCalls,
}

func checkMultipleCalls(p *Pass) {
	if p.Around.Merged == "" {
		return
	}
	n := Report{Message: p.Around.Merged, Note: p.Around.MergedNote, Reply: true}
	for _, call := range p.Around.Spoils {
		n.Related = append(n.Related, Spoiled(call))
	}
	if p.Around.Unbounded {
		n.Severity = Warning // the ends of messages are not known
	}
	if len(p.Around.Earlier) > 0 {
		fix := Fix{Title: "Keep only the last call"}
		for _, span := range p.Around.Earlier {
			fix.Edits = append(fix.Edits, Edit{Span: span, Text: ""})
		}
		n.Fixes = []Fix{fix}
	}
	p.report(p.Block.Element(0).Start(), n)
}

// Spoiled returns the related place of a call that does not run as written because the runtime
// reads another one with it.
func Spoiled(call xmlcall.Span) Related {
	start := xmlcall.Span{Start: call.Start, End: min(call.End, call.Start+len("<tool>"))}
	return Related{Span: start, Message: "this call does not run as written"}
}
