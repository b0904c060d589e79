package lsp

import (
	"context"
	"math"
	"time"
)

// watchParent calls ended when the process with the given id is gone, unless ctx ends before. A
// killed editor does not always close the pipe: another child process of it may have the other
// end open.
func watchParent(ctx context.Context, pid int, poll time.Duration, ended func()) {
	if pid <= 0 || pid > math.MaxInt32 {
		return // no process has this id
	}
	go func() {
		ticker := time.NewTicker(poll)
		defer ticker.Stop()
		for processExists(pid) {
			select {
			case <-ticker.C:
			case <-ctx.Done():
				return
			}
		}
		ended()
	}()
}
