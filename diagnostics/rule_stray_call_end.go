package diagnostics

var _ = register(&Rule{
	Code:     "stray-call-end",
	Severity: Information,
	Summary:  "A </tool> without a <tool>",
	Explanation: `
Outside of a call the runtime takes a \'</tool>\' for prose and shows it to the user. It
mostly is what is left of a call that was written another way, or one too many.

It is reported in replies that hold a call.
`,
	FixSafety: `
Removing the tag is a guess: it may be text that mentions it, or the end of a call whose start is
missing.
`,
	bad: `I am done. </tool>
<tool>
<server_name>local</server_name>
<tool_name>list_tags</tool_name>
<arguments></arguments>
</tool>`,
	good: `I am done.
<tool>
<server_name>local</server_name>
<tool_name>list_tags</tool_name>
<arguments></arguments>
</tool>`,
	check: checkStrayCallEnd,
})

func checkStrayCallEnd(p *pass) {
	for _, span := range p.reply.stray[p.b.Span.Start] {
		p.report(span, note{
			message: "</tool> ends no call; it is shown as text",
			fixes:   []Fix{replace("Remove </tool>", span, "")},
		})
	}
}
