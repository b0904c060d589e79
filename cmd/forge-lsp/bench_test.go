package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// BenchmarkLongLine reports on a call with thousands of findings on one line. x-Quarter
// is the cost relative to that of a quarter of the line in the same run: 4 if the cost
// is linear.
func BenchmarkLongLine(b *testing.B) {
	check := func(n int) {
		text := "<tool><tool_name>unknown</tool_name><arguments><v>" + strings.Repeat("<x>a < b</x>", n) + "</v></arguments></tool>"
		if code := run([]string{"check", "--as", "reply", "-"}, strings.NewReader(text), io.Discard, io.Discard); code != cli.ExitFindings {
			b.Fatalf("exit code %d", code)
		}
	}
	const n, times = 16000, 3
	for b.Loop() {
		check(n)
	}
	start := time.Now()
	for range times {
		check(n / 4)
	}
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/(time.Since(start).Seconds()/times), "x-Quarter")
}

// defective returns text of about a megabyte with calls of a few kilobytes, every
// eighth with a defect, of several kinds in turn.
func defective() string {
	const lines = "\tfor i := range items {\n\t\tif a && b < c[i] { total += *p & mask }\n\t}\n\techo \"$A\" 2>&1 | grep -c '<b>' && exit 1\n"
	code := strings.Repeat(lines, 20)
	section := "<![CDATA[" + code + "]]></content>"
	defects := []func(n int) (path, rest string){
		func(n int) (string, string) { return fmt.Sprintf("docs/q&a%d.md", n), section },
		func(int) (string, string) { return "a.go", "if a < b { return }</content>" },
		func(int) (string, string) { return "a.go", "<![CDATA[x := m[a[0]]]>1\n" + code + "]]></content>" },
		func(int) (string, string) {
			return "a.go", "<![CDATA[" + code + "]]></contents>"
		},
		func(int) (string, string) { return "a.go", "<! [CDATA[" + code + "]]></content>" },
		func(int) (string, string) { return "a.go", strings.ReplaceAll(code, "<", "&lt;") + "</content>" },
	}
	var w strings.Builder
	for n := 0; w.Len() < 1<<20; n++ {
		path, rest := fmt.Sprintf("internal/ring/ring%d.go", n), section
		if n%8 == 0 {
			path, rest = defects[n/8%len(defects)](n)
		}
		fmt.Fprintf(&w, "Now call %d, in which I change the bound.\n\n<tool>\n<server_name>local</server_name>\n"+
			"<tool_name>write_file</tool_name>\n<arguments>\n  <path>%s</path>\n  <content>%s\n</arguments>\n</tool>\n\n", n, path, rest)
	}
	return w.String()
}

// BenchmarkCheck measures text output for a megabyte with a defect in every eighth
// call. x-JSON and x-Fix are the relative costs of JSON output and --fix in the same
// run, which both prove fixes: no more than 2.
func BenchmarkCheck(b *testing.B) {
	text := defective()
	for _, as := range []string{"document", "reply"} {
		b.Run(as, func(b *testing.B) {
			check := func(flags ...string) time.Duration {
				args := append([]string{"check", "--as", as}, append(flags, "-")...)
				start := time.Now()
				if code := run(args, strings.NewReader(text), io.Discard, io.Discard); code > cli.ExitFindings {
					b.Fatalf("exit code %d", code)
				}
				return time.Since(start)
			}
			b.SetBytes(int64(len(text)))
			var plain, json, fix time.Duration
			for b.Loop() {
				plain += check()
				b.StopTimer()
				json += check("--format", "json")
				fix += check("--fix")
				b.StartTimer()
			}
			b.ReportMetric(json.Seconds()/plain.Seconds(), "x-JSON")
			b.ReportMetric(fix.Seconds()/plain.Seconds(), "x-Fix")
		})
	}
}

// BenchmarkCheckFile measures text output for a large file, which is read in pieces. x-Blocks is
// the cost relative to that of reading its blocks alone, on one core, in the same run.
func BenchmarkCheckFile(b *testing.B) {
	text := strings.Repeat(defective(), 18)
	for _, name := range []string{"a.reply", "a.md"} {
		b.Run(name, func(b *testing.B) {
			path := filepath.Join(b.TempDir(), name)
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if code := run([]string{"check", path}, strings.NewReader(""), io.Discard, io.Discard); code != cli.ExitFindings {
					b.Fatalf("exit code %d", code)
				}
			}
			const times = 3
			start := time.Now()
			for range times {
				for range xmlcall.Blocks(text, xmlcall.Options{}) {
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/(time.Since(start).Seconds()/times), "x-Blocks")
		})
	}
}
