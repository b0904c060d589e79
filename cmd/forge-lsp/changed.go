package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/entrhq/forge-lsp/workspace"
)

// onlyChanged returns the sources that have changed, according to git, since the common
// ancestor of the working tree and a commit, and those that are not in any commit. A source
// that cannot be read is kept, so that it is reported.
func onlyChanged(ctx context.Context, sources []workspace.Source, ref string) ([]workspace.Source, error) {
	var changed []workspace.Source
	tops := map[string]string{}                  // the folder in which git runs, by folder
	repositories := map[string]map[string]bool{} // the changed files, by the folder in which git runs
	for _, src := range sources {
		if src.Err != nil {
			changed = append(changed, src)
			continue
		}
		file, err := filepath.EvalSymlinks(absolute(src.File))
		if err != nil {
			changed = append(changed, src) // reading it reports the error
			continue
		}
		folder := filepath.Dir(file)
		top, ok := tops[folder]
		if !ok {
			if top, ok = workspace.Repository(folder); !ok {
				return nil, fmt.Errorf("--changed: %s is in no git repository", src.Path)
			}
			tops[folder] = top
		}
		if repositories[top] == nil {
			if repositories[top], err = changedIn(ctx, top, ref); err != nil {
				return nil, err
			}
		}
		if repositories[top][file] {
			changed = append(changed, src)
		}
	}
	return changed, nil
}

// changedIn returns the absolute paths of what has changed in a repository.
func changedIn(ctx context.Context, folder, ref string) (map[string]bool, error) {
	if strings.HasPrefix(ref, "-") {
		return nil, fmt.Errorf("--changed=%s is not the name of a commit", ref)
	}
	diff := []string{"diff", "--merge-base", "--name-only", "--no-renames", "--no-ext-diff", "--diff-filter=d", "-z", ref, "--"}
	changed := map[string]bool{}
	for _, args := range [][]string{diff, {"ls-files", "--others", "--exclude-standard", "-z"}} {
		out, err := git(ctx, folder, args...)
		if err != nil {
			return nil, err
		}
		for name := range strings.SplitSeq(out, "\x00") {
			if name != "" {
				changed[filepath.Join(folder, filepath.FromSlash(name))] = true
			}
		}
	}
	return changed, nil
}

// git runs git in a folder, without programs that the configuration of a repository could
// make it run.
func git(ctx context.Context, folder string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", append([]string{"-C", folder, "-c", "core.fsmonitor=false", "--no-optional-locks"}, args...)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		if _, ok := errors.AsType[*exec.ExitError](err); ok {
			err = errors.New(strings.TrimSpace(stderr.String()))
		}
		return "", fmt.Errorf("cannot ask git what has changed in %s: %w", slashed(workspace.Shorten(folder)), err)
	}
	return string(out), nil
}
