package cli

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/feedback"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/transcript"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// A lastTurn is the part of a transcript with its last turn.
type lastTurn struct {
	kind   document.Kind
	text   string // lines of it, or all of a transcript without one record per line; "" if it has no calls
	after  int    // start of the turn in lines
	lines  bool
	any    bool   // whether the transcript has a line
	format string // of lines, "" if it is not known
}

// maxTurn is the number of bytes of a turn that are examined, from its end.
const maxTurn = 16 << 20

// find returns the calls that did not run as intended in the turn that an event ends.
func (h *hook) find(ctx context.Context, e *hookEvent, i *diagnostics.Interrupt) ([]feedback.Correction, error) {
	settings := h.tools.Workspace().In(absolute(e.Folder))
	if e.Name == "PreToolUse" {
		return e.refused(settings, i), nil
	}
	src := e.source()
	turn, err := readTurn(&src, e)
	if err != nil {
		return nil, err
	}
	last := e.message()
	if turn.text == "" && !document.Relevant(last, document.JSON) {
		return nil, nil // of the tools nothing has to be known
	}
	h.tools.Reported.print(h.stderr, settings.Configuration, settings.ToolSet())
	options := settings.Options().With(i)
	if !turn.lines {
		file := document.ReadWith(turn.text, turn.kind, options.ReadOptions())
		return agentsCalls(options.OpenRead(file), file.Turn), nil
	}
	labels, err := turn.labels(ctx, &src, last)
	if err != nil {
		return nil, err
	}
	read := func(lines string, after int) []feedback.Correction {
		file := document.ReadIn(lines, document.JSON, document.Context{Layout: transcript.Lines, Labels: labels, ReadOptions: options.ReadOptions()})
		return agentsCalls(options.OpenRead(file), after)
	}
	found := read(turn.text, turn.after)
	for _, c := range read(last, 0) {
		if !slices.ContainsFunc(found, func(o feedback.Correction) bool { return o.Text == c.Text }) {
			found = append(found, c)
		}
	}
	return found, nil
}

// agentsCalls returns the messages about calls in agents' texts after an offset.
func agentsCalls(d *diagnostics.Document, after int) []feedback.Correction {
	shown := map[int]bool{} // the calls in documents
	for c := range d.Calls() {
		shown[c.Index] = c.Segment.IsDocument()
	}
	return feedback.Corrections(d, feedback.Budget, func(f *diagnostics.Finding) bool {
		return f.Place(f.Span).Start >= after && !shown[f.Call]
	}, nil)
}

// source returns the transcript of an event; its path is "" if there is none.
func (e *hookEvent) source() workspace.Source {
	path := e.Transcript
	if below, ok := strings.CutPrefix(path, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			path = filepath.Join(home, below)
		}
	}
	if path != "" && !filepath.IsAbs(path) {
		path = filepath.Join(absolute(e.Folder), path)
	}
	return workspace.Source{Path: path, File: path}
}

// message returns the agent's last text as a line of a transcript, or "" if the event does not
// have it.
func (e *hookEvent) message() string {
	if e.Last == "" {
		return ""
	}
	line, _ := json.Marshal(map[string]string{"role": "assistant", "content": e.Last}) // strings can be written
	return string(line) + "\n"
}

// readTurn reads the last turn of a transcript, which may be empty.
func readTurn(src *workspace.Source, e *hookEvent) (lastTurn, error) {
	t := lastTurn{kind: document.JSON, lines: true}
	if _, err := os.Stat(src.File); src.Path == "" || errors.Is(err, fs.ErrNotExist) {
		return t, nil
	}
	lines, err := hasLines(src)
	switch {
	case err != nil:
	case lines:
		err = t.readLines(src, e)
	case e.Call == "":
		t.text, err = src.Read(nil)
		if t.kind, t.lines = src.KindOf(t.text), false; !document.Relevant(t.text, t.kind) {
			t.text = ""
		}
	}
	return t, err
}

// hasLines reports whether a transcript has one record per line, or is empty, by its start. That of one line
// shows only in its name.
func hasLines(src *workspace.Source) (bool, error) {
	text, err := headOfFile(src, transcript.HeadSize)
	if err != nil {
		return false, err
	}
	ending := strings.ToLower(filepath.Ext(src.Path))
	return src.KindOf(text) == document.JSON && (transcript.IsLines(text) || ending == ".jsonl" || ending == ".ndjson"), nil
}

// readLines reads the turn from the last lines of the transcript.
func (t *lastTurn) readLines(src *workspace.Source, e *hookEvent) error {
	var last []string
	size := 0
	for lines := range src.Batches() {
		if lines.Err != nil {
			return lines.Err
		}
		last = append(last, lines.Text)
		size += len(lines.Text)
		for size-len(last[0]) >= maxTurn {
			size -= len(last[0])
			last = last[1:]
		}
	}
	lines := strings.Join(last, "")
	turn := transcript.LastTurn(lines, hookPrefix, e.Call)
	t.any, t.format = size > 0, turn.Format
	if text := lines[turn.Start:turn.End]; document.Relevant(text, t.kind) {
		t.text, t.after = text, max(0, turn.After-turn.Start)
	}
	return nil
}

// nativeAgents are the formats of agents that call tools natively, even if a transcript has
// not shown that yet.
var nativeAgents = []string{"Claude Code", "Codex rollout", "Cursor"}

// labels returns the facts that the whole transcript decides about the turn and the last message.
// One without lines is of an agent with hooks, and so with native calls.
func (t *lastTurn) labels(ctx context.Context, src *workspace.Source, last string) (*document.Labels, error) {
	var known *document.Labels
	if !t.any || slices.Contains(nativeAgents, t.format) {
		known = document.Native()
		if !transcript.HasTool(t.text) && !transcript.HasTool(last) { // whether prompts show <tool> does not matter
			return known, nil
		}
	}
	return labelsIn(ctx, *src, known, document.ShownBy)
}
