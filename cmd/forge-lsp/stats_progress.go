package main

import (
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	"github.com/entrhq/forge-lsp/workspace"
)

// A throughput tells on a terminal how far the reading of sources is. A nil one tells nothing.
type throughput struct {
	out   io.Writer
	total int64        // bytes of all sources, as they are on the disk
	done  atomic.Int64 // of them
	begun time.Time
	shown time.Time
}

// newThroughput returns what tells about sources, nil where nobody would see it.
func newThroughput(out io.Writer, sources []workspace.Source) *throughput {
	if !isTerminal(out) {
		return nil
	}
	p := &throughput{out: out, begun: time.Now()}
	for i := range sources {
		p.total += sizeOf(&sources[i])
	}
	return p
}

// sizeOf returns how many bytes a source has on the disk, 0 where that is not known.
func sizeOf(src *workspace.Source) int64 {
	info, err := os.Stat(src.File)
	if src.File == stdinArg || err != nil {
		return 0
	}
	return info.Size()
}

// isCompressedName reports whether a source is compressed, by its name: its pieces have more
// bytes than the file.
func isCompressedName(src *workspace.Source) bool {
	return workspace.Uncompressed(src.File) != src.File
}

// add tells that so many bytes more are read, and shows it now and then.
func (p *throughput) add(bytes int64) {
	if p == nil {
		return
	}
	done, now := p.done.Add(bytes), time.Now()
	if now.Sub(p.begun) < progressAfter || now.Sub(p.shown) < progressEvery {
		return
	}
	p.shown = now
	fmt.Fprint(p.out, "\r"+eraseRight, describeThroughput(done, p.total, now.Sub(p.begun)))
}

// end takes away what is shown.
func (p *throughput) end() {
	if p != nil && !p.shown.IsZero() {
		fmt.Fprint(p.out, "\r"+eraseRight)
	}
}

// describeThroughput describes how far reading is: "1.2 of 4.8 GB, 812 MB/s, 5 s left".
func describeThroughput(done, total int64, since time.Duration) string {
	const mega, giga = 1e6, 1e9
	done = min(done, total) // a file may have become longer
	unit, name := float64(mega), "MB"
	if total >= giga {
		unit, name = giga, "GB"
	}
	rate := float64(done) / max(since.Seconds(), 1e-9)
	text := fmt.Sprintf("%.1f of %.1f %s, %.0f MB/s", float64(done)/unit, float64(total)/unit, name, rate/mega)
	if rate > 0 {
		left := time.Duration(float64(total-done) / rate * float64(time.Second))
		text += fmt.Sprintf(", %v left", left.Round(time.Second))
	}
	return text
}
