//go:build slow

package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/bench"
	"github.com/entrhq/forge-lsp/internal/test/wire"
)

var (
	speedSizes  = flag.String("size", "10,100", "sizes of the texts of TestSpeed in `MB`")
	speedBefore = flag.String("before", "", "also measure this `binary`, an older server")
	speedRounds = flag.Int("rounds", 50, "how often TestSpeed types and deletes each key at each place")
)

// speedKeys are typed after a text, and then deleted.
var speedKeys = []struct{ name, after, text string }{
	{"letter in prose", "Let me lo", "x"},
	{"new line in prose", "Let me lo", "\n"},
	{"< in prose", "Let me lo", "<"},
	{"letter in a value", "\treturn", "x"},
	{"new line in a value", "\treturn", "\n"},
	{"< in a value", "\treturn", "<"},
	{"letter in CDATA", "<![CDATA[", "x"},
	{"letter in a defective call", "x]]> 1", "x"},
}

// TestSpeed measures the built server as an editor sees it: the time from starting it to the answer to initialize,
// from writing didOpen or didChange to reading the diagnostics of that version, and its memory after that. Absolute
// times of two runs on a machine differ by 20 % and more, so an older server and the current one take turns.
func TestSpeed(t *testing.T) {
	now := filepath.Join(t.TempDir(), "forge-lsp")
	if out, err := exec.Command("go", "build", "-trimpath", "-o", now, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	programs := []string{now}
	if *speedBefore != "" {
		programs = []string{*speedBefore, now}
	}
	starts := make([][]time.Duration, len(programs))
	for range 20 {
		for i, p := range programs {
			began := time.Now()
			e := startSpeed(t, p)
			starts[i] = append(starts[i], time.Since(began))
			_ = e.cmd.Process.Kill()
		}
	}
	showSpeed("start", starts)
	for size := range strings.SplitSeq(*speedSizes, ",") {
		megabytes, err := strconv.Atoi(size)
		if err != nil {
			t.Fatal(err)
		}
		text := bench.Transcript(bench.Options{Size: megabytes << 20, Calls: 0.6, Defects: true})
		measureSpeed(t, programs, "a.reply", text)
		fenced := strings.NewReplacer("<tool>\n", "\n\n```xml\n<tool>\n", "</tool>\n", "</tool>\n```\n\n")
		measureSpeed(t, programs, "a.md", fenced.Replace(text))
	}
}

func startSpeed(t *testing.T, program string) *editor {
	e := startCommand(t, program, "serve")
	e.Initialize(`"processId":null,"rootUri":null,"capabilities":{"textDocument":{"publishDiagnostics":{"versionSupport":true}}}`)
	return e
}

func measureSpeed(t *testing.T, programs []string, name, text string) {
	row := fmt.Sprintf("%d MB %s", len(text)>>20, name)
	editors := make([]*editor, len(programs))
	opened := make([][]time.Duration, len(programs))
	message := fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///%s","languageId":"markdown","version":0,"text":%s}}}`, name, wire.Quote(text))
	for range 5 {
		for i, p := range programs {
			if editors[i] != nil {
				_ = editors[i].cmd.Process.Kill()
			}
			editors[i] = startSpeed(t, p)
			opened[i] = append(opened[i], editors[i].until(0, message))
		}
	}
	showSpeed(row+", open", opened)
	version := 0
	for _, key := range speedKeys {
		typed := make([][]time.Duration, len(programs))
		for _, share := range []int{0, 50, 99} {
			from := len(text) / 100 * share
			at := wire.PositionOf(text, from+strings.Index(text[from:], key.after)+len(key.after), "utf-16")
			end := wire.Position{Line: at.Line, Character: at.Character + 1}
			if key.text == "\n" {
				end = wire.Position{Line: at.Line + 1}
			}
			for range *speedRounds {
				for _, part := range []string{
					wire.Part(at.Line, at.Character, at.Line, at.Character, key.text), wire.Part(at.Line, at.Character, end.Line, end.Character, ""),
				} {
					version++
					change := fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///%s","version":%d},"contentChanges":[%s]}}`, name, version, part)
					for i, e := range editors {
						typed[i] = append(typed[i], e.until(version, change))
					}
				}
			}
		}
		showSpeed(row+", "+key.name, typed)
	}
	time.Sleep(5 * time.Second) // then it has settled
	for i, e := range editors {
		status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", e.cmd.Process.Pid))
		for line := range strings.Lines(string(status)) {
			if strings.HasPrefix(line, "VmRSS") || strings.HasPrefix(line, "VmHWM") {
				fmt.Printf("%s, %s: %s", row, programs[i], line)
			}
		}
	}
}

// until sends a notification, and returns the time until the diagnostics of a version.
func (e *editor) until(version int, message string) time.Duration {
	message = wire.Frame(message)
	began := time.Now()
	e.Raw(message)
	m := e.Await("diagnostics", func(m wire.Message) bool {
		var p struct{ Version int }
		return m.Method == "textDocument/publishDiagnostics" && json.Unmarshal(m.Params, &p) == nil && p.Version == version
	})
	e.Forget(func(wire.Message) bool { return true })
	return m.At.Sub(began)
}

// showSpeed prints the median and the 99th percentile, by program.
func showSpeed(row string, took [][]time.Duration) {
	fmt.Printf("%-45s", row)
	for _, list := range took {
		slices.Sort(list)
		fmt.Printf(" %9.2f %9.2f ms", list[(len(list)-1)/2].Seconds()*1000, list[(len(list)*99-1)/100].Seconds()*1000)
	}
	fmt.Println()
}
