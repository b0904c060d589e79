package main

import (
	"fmt"
	"io"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/transcript"
)

// opened is a source that was read, with what its calls are held against.
type opened struct {
	config  *configuration
	tools   *toolSet // nil where they were not needed: the source has no calls
	options diagnostics.Options
	kind    transcript.Kind
	text    string
	err     error // why it could not be read
}

// open reads a source.
func (o *commonOptions) open(src source, stdin io.Reader) opened {
	f := o.inForce(src)
	out := opened{config: f.configuration}
	if out.kind, out.err = f.kindOf(src); out.err == nil {
		out.text, out.err = read(src, stdin)
	}
	if out.err != nil || src.walked && !mayHoldCalls(out.text) {
		return out
	}
	out.tools = o.tools.of(src, f.Tools.Value)
	out.options = f.Options()
	out.options.Tools = out.tools.set
	return out
}

// run runs the rules on a text of the source: its own, or one that was fixed.
func (o *opened) run(text string) *diagnostics.Result {
	return o.options.Run(transcript.Read(text, o.kind))
}

// recovered makes the error of a source of a panic. Use it with defer.
func (o *opened) recovered(src source) {
	if v := recover(); v != nil {
		o.err = fmt.Errorf("%s: %w", src.path, internalError(v))
	}
}

// report prints what is wrong with the source, its configuration and the
// definitions of its tools. failed is whether anything is that the exit code
// must tell, and ok whether the source was read.
func (o *opened) report(stderr io.Writer) (failed, ok bool) {
	failed = o.config.report(stderr)
	if o.err != nil {
		return failure(stderr, o.err) || failed, false
	}
	return o.tools.report(stderr) || failed, true
}
