package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A suite is the compiled tests of a folder.
type suite struct {
	folder, binary string

	// The file that names the mutant to enable, and a folder for temporary files.
	active, temporary string

	tests []reach
}

// A reach is a test, the time it takes, and the numbers of the mutants that it reaches
// where they make a difference: no other one can fail it.
type reach struct {
	test    string
	time    time.Duration
	mutants []int
}

// Numbers that are not those of a mutant.
const (
	noMutant  = 0
	recording = -1 // the helpers write which mutants are reached
)

// record runs all tests together, which have to pass, and then each one for what it
// reaches.
func (s *suite) record() error {
	if err := s.pass(noMutant); err != nil {
		return fmt.Errorf("the tests fail without a mutant:\n%w", err)
	}
	names, err := command(s.folder, s.binary, "-test.list=.").Output()
	if err != nil {
		return err
	}
	for name := range strings.FieldsSeq(string(names)) {
		if err := s.reach(name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// pass runs the named tests, or all, which have to pass once: on a busy machine one may fail
// that depends on time.
func (s *suite) pass(number int, names ...string) error {
	var out []byte
	for range 3 {
		if out, _ = s.test(number, 0, names); out == nil {
			return nil
		}
	}
	return errors.New(string(out))
}

func (s *suite) reach(name string) error {
	path := s.active + ".reached"
	// Programs that the tests run as other users write to it, too.
	if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chmod(path, 0o666)); err != nil {
		return err
	}
	start := time.Now()
	if err := s.pass(recording, name); err != nil {
		return fmt.Errorf("it fails alone, without a mutant:\n%w", err)
	}
	r := reach{test: name, time: time.Since(start)}
	text, err := os.ReadFile(path)
	for number := range strings.FieldsSeq(string(text)) {
		n, wrong := strconv.Atoi(number)
		err = errors.Join(err, wrong)
		r.mutants = append(r.mutants, n)
	}
	s.tests = append(s.tests, r)
	return err
}

// fails runs the tests that reach a mutant, until some fail: the quick ones first, which
// are enough for most. reached is false if there are none. The tests are stopped after three
// times their duration plus the slack.
func (s *suite) fails(number int, slack time.Duration) (failed, stopped, reached bool) {
	var list []reach
	var all, quick time.Duration
	for _, r := range s.tests {
		if slices.Contains(r.mutants, number) {
			list = append(list, r)
			all += r.time
		}
	}
	slices.SortStableFunc(list, func(a, b reach) int { return cmp.Compare(a.time, b.time) })
	n := 0
	for n < len(list) && quick+list[n].time <= all/8 {
		quick += list[n].time
		n++
	}
	for _, part := range [][]reach{list[:n], list[n:]} {
		if len(part) == 0 {
			continue
		}
		var names []string
		limit := slack
		for _, r := range part {
			names = append(names, r.test)
			limit += 3 * r.time
		}
		if failure, stopped := s.test(number, limit, names); failure != nil {
			return true, stopped, true
		}
	}
	return false, false, len(list) > 0
}

// test runs the named tests, or all, with one mutant, and returns their output if they
// fail. A limit of 0 is none.
func (s *suite) test(number int, limit time.Duration, names []string) (failure []byte, stopped bool) {
	if err := os.WriteFile(s.active, fmt.Appendf(nil, "%d %d\n", number, limit.Milliseconds()), 0o600); err != nil {
		return []byte(err.Error()), false
	}
	run := ""
	if len(names) > 0 {
		run = "^(" + strings.Join(names, "|") + ")$"
	}
	cmd := command(s.folder, s.binary, "-test.failfast", "-test.short", "-test.timeout=0", "-test.run="+run)
	cmd.Env = append(os.Environ(), "TMPDIR="+s.temporary, "TMP="+s.temporary, "TEMP="+s.temporary)
	out, err := cmd.CombinedOutput()
	if err == nil {
		return nil, false
	}
	exit := new(exec.ExitError)
	stopped = errors.As(err, &exit) && exit.ExitCode() == stoppedCode
	return append(out, err.Error()...), stopped
}
