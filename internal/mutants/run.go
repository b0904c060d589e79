package main

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// A result is the result for the mutants of a package.
type result struct {
	pkg      *pkg
	accepted int // not run
	killed   int
	stopped  int // of the killed: those that did not end, or exhausted the memory
	survived []*mutant
}

// percent is the percentage of killed mutants among those run.
func (r *result) percent() float64 {
	if r.killed+len(r.survived) == 0 {
		return 100
	}
	return 100 * float64(r.killed) / float64(r.killed+len(r.survived))
}

// draw returns n mutants in an order that depends on the seed: all of them if n is 0.
func (p *pkg) draw(seed, n int) []*mutant {
	rank := map[*mutant]uint64{}
	seen := map[string]int{}
	for _, m := range p.mutants {
		before, after := m.lines()
		key := fmt.Sprint(seed, "\x00", p.path, "\x00", before, "\x00", after)
		seen[key]++
		h := fnv.New64a()
		fmt.Fprint(h, key, "\x00", seen[key])
		// FNV leaves what texts share at their start in the high bits.
		rank[m] = h.Sum64() * 0x9E3779B97F4A7C15 >> 13
	}
	drawn := slices.Clone(p.mutants)
	slices.SortStableFunc(drawn, func(a, b *mutant) int {
		if rank[a] < rank[b] {
			return -1
		}
		return 1
	})
	if n > 0 && n < len(drawn) {
		drawn = drawn[:n]
	}
	return drawn
}

// run enables one mutant after another, and runs the tests that reach it, until some
// fail.
func (p *pkg) run(mutants []*mutant, slack time.Duration, survived func(*mutant)) (*result, error) {
	r := &result{pkg: p}
	if len(mutants) == 0 {
		return r, nil
	}
	folder, err := os.MkdirTemp("", "mutants-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	// Files left by the tests of a stopped mutant are removed with the folder. Some tests
	// run programs as other users, who need access to it.
	temporary, active := filepath.Join(folder, "tmp"), filepath.Join(folder, "active")
	if err := errors.Join(
		os.Chmod(folder, 0o755), os.Mkdir(temporary, 0o777), os.WriteFile(active, nil, 0o600), os.Chmod(active, 0o644),
	); err != nil {
		return nil, err
	}
	suites, err := p.compile(mutants, active, folder)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.path, err)
	}
	for i := range suites {
		suites[i].active, suites[i].temporary = active, temporary
		if err := suites[i].record(); err != nil {
			return nil, fmt.Errorf("%s: %w", p.path, err)
		}
	}
	for i, m := range mutants {
		failed, stopped := false, false
		for k := 0; k < len(suites) && !failed; k++ {
			reached := false
			failed, stopped, reached = suites[k].fails(i+1, slack)
			m.reached = m.reached || reached
		}
		switch {
		case !failed:
			r.survived = append(r.survived, m)
			survived(m)
		case stopped:
			r.stopped++
			fallthrough
		default:
			r.killed++
		}
	}
	return r, nil
}

// stoppedCode is the exit code of a stopped mutant (helper.txt).
const stoppedCode = 97

func command(dir, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(context.Background(), name, args...)
	cmd.Dir = dir
	cmd.WaitDelay = 10 * time.Second // of a process that the tests left, and that holds the output
	return cmd
}
