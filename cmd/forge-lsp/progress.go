package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// A progress is a line on a terminal that tells how far a run is. It comes when a run takes
// longer than a second, goes while something else is written, and is gone at the end. The nil
// progress writes nothing.
type progress struct {
	terminal *os.File
	out      io.Writer // to the terminal
	end      chan struct{}
	ended    sync.WaitGroup

	mu                     sync.Mutex
	of                     int // files; 0 while they are looked for
	files, calls, findings int
	shown                  bool
}

const (
	progressAfter = time.Second
	progressEvery = 100 * time.Millisecond
)

// newProgress returns the progress of a run that writes to stdout and stderr; nil where nobody
// would see it, or it would be in the way: in CI, and beside a program that reads what is
// written and may use the terminal itself.
func newProgress(stdout, stderr io.Writer) *progress {
	terminal, ok := stderr.(*os.File)
	if !ok || !isTerminal(terminal) || os.Getenv("CI") != "" || os.Getenv("TERM") == "dumb" || isPipe(stdout) {
		return nil
	}
	p := &progress{terminal: terminal, out: colorWriter(terminal), end: make(chan struct{})}
	p.ended.Go(p.run)
	return p
}

func isPipe(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return true // nobody knows what it is
	}
	info, err := f.Stat()
	return err != nil || info.Mode()&(fs.ModeNamedPipe|fs.ModeSocket) != 0
}

func (p *progress) run() {
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

// stop removes the line for good.
func (p *progress) stop() {
	if p == nil {
		return
	}
	close(p.end)
	p.ended.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
}

// begin tells how many files there are.
func (p *progress) begin(files int) {
	if p != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.of = files
	}
}

// add tells what was done since the last time.
func (p *progress) add(files, calls, findings int) {
	if p != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.files += files
		p.calls += calls
		p.findings += findings
	}
}

func (p *progress) draw() {
	width, _, err := term.GetSize(int(p.terminal.Fd()))
	if err != nil || width < minWidth {
		return // it would not fit on a line
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	line := "looking for files"
	if p.of > 0 {
		line = fmt.Sprintf("checked %d of %s: %s, %s", p.files, count(p.of, "file"), count(p.calls, "call"), count(p.findings, "finding"))
	}
	// The last column stays free: some terminals go on to the next line from there.
	_, _ = io.WriteString(p.out, "\r"+line[:min(len(line), width-1)]+eraseRight)
	p.shown = true
}

const eraseRight = "\x1b[K" // from the cursor to the end of the line

// clear removes the line until it is drawn again. The caller has locked p.
func (p *progress) clear() {
	if p.shown {
		_, _ = io.WriteString(p.out, "\r"+eraseRight)
		p.shown = false
	}
}

// beside returns a writer of what is written beside the line: w itself where that is not on
// a terminal.
func (p *progress) beside(w io.Writer) io.Writer {
	if p == nil || !isTerminal(w) {
		return w
	}
	return besideProgress{p, colorWriter(w)}
}

type besideProgress struct {
	*progress
	w io.Writer
}

func (b besideProgress) Write(text []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.clear()
	return b.w.Write(text)
}
