package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/entrhq/forge-lsp/internal/workspace"
)

// onlyChanged returns the sources that have changed, according to git, since the common
// ancestor of the working tree and a commit, and those that are not in any commit. A source
// that cannot be read is kept, so that it is reported.
func onlyChanged(ctx context.Context, sources []workspace.Source, ref string) ([]workspace.Source, error) {
	var changed []workspace.Source
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
		top, ok := workspace.Repository(filepath.Dir(file))
		if !ok {
			return nil, fmt.Errorf("--changed: %s is not in a git repository", src.Path)
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
		return nil, fmt.Errorf("--changed: %s is not a commit", ref)
	}
	diff := []string{"diff", "--merge-base", "--name-only", "--no-renames", "--no-ext-diff", "--ignore-submodules", "--diff-filter=d", "-z", ref, "--"}
	g := gitIn{ctx: ctx, folder: folder}
	if err := g.disableFilters(); err != nil {
		return nil, err
	}
	changed := map[string]bool{}
	for _, args := range [][]string{diff, {"ls-files", "--others", "--exclude-standard", "-z"}} {
		out, err := g.run(args...)
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

// A gitIn runs git in a folder, without programs that the configuration of a repository could
// make it run: that in an archive may be anyone's.
type gitIn struct {
	ctx      context.Context
	folder   string
	settings []string // names and values in turn, which override all files
}

// disableFilters disables the filters that the repository itself configures, which git runs to
// compare files. Those of the user, such as that of Git LFS, remain.
func (g *gitIn) disableFilters() error {
	out, err := g.run("config", "--show-scope", "--name-only", "--null", "--list")
	if err != nil {
		return err
	}
	list := strings.Split(out, "\x00")
	for i := 0; i+1 < len(list); i += 2 {
		scope, name := list[i], list[i+1]
		if end := strings.LastIndexByte(name, '.'); strings.HasPrefix(name, "filter.") && (scope == "local" || scope == "worktree") {
			g.settings = append(g.settings, name[:end]+".clean", "", name[:end]+".process", "", name[:end]+".required", "false")
		}
	}
	return nil
}

// run returns the output of a command of git.
func (g *gitIn) run(args ...string) (string, error) {
	cmd := exec.CommandContext(g.ctx, "git", append([]string{"-C", g.folder, "-c", "core.fsmonitor=false", "--no-optional-locks"}, args...)...)
	// What a partial clone lacks is not fetched, which can run a program, too.
	cmd.Env = append(os.Environ(), "GIT_ALLOW_PROTOCOL=none", "GIT_NO_LAZY_FETCH=1")
	if len(g.settings) > 0 { // in arguments, a name cannot contain =
		n, _ := strconv.Atoi(os.Getenv("GIT_CONFIG_COUNT")) // the user's come first
		for pair := range slices.Chunk(g.settings, 2) {
			cmd.Env = append(cmd.Env, fmt.Sprintf("GIT_CONFIG_KEY_%d=%s", n, pair[0]), fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", n, pair[1]))
			n++
		}
		cmd.Env = append(cmd.Env, fmt.Sprintf("GIT_CONFIG_COUNT=%d", n))
	}
	out, err := cmd.Output()
	if err != nil {
		if exit, ok := errors.AsType[*exec.ExitError](err); ok {
			err = errors.New(strings.TrimSpace(string(exit.Stderr)))
		}
		return "", fmt.Errorf("cannot find out from git what changed in %s: %w", filepath.ToSlash(workspace.Shorten(g.folder)), err)
	}
	return string(out), nil
}
