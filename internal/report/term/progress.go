package term

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"

	"github.com/entrhq/forge-lsp/internal/thousands"
)

// A Progress is a line on a terminal that shows the progress of a run. It appears when a run
// takes longer than a second, is hidden while something else is written, and is gone at the
// end. A nil progress writes nothing.
type Progress struct {
	terminal *os.File
	out      io.Writer // to the terminal
	end      chan struct{}
	once     sync.Once // closes end
	ended    sync.WaitGroup

	mu     sync.Mutex
	of     Amounts // files and bytes; none while files are looked for
	counts bool    // calls and findings
	done   Amounts
	begun  time.Time
	shown  bool
}

// Amounts are what a run has done, or is to do.
type Amounts struct {
	Files, Calls, Findings int
	// Bytes are those of the files as they are on the disk.
	Bytes int64
}

const (
	progressAfter = time.Second
	progressEvery = 100 * time.Millisecond
)

// NewProgress returns the progress of a run that writes to stdout and stderr; nil if it would
// not be seen, or would interfere: in CI, and beside a program that reads the output and may
// use the terminal itself.
func NewProgress(stdout, stderr io.Writer) *Progress {
	terminal, ok := stderr.(*os.File)
	if !ok || !IsTerminal(terminal) || os.Getenv("CI") != "" || os.Getenv("TERM") == "dumb" || isPipe(stdout) {
		return nil
	}
	p := &Progress{terminal: terminal, out: terminal, end: make(chan struct{})}
	p.ended.Go(p.run)
	return p
}

func isPipe(w io.Writer) bool {
	f, ok := fileOf(w)
	if !ok {
		return true // nobody knows what it is
	}
	info, err := f.Stat()
	return err != nil || info.Mode()&(fs.ModeNamedPipe|fs.ModeSocket) != 0
}

func (p *Progress) run() {
	wait := time.NewTimer(progressAfter)
	defer wait.Stop()
	for {
		select {
		case <-p.end:
			return
		case <-wait.C:
			p.draw()
			wait.Reset(progressEvery)
		}
	}
}

// Stop removes the line for good. To stop again does nothing.
func (p *Progress) Stop() {
	if p == nil {
		return
	}
	p.once.Do(func() { close(p.end) })
	p.ended.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
}

// Begin sets how many files there are, what returns their size in bytes, and whether calls and findings are
// counted.
func (p *Progress) Begin(files int, bytes func() int64, counts bool) {
	if p != nil {
		size := bytes()
		p.mu.Lock()
		defer p.mu.Unlock()
		p.of, p.counts, p.begun = Amounts{Files: files, Bytes: size}, counts, time.Now()
	}
}

// Add reports the work since the last call.
func (p *Progress) Add(more Amounts) {
	if p != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.done.Files += more.Files
		p.done.Calls += more.Calls
		p.done.Findings += more.Findings
		p.done.Bytes += more.Bytes
	}
}

func (p *Progress) draw() {
	width, _, err := term.GetSize(int(p.terminal.Fd()))
	if err != nil || width < minWidth {
		return // it would not fit on a line
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	line := progressLine(p.done, p.of, p.counts, time.Since(p.begun))
	// The last column stays free: some terminals go on to the next line from there.
	_, _ = io.WriteString(p.out, "\r"+line[:min(len(line), width-1)]+eraseRight)
	p.shown = true
}

// progressLine describes what of a run is done: "read 3 of 20 files: 1.2 of 4.8 GB, 812 MB/s, 5s left", or
// where calls are counted "checked 3 of 20 files: 1.2 of 4.8 GB, 51 calls, 2 findings, 5s left".
func progressLine(done, of Amounts, counts bool, since time.Duration) string {
	if of.Files == 0 {
		return "looking for files"
	}
	line := "read"
	if counts {
		line = "checked"
	}
	line += fmt.Sprintf(" %s of %s", thousands.Separate(done.Files), thousands.Count(of.Files, "file"))
	const mega, giga = 1e6, 1e9
	bytes := float64(min(done.Bytes, of.Bytes)) // a file may have become longer
	rate := bytes / max(since.Seconds(), 1e-9)
	var parts []string
	if of.Bytes > 0 { // not of standard input
		unit, name := float64(mega), "MB"
		if of.Bytes >= giga {
			unit, name = giga, "GB"
		}
		parts = append(parts, fmt.Sprintf("%.1f of %.1f %s", bytes/unit, float64(of.Bytes)/unit, name))
	}
	switch {
	case counts:
		parts = append(parts, thousands.Count(done.Calls, "call"), thousands.Count(done.Findings, "finding"))
	case of.Bytes > 0:
		parts = append(parts, fmt.Sprintf("%.0f MB/s", rate/mega))
	}
	if rate > 0 {
		left := time.Duration((float64(of.Bytes) - bytes) / rate * float64(time.Second))
		parts = append(parts, fmt.Sprintf("%v left", left.Round(time.Second)))
	}
	if len(parts) == 0 {
		return line
	}
	return line + ": " + strings.Join(parts, ", ")
}

const eraseRight = "\x1b[K" // from the cursor to the end of the line

// clear removes the line until it is drawn again. The caller has locked p.
func (p *Progress) clear() {
	if p.shown {
		_, _ = io.WriteString(p.out, "\r"+eraseRight)
		p.shown = false
	}
}

// Beside returns a writer for output beside the line: w itself if that is not on a
// terminal.
func (p *Progress) Beside(w io.Writer) io.Writer {
	if p == nil || !IsTerminal(w) {
		return w
	}
	return besideProgress{p, w}
}

type besideProgress struct {
	*Progress
	w io.Writer
}

func (b besideProgress) Write(text []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.clear()
	return b.w.Write(text)
}
