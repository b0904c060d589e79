// Encodings measures the cost of a call in each of its encodings: JSON (ADR-0002),
// escapes (ADR-0024) and a CDATA section (ADR-0019), for docs/encodings.md.
//
//	calls.go    the same call in each encoding
//	readers.go  what reads it: as the runtime does, and this module
//	main.go     the measurement and its tables
//
// Sizes are in bytes; a KB is 1,024 of them, an MB 1,024 KB.
package main

import (
	"flag"
	"fmt"
	"math"
	"os"
	"runtime"
	"strconv"
	"time"
)

func main() {
	rounds := flag.Int("rounds", 9, "how often each reader is measured, in turns; the best round counts")
	largest := flag.Int("largest", 10<<20, "the largest content in bytes")
	flag.Parse()
	if flag.NArg() > 0 || *rounds < 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(*rounds, *largest); err != nil {
		fmt.Fprintln(os.Stderr, "encodings:", err)
		os.Exit(1)
	}
}

func run(rounds, largest int) error {
	var sizes, times, fallback [][]string
	for _, size := range []int{1 << 10, 10 << 10, 100 << 10, 1 << 20, 10 << 20} {
		if size > largest {
			break
		}
		calls, err := callsOf(contentOf(size))
		if err != nil {
			return err
		}
		measured, err := measure(calls, rounds)
		if err != nil {
			return err
		}
		name := sizeName(size)
		row := []string{name, strconv.Itoa(len(calls[0].text))}
		for _, c := range calls[1:plain] {
			row = append(row, fmt.Sprintf("%d (%+.1f %%)", len(c.text), 100*(float64(len(c.text))/float64(len(calls[0].text))-1)))
		}
		sizes = append(sizes, row)
		for r := range readers {
			row := []string{name, readers[r].name}
			for i := range calls[:plain] {
				m := measured[i][r]
				shown := fmt.Sprintf("%s, %s", timeName(m.time), sizeName(m.memory))
				if i > 0 {
					shown = fmt.Sprintf("%s (%.2f ×), %s", timeName(m.time), float64(m.time)/float64(measured[0][r].time), sizeName(m.memory))
				}
				row = append(row, shown)
			}
			times = append(times, row)
			row = []string{name, readers[r].name}
			for i := plain; i < len(calls); i++ {
				row = append(row, fmt.Sprintf("%.2f", float64(measured[i][r].time)/float64(measured[1][r].time)))
			}
			fallback = append(fallback, row)
		}
	}
	table("content", []string{"JSON", "escapes", "CDATA"}, sizes)
	table("content", []string{"read by", "JSON", "escapes", "CDATA"}, times)
	table("content", []string{"read by", "bare & at the start", "at the end", "in each line"}, fallback)
	return nil
}

// A measurement is the best time of one reading, and the memory that it allocates.
type measurement struct {
	time   time.Duration
	memory int
}

// measure reads each call with each reader, in turns.
func measure(calls []call, rounds int) ([][]measurement, error) {
	all := make([][]measurement, len(calls))
	for i := range all {
		all[i] = make([]measurement, len(readers))
		for r := range all[i] {
			all[i][r].time = math.MaxInt64
		}
	}
	for range rounds {
		for i := range calls {
			for r := range readers {
				m, err := once(&calls[i], &readers[r])
				if err != nil {
					return nil, fmt.Errorf("%s, %s: %w", calls[i].name, readers[r].name, err)
				}
				if m.time < all[i][r].time {
					all[i][r] = m
				}
			}
		}
	}
	return all, nil
}

// once reads a call for a few milliseconds.
func once(c *call, r *reader) (measurement, error) {
	if got, err := r.read(c); err != nil {
		return measurement{}, err
	} else if got != c.content {
		return measurement{}, fmt.Errorf("the content is not what was written")
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	n, start := 0, time.Now()
	for time.Since(start) < 5*time.Millisecond {
		if _, err := r.read(c); err != nil {
			return measurement{}, err
		}
		n++
	}
	each := time.Since(start) / time.Duration(n)
	runtime.ReadMemStats(&after)
	return measurement{each, int(after.TotalAlloc-before.TotalAlloc) / n}, nil
}

func timeName(d time.Duration) string {
	if d >= time.Millisecond {
		return fmt.Sprintf("%.3g ms", d.Seconds()*1e3)
	}
	return fmt.Sprintf("%.3g µs", d.Seconds()*1e6)
}

func sizeName(size int) string {
	switch {
	case size >= 1<<20:
		return fmt.Sprintf("%.3g MB", float64(size)/(1<<20))
	case size >= 1<<10:
		return fmt.Sprintf("%.3g KB", float64(size)/(1<<10))
	}
	return fmt.Sprintf("%d B", size)
}
