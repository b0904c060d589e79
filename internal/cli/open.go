package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/config"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/text"
)

// opened is a source that was read, with the settings for checking its calls.
type opened struct {
	Source  workspace.Source
	Config  *workspace.Configuration
	Tools   *workspace.ToolSet // nil if they were not needed: the source has no calls
	Options diagnostics.Options
	Kind    document.Kind
	Text    string
	Lines   bool  // it has one record per line, and is read from its file
	Err     error // why it could not be read

	told int64 // bytes of it that the progress knows of
}

// Open reads a source, unless it is a large file with one record per line, or a compressed one. whole reports whether
// a large one is read in any case.
func (o *inputFlags) Open(out *opened, src workspace.Source, whole bool) {
	*out = opened{Source: src}
	a := o.Tools.Settings(src)
	out.Config = a.Configuration
	if out.Kind, out.Err = namedKind(a, src); out.Err == nil {
		out.read(a, o.Stdin, whole)
	}
	if out.Err != nil || src.Walked && !out.Lines && !mayHoldCalls(out.Text, out.Kind) {
		return
	}
	out.Tools = a.ToolSet()
	out.Options = a.Options()
	out.Options.Files = o.Files
}

// read reads the text of the source.
func (o *opened) read(a *workspace.Settings, stdin io.Reader, whole bool) {
	kindOf := func(text string) document.Kind { // as it is configured, or by the content
		kind, _ := a.ReadAs(o.Source.KindOf(text))
		return kind
	}
	isJSON := func(head string) bool { return kindOf(head) == document.JSON }
	if o.Lines = o.Source.HasLines(isJSON) && (!whole || o.Source.Compressed); o.Lines {
		o.Kind = document.JSON
		return
	}
	if o.Text, o.Err = o.Source.Read(stdin); o.Err == nil {
		o.Kind = kindOf(o.Text)
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

// done tells the progress that all of a source was read.
func (o *inputFlags) done(file *opened) {
	if o.progress != nil {
		o.progress.Add(1, file.Source.Size()-file.told)
	}
}

// headOfFile returns the first bytes of a file, up to a number. The error is that it cannot be opened.
func headOfFile(src *workspace.Source, size int) (string, error) {
	r, err := src.Open()
	if err != nil {
		return "", err
	}
	defer func() { _ = r.Close() }()
	head := make([]byte, size)
	n, _ := io.ReadFull(r, head) // reading it again reports the error
	return string(head[:n]), nil
}

// Scan finds the problems in a text of the source: its own, or one that was fixed.
func (o *opened) Scan(content string) *diagnostics.Document {
	return o.Options.Open(text.New(content), o.Kind)
}

// Recovered converts a panic to the error of the source. It must be deferred.
func (o *opened) Recovered() {
	if v := recover(); v != nil {
		o.Err = fmt.Errorf("%s: %w", o.Source.Path, internalError(v))
	}
}

// Take prints the errors in a source, its configuration and the definitions of its tools that were not printed before,
// and reports whether it was read.
func (o *inputFlags) Take(file *opened) bool {
	failed := o.Tools.Reported.print(o.Stderr, file.Config, file.Tools)
	if o.Failed = o.Failed || failed; file.Err != nil {
		o.Fail(file.Err)
		return false
	}
	for _, folder := range file.Source.In {
		o.covered[folder] = true
	}
	return true
}

// An ignoredError is the error for a file that the configuration excludes.
type ignoredError struct {
	path string
	from config.Place
}

func (e *ignoredError) Error() string {
	return fmt.Sprintf("%s is not read: kind = \"ignore\" (%v)", e.path, e.from)
}

// Fail prints errors about files. One that was found in a folder is skipped silently; a named one is not, because its
// result is expected.
func (o *inputFlags) Fail(list ...error) {
	for _, err := range list {
		if errors.Is(err, workspace.ErrSkipped) {
			continue
		}
		complain(o.Stderr, err)
		_, ignored := errors.AsType[*ignoredError](err)
		_, ignore := errors.AsType[*workspace.IgnoreError](err) // more than intended is checked
		unchecked, ok := errors.AsType[*workspace.UncheckedError](err)
		o.Failed = o.Failed || !ignored && !ignore && !(ok && unchecked.Walked)
	}
}

// Exit returns the exit code of a command that has printed everything; found is whether it is not zero for what was
// found.
func (o *inputFlags) Exit(found bool) error {
	if found && !o.Failed {
		return ExitCode(ExitFindings)
	}
	return failing(o.Failed)
}

// mayHoldCalls reports whether a text contains anything that could be a tool tag, or one
// whose '<' is escaped in JSON; in a JSON file also a call in another text format. It is a
// quick test that avoids reading the other files of a folder.
func mayHoldCalls(text string, kind document.Kind) bool {
	return document.Relevant(text, kind) || kind != document.JSON && (strings.Contains(text, `\u003c`) || strings.Contains(text, `\u003C`))
}

// inOrder runs work on every item, several concurrently, and passes the results to emit
// one at a time in the order of the items. It stops at the first error of emit, and
// when ctx is done; work in progress is then abandoned. If work panics, so does it.
func inOrder[T, R any](ctx context.Context, items iter.Seq[T], work func(T) R, emit func(R) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	// The capacity bounds the number of results in progress or waiting, and with it the
	// number of files in memory.
	type outcome struct {
		result   R
		panicked any
	}
	queue := make(chan chan outcome, runtime.GOMAXPROCS(0))
	go func() {
		defer close(queue)
		for item := range items {
			result := make(chan outcome, 1)
			select {
			case queue <- result:
			case <-ctx.Done():
				return
			}
			go func() {
				var o outcome
				defer func() {
					o.panicked = recover()
					result <- o
				}()
				o.result = work(item)
			}()
		}
	}()

	for {
		var next chan outcome
		select {
		case next = <-queue:
		case <-ctx.Done():
			return ctx.Err()
		}
		if next == nil {
			return ctx.Err() // no further item
		}
		select {
		case o := <-next:
			if o.panicked != nil {
				panic(o.panicked)
			}
			if err := emit(o.result); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
