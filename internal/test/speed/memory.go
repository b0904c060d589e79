package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// settle is the time between the last edit and reading the memory.
const settle = 5 * time.Second

// memories measures the memory of servers after they have settled, and at its peak: of
// one without documents, and of one for each form, with its document open and a few
// letters typed.
func (s *settings) memories() {
	s.memory("none", func(*editor) {})
	for _, f := range s.forms() {
		s.memory(f.String(), func(e *editor) {
			doc := generate(f)
			e.open(doc)
			at, _ := doc.near(inProse, 50)
			for range 5 {
				for _, ed := range (key{text: "x"}).edits(wire.PositionOf(string(doc.text), at, "utf-16")) {
					e.edit(ed)
				}
			}
		})
	}
}

func (s *settings) memory(name string, use func(*editor)) {
	rows := map[string]*row{"VmRSS": s.wants("memory/" + name), "VmHWM": s.wants("peak of memory/" + name)}
	if rows["VmRSS"] == nil && rows["VmHWM"] == nil {
		return
	}
	for i, p := range s.programs {
		e := p.connect(push, "null")
		use(e)
		time.Sleep(settle)
		for field, r := range rows {
			if r != nil {
				r.by[i].bytes = e.memory(field)
			}
		}
		e.end()
	}
}

// memory returns a field of the status of a server, in bytes; zero if the system does not
// provide it.
func (e *editor) memory(field string) int {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", e.cmd.Process.Pid))
	_, after, _ := strings.Cut(string(text), "\n"+field+":")
	number, _, _ := strings.Cut(strings.TrimSpace(after), " kB")
	n, _ := strconv.Atoi(number)
	return n << 10
}

// cpu returns the CPU time of all threads of a server, zero if the system does not
// provide it. Unlike wall-clock time it hardly grows when the machine is busy.
func (e *editor) cpu() (total time.Duration) {
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", e.cmd.Process.Pid))
	for _, task := range tasks {
		text, _ := os.ReadFile(task)
		first, _, _ := strings.Cut(string(text), " ")
		n, _ := strconv.ParseInt(first, 10, 64)
		total += time.Duration(n)
	}
	return total
}

// worst has a call and an error in every six bytes.
const worst = "<tool>"

// formats are the commands whose memory is measured.
var formats = []string{
	"check --format text", "check --format concise", "check --format json", "check --format agent", "check --format github",
	"check --format gitlab", "check --format junit", "check --format sarif", "check --diff", "inspect", "inspect --format json", "stats",
}

// formatted measures the peak of memory of commands for a text that is full of calls.
func (s *settings) formatted() {
	dir, err := os.MkdirTemp("", "speed")
	must(err)
	defer func() { _ = os.RemoveAll(dir) }()
	for _, size := range s.sizes {
		name := filepath.Join(dir, strconv.Itoa(size)+".reply")
		must(os.WriteFile(name, []byte(strings.Repeat(worst, size*1_000_000/len(worst))), 0o600))
		for _, command := range formats {
			r := s.wants("worst/" + strconv.Itoa(size) + "MB/" + command)
			if r == nil {
				continue
			}
			args := strings.Fields(command)
			for i, p := range s.programs {
				cmd := exec.Command(p.path, append(args, name)...)
				if err := cmd.Run(); cmd.ProcessState == nil { // findings are an exit code
					must(err)
				}
				r.by[i].bytes = peakOf(cmd)
			}
		}
	}
}

// peakOf returns the peak of memory of a program that has ended, in bytes; zero if the system does not
// provide it. Linux counts KiB.
func peakOf(cmd *exec.Cmd) int {
	usage := reflect.Indirect(reflect.ValueOf(cmd.ProcessState.SysUsage()))
	if most := usage.FieldByName("Maxrss"); most.IsValid() {
		return int(most.Int()) << 10
	}
	return 0
}
