package cli

import (
	"errors"
	"fmt"
	"io"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/text"
)

// Opened is a source that was read, with the settings for checking its calls.
type Opened struct {
	Config  *workspace.Configuration
	Tools   *workspace.ToolSet // nil if they were not needed: the source has no calls
	Options diagnostics.Options
	Kind    document.Kind
	Text    string
	Stream  bool  // it is checked in pieces, and text is not read
	Err     error // why it could not be read
}

// Open reads a source, unless streams, which may be nil, reports that it is read in pieces. isJSON is for that: it
// reports whether a text that starts so is a transcript in JSON.
func (o *Flags) Open(src *workspace.Source, stdin io.Reader, streams func(src *workspace.Source, isJSON func(head string) bool) bool) Opened {
	if ignore, ok := errors.AsType[*workspace.IgnoreError](src.Err); ok {
		return Opened{Config: &workspace.Configuration{}, Err: ignore} // about no file that is checked
	}
	a := o.Settings(*src)
	out := Opened{Config: a.Configuration}
	if out.Kind, out.Err = namedKind(a, *src); out.Err == nil {
		kind := func(text string) document.Kind { // as it is configured, or by the content
			kind, _ := a.ReadAs(src.KindOf(text))
			return kind
		}
		if out.Stream = streams != nil && streams(src, func(head string) bool { return kind(head) == document.JSON }); out.Stream {
			out.Kind = document.JSON
		} else if out.Text, out.Err = src.Read(stdin); out.Err == nil {
			out.Kind = kind(out.Text)
		}
	}
	if out.Err != nil || !out.Stream && src.Walked && !mayHoldCalls(out.Text, out.Kind) {
		return out
	}
	out.Tools = a.ToolSet()
	out.Options = a.Options()
	out.Options.Files = o.Files
	return out
}

// namedKind returns how a source is read by its name. The error is that it must not be read.
func namedKind(a *workspace.Settings, src workspace.Source) (document.Kind, error) {
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

// Scan finds the problems in a text of the source: its own, or one that was fixed.
func (o *Opened) Scan(content string) *diagnostics.Document {
	return o.Options.Open(text.New(content), o.Kind)
}

// ScanPiece is scan for a piece of the source; labels are those of the whole source.
func (o *Opened) ScanPiece(content string, labels *document.Labels) *diagnostics.Document {
	return o.Options.OpenLines(text.New(content), labels)
}

// Recovered converts a panic to the error of a source. It must be deferred.
func (o *Opened) Recovered(src workspace.Source) {
	if v := recover(); v != nil {
		o.Err = fmt.Errorf("%s: %w", src.Path, InternalError(v))
	}
}

// Report prints the errors in the source, its configuration and the definitions of its
// tools that were not printed before. failed reports whether there is any that the exit
// code must reflect, and ok whether the source was read.
func (o *Opened) Report(stderr io.Writer, reported *reported) (failed, ok bool) {
	failed = reported.Configuration(stderr, o.Config)
	if o.Err != nil {
		return Failure(stderr, o.Err) || failed, false
	}
	return reported.Tools(stderr, o.Tools) || failed, true
}
