package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// A use is the memory of a process, in bytes.
type use struct {
	name           string
	resident, most int // settled, and at the worst moment
}

// memories measures what servers have five seconds after the last request: one
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
		c := &child{name: "check", cmd: exec.Command(s.server, "check", name)}
		c.cmd.Dir = dir
		var printed count
		var complaints bytes.Buffer
		c.cmd.Stdout, c.cmd.Stderr = &printed, &complaints
		begun := time.Now()
		if err := c.cmd.Start(); err != nil {
			return err
		}
		ended := make(chan struct{})
		go func() { most = max(most, c.peak(ended)); ended <- struct{}{} }()
		err := c.cmd.Wait()
		took := time.Since(begun)
		ended <- struct{}{}
		<-ended
		// It exits with 1 when it finds an error; no more is wrong then.
		if err != nil && c.cmd.ProcessState.ExitCode() != 1 {
			return fmt.Errorf("%w: %s", err, complaints.Bytes())
		}
		fig.server = append(fig.server, took)
		fig.busy = append(fig.busy, c.cmd.ProcessState.UserTime()+c.cmd.ProcessState.SystemTime())
		fig.note = fmt.Sprintf("%s printed, %s ms cpu", mb(int(printed)), ms(fig.busy.p50()))
	}
	s.uses = append(s.uses, use{fig.name, 0, most})
	return nil
}

// peak returns the most memory that a child had, as far as can be seen from outside
// until ended. The system's own account of an ended child is that of its parent, where
// that one is larger.
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

// count is how many bytes were written to it.
type count int

func (c *count) Write(p []byte) (int, error) {
	*c += count(len(p))
	return len(p), nil
}
