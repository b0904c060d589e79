package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
)

// worst has a call and an error in every six bytes.
const worst = "<tool>"

// formats are the commands whose memory is measured.
var formats = []string{
	"check --format text", "check --format concise", "check --format json", "check --format jsonl", "check --format agent", "check --format github",
	"check --format gitlab", "check --format junit", "check --format sarif", "check --diff", "inspect", "inspect --format json", "stats",
}

// formatted measures the peak of memory of commands for a text that is full of calls.
func (s *settings) formatted() error {
	dir, err := os.MkdirTemp("", "speed")
	if err != nil {
		return err
	}
	var failed []error
	for _, size := range s.sizes {
		name := filepath.Join(dir, strconv.Itoa(size)+".reply")
		failed = append(failed, os.WriteFile(name, []byte(strings.Repeat(worst, size*1_000_000/len(worst))), 0o600))
		for _, command := range formats {
			r := s.wants("worst/" + strconv.Itoa(size) + "MB/" + command)
			if r == nil {
				continue
			}
			for i, p := range s.programs {
				args := strings.Fields(command)
				if args[0] == "check" {
					args = append(args, "--no-cache")
				}
				cmd := exec.Command(p.path, append(args, name)...)
				if err := cmd.Run(); err != nil && cmd.ProcessState == nil { // findings are an exit code
					failed = append(failed, err)
					continue
				}
				r.by[i].bytes = peakOf(cmd)
			}
		}
	}
	return errors.Join(append(failed, os.RemoveAll(dir))...)
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
