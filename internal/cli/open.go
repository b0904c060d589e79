package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/config"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/transcript"
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
	Lines   bool  // it has one record per line, in Text or, if that is "", in its file
	Err     error // why it could not be read
}

// Open reads a source, unless it is a large file with one record per line, or a compressed one. whole reports whether
// a large one is read in any case.
func (o *Flags) Open(src *workspace.Source, stdin io.Reader, whole bool) Opened {
	if ignore, ok := errors.AsType[*workspace.IgnoreError](src.Err); ok {
		return Opened{Config: &workspace.Configuration{}, Err: ignore} // about no file that is checked
	}
	a := o.Settings(*src)
	out := Opened{Config: a.Configuration}
	if out.Kind, out.Err = namedKind(a, *src); out.Err == nil {
		out.read(a, src, stdin, whole)
	}
	if out.Err != nil || src.Walked && !(out.Lines && out.Text == "") && !mayHoldCalls(out.Text, out.Kind) {
		return out
	}
	out.Tools = a.ToolSet()
	out.Options = a.Options()
	out.Options.Files = o.Files
	return out
}

// read reads the text of the source.
func (o *Opened) read(a *workspace.Settings, src *workspace.Source, stdin io.Reader, whole bool) {
	kindOf := func(text string) document.Kind { // as it is configured, or by the content
		kind, _ := a.ReadAs(src.KindOf(text))
		return kind
	}
	isJSON := func(head string) bool { return kindOf(head) == document.JSON }
	if o.Lines = src.HasLines(isJSON) && (!whole || src.Compressed); o.Lines {
		o.Kind = document.JSON
		return
	}
	if o.Text, o.Err = src.Read(stdin); o.Err == nil {
		o.Kind = kindOf(o.Text)
		o.Lines = !whole && o.Kind == document.JSON && transcript.IsLines(o.Text) && !a.IsPrompt()
	}
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

// ScanLines is Scan for some lines of the source; labels are those of all.
func (o *Opened) ScanLines(content string, labels *document.Labels) *diagnostics.Document {
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

// An ignoredError is the error for a file that the configuration excludes.
type ignoredError struct {
	path string
	from config.Place
}

func (e *ignoredError) Error() string {
	return fmt.Sprintf("%s is not read: kind = \"ignore\" (%v)", e.path, e.from)
}

// Failure reports whether an error about a file is a failure, and prints it. A file
// that was found in a folder is skipped silently; a named one is not, because its
// result is expected.
func Failure(stderr io.Writer, err error) bool {
	if errors.Is(err, workspace.ErrSkipped) {
		return false
	}
	Complain(stderr, err)
	if _, ignored := errors.AsType[*ignoredError](err); ignored {
		return false
	}
	if _, ignore := errors.AsType[*workspace.IgnoreError](err); ignore {
		return false // more than intended is checked
	}
	unchecked, ok := errors.AsType[*workspace.UncheckedError](err)
	return !ok || !unchecked.Walked
}

// mayHoldCalls reports whether a text contains anything that could be a tool tag, or one
// whose '<' is escaped in JSON; in a JSON file also a call in another text format. It is a
// quick test that avoids reading the other files of a folder.
func mayHoldCalls(text string, kind document.Kind) bool {
	return document.Relevant(text, kind) || kind != document.JSON && (strings.Contains(text, `\u003c`) || strings.Contains(text, `\u003C`))
}
