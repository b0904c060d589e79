package main

import (
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
	if out, _ := s.test(noMutant, 0, nil); out != nil {
		return fmt.Errorf("the tests fail without a mutant:\n%s", out)
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

func (s *suite) reach(name string) error {
	path := s.active + ".reached"
	// Programs that the tests run as other users write to it, too.
	if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chmod(path, 0o666)); err != nil {
		return err
	}
	start := time.Now()
	if out, _ := s.test(recording, 0, []string{name}); out != nil {
		return fmt.Errorf("it fails alone, without a mutant:\n%s", out)
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

// reaching returns the tests that reach a mutant, and the time they take.
func (s *suite) reaching(number int) (names []string, all time.Duration) {
	for _, r := range s.tests {
		if slices.Contains(r.mutants, number) {
			names = append(names, r.test)
			all += r.time
		}
	}
	return names, all
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
