package diagnostics

import (
	"github.com/entrhq/forge-lsp/diagnostics/facts"
	"github.com/entrhq/forge-lsp/transcript"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/live"
)

// message returns what the live runtime makes of the message that the call is
// part of, nil where the text is not known to be one message. It is read once for
// all calls of the message, and only where a rule asks.
func (p *pass) message() *live.Reply {
	if p.seg.Scope != transcript.Message {
		return nil
	}
	if p.reply.live == nil {
		p.reply.live = live.Read(p.seg.Text, xmlcall.Options{MaxSize: p.maxSize})
	}
	return p.reply.live
}

// liveFacts are what facts needs to know to read a call of a message.
func (p *pass) liveFacts() facts.Options {
	return facts.Options{Tools: p.tools, MaxSize: p.res.options.MaxSize, Complete: true}
}

// runsLive reports whether the live runtime runs text, which is this call with an
// end tag, as it was meant: with all that is written in it, and nothing from
// elsewhere in the message.
func (p *pass) runsLive(text string) bool {
	reply := p.message()
	if reply == nil || !reply.Runs() {
		return false
	}
	o := p.liveFacts()
	if p.reply.run == nil {
		run := facts.RunOf(reply.Block.Text, o)
		p.reply.run = &run
	}
	meant := facts.Intend(text, o)
	return meant.Certain() && p.reply.run.Same(facts.Run{OK: true, Tool: meant.Tool, Values: meant.Values})
}

// otherRuns reports whether the live runtime runs another call of the message.
func (p *pass) otherRuns() bool {
	reply := p.message()
	return reply != nil && reply.Runs()
}
