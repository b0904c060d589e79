package main

import (
	"io"
	"strings"
	"testing"
	"time"
)

// BenchmarkLongLine reports on a call with thousands of findings on one line.
// x-Quarter is the cost beside that of a quarter of the line in the same run: 4
// where the cost is linear.
func BenchmarkLongLine(b *testing.B) {
	check := func(n int) {
		text := "<tool><tool_name>unknown</tool_name><arguments><v>" + strings.Repeat("<x>a < b</x>", n) + "</v></arguments></tool>"
		if code := run([]string{"check", "--as", "reply", "-"}, strings.NewReader(text), io.Discard, io.Discard); code != exitFindings {
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
