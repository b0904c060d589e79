package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/text"
)

// opened is a source that was read, with the settings for checking its calls.
type opened struct {
	config  *workspace.Configuration
	tools   *workspace.ToolSet // nil if they were not needed: the source has no calls
	options diagnostics.Options
	kind    document.Kind
	text    string
	stream  bool  // it is checked in pieces, and text is not read
	archive bool  // it is an archive whose files are opened
	err     error // why it could not be read
}

// open reads a source, unless streams, which may be nil, reports that it is read in
// pieces.
func (o *commonOptions) open(src *workspace.Source, stdin io.Reader, streams func(*workspace.Source, document.Kind) bool) opened {
	if ignore, ok := errors.AsType[*workspace.IgnoreError](src.Err); ok {
		return opened{config: &workspace.Configuration{}, err: ignore} // about no file that is checked
	}
	a := o.settings(*src)
	out := opened{config: a.Configuration}
	if out.kind, out.err = kindOf(a, *src); out.err == nil {
		src.Bytes = out.kind == document.JSON
		if out.stream = streams != nil && streams(src, out.kind); !out.stream {
			out.text, out.err = src.Read(stdin)
		}
	}
	if out.archive = errors.Is(out.err, workspace.ErrArchive); out.archive {
		out.err = nil
		return out
	}
	if out.err != nil || !out.stream && src.Walked && !mayHoldCalls(out.text, out.kind) {
		return out
	}
	out.tools = a.ToolSet()
	out.options = a.Options()
	return out
}

// kindOf returns how a source is read. The error is that it must not be read.
func kindOf(a *workspace.Settings, src workspace.Source) (document.Kind, error) {
	named := document.KindOf(workspace.Uncompressed(src.Path))
	kind, ok := a.ReadAs(named)
	switch {
	case a.Excluded(&src):
		return kind, workspace.ErrSkipped
	case ok && (!src.Walked || a.Kind.Value != "" || !a.IsDefinition()):
		return kind, nil
	case src.Walked:
		return kind, workspace.ErrSkipped
	}
	return kind, &ignoredError{src.Path, a.Kind.From}
}

// scan finds the problems in a text of the source: its own, or one that was fixed.
func (o *opened) scan(content string) *diagnostics.Document {
	return o.options.Scan(text.New(content), o.kind)
}

// scanPiece is scan for a piece of the source; labels are those of the whole source.
func (o *opened) scanPiece(content string, labels *document.Labels) *diagnostics.Document {
	return o.options.ScanPiece(text.New(content), labels)
}

// recovered converts a panic to the error of a source. It must be deferred.
func (o *opened) recovered(src workspace.Source) {
	if v := recover(); v != nil {
		o.err = fmt.Errorf("%s: %w", src.Path, internalError(v))
	}
}

// report prints the errors in the source, its configuration and the definitions of its
// tools that were not printed before. failed reports whether there is any that the exit
// code must reflect, and ok whether the source was read.
func (o *opened) report(stderr io.Writer, reported *reported) (failed, ok bool) {
	failed = reported.configuration(stderr, o.config)
	if o.err != nil {
		return failure(stderr, o.err) || failed, false
	}
	return reported.tools(stderr, o.tools) || failed, true
}
