package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// cpu returns the CPU time of all threads of a child, zero if the system does not
// provide it. Unlike wall-clock time it hardly grows when the machine is busy.
func (c *child) cpu() time.Duration {
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", c.cmd.Process.Pid))
	total := time.Duration(0)
	for _, task := range tasks {
		text, _ := os.ReadFile(task)
		if fields := strings.Fields(string(text)); len(fields) > 0 {
			n, _ := strconv.ParseInt(fields[0], 10, 64)
			total += time.Duration(n)
		}
	}
	return total
}

// memory returns the current and the peak memory of a child, in bytes; zero if the
// system does not provide it.
func (c *child) memory() (resident, most int) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.cmd.Process.Pid))
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) < 3 || fields[2] != "kB" {
			continue
		}
		n, _ := strconv.Atoi(fields[1])
		switch fields[0] {
		case "VmRSS:":
			resident = n << 10
		case "VmHWM:":
			most = n << 10
		}
	}
	return resident, most
}
