package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// A use is the memory usage of a process, in bytes.
type use struct {
	name           string
	resident, most int // when settled, and at the peak
}

// memories measures the memory of servers five seconds after the last request: one
// without documents, and one for each form, with its document open and a few letters
// typed. They settle at the same time.
func (s *settings) memories(forms []form) error {
	servers := map[string]*editor{}
	var names []string
	defer func() {
		for _, e := range servers {
			e.end()
		}
	}()
	begin := func(name string) (*editor, error) {
		if !s.only.MatchString(name) {
			return nil, nil
		}
		s.progress(name)
		e, _, err := s.forge(push).connect()
		if err == nil {
			servers[name], names = e, append(names, name)
		}
		return e, err
	}
	if _, err := begin("memory/empty"); err != nil {
		return err
	}
	for _, f := range forms {
		e, err := begin("memory/" + f.String())
		if err != nil {
			return err
		}
		if e == nil {
			continue
		}
		doc := generate(f)
		if _, err := e.openDocument(doc); err != nil {
			return err
		}
		at, _ := doc.near(inProse, 50)
		typed, deleted := stroke{text: "x"}.edits(doc.position(at))
		for range 5 {
			for _, ed := range []edit{typed, deleted} {
				if _, err := e.edit(ed); err != nil {
					return err
				}
			}
		}
	}
	if len(names) > 0 {
		time.Sleep(settle)
	}
	for _, name := range names {
		resident, most := servers[name].memory()
		s.uses = append(s.uses, use{name, resident, most})
	}
	return nil
}

// checks measures forge-lsp check of a file, and its memory.
func (s *settings) checks(f form) error {
	fig := s.wants("check/" + f.String())
	if fig == nil {
		return nil
	}
	dir, err := os.MkdirTemp("", "speed-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	name := filepath.Join(dir, "a"+f.extension())
	if err := os.WriteFile(name, generate(f).text, 0o600); err != nil {
		return err
	}
	most := 0
	for range 5 {
		m, err := runIn(dir, s.server, "check", "--no-cache", name)
		if err != nil {
			return err
		}
		most = max(most, m.most)
		fig.server, fig.busy = append(fig.server, m.wall), append(fig.busy, m.busy)
		fig.note = fmt.Sprintf("%s printed, %s ms cpu", mb(m.printed), ms(fig.busy.p50()))
	}
	s.uses = append(s.uses, use{fig.name, 0, most})
	return nil
}

// A run is the measurement of a command that runs to its end.
type run struct {
	wall, busy time.Duration
	most       int // bytes of memory
	printed    int // bytes
}

// runIn runs a command in a folder. It may exit with 1, like linters that report problems.
func runIn(dir, program string, arguments ...string) (run, error) {
	c := &child{cmd: exec.Command(program, arguments...)}
	c.cmd.Dir = dir
	var printed count
	var complaints bytes.Buffer
	c.cmd.Stdout, c.cmd.Stderr = &printed, &complaints
	begun := time.Now()
	if err := c.cmd.Start(); err != nil {
		return run{}, err
	}
	var r run
	ended := make(chan struct{})
	go func() { r.most = c.peak(ended); ended <- struct{}{} }()
	err := c.cmd.Wait()
	r.wall = time.Since(begun)
	ended <- struct{}{}
	<-ended
	if err != nil && c.cmd.ProcessState.ExitCode() != 1 {
		return run{}, fmt.Errorf("%s: %w: %.1000s", program, err, complaints.Bytes())
	}
	r.busy, r.printed = c.cmd.ProcessState.UserTime()+c.cmd.ProcessState.SystemTime(), int(printed)
	return r, nil
}

// peak returns the peak memory of a child, as observed from outside until it ended. The
// system's own figure for an ended child is that of its parent if that is larger.
func (c *child) peak(ended <-chan struct{}) int {
	most := 0
	for {
		select {
		case <-ended:
			return most
		case <-time.After(2 * time.Millisecond):
			_, now := c.memory()
			most = max(most, now)
		}
	}
}

// count is the number of bytes written to it.
type count int

func (c *count) Write(p []byte) (int, error) {
	*c += count(len(p))
	return len(p), nil
}
