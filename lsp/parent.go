package lsp

import (
	"log/slog"
	"math"
	"time"
)

// watchParent ends the session when the process with the given id is gone. A killed
// editor does not always close the pipe: another child process of it may have the other
// end open.
func (s *server) watchParent(pid int) {
	if pid <= 0 || pid > math.MaxInt32 {
		return // no process has this id
	}
	go func() {
		ticker := time.NewTicker(s.parentPoll)
		defer ticker.Stop()
		for processExists(pid) {
			select {
			case <-ticker.C:
			case <-s.ctx.Done():
				return
			}
		}
		s.log.Warn("the client's process has ended", slog.Int("pid", pid))
		s.end(nil)
	}()
}
