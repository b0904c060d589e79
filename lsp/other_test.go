//go:build !unix

package lsp

import "time"

// cpu returns 0: only a day of work needs it, which is measured on Unix.
func cpu() time.Duration { return 0 }
