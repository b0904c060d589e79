//go:build !unix

package lsp

import "time"

// cpu returns nothing: only a day of work asks for it, which is measured on Unix.
func cpu() time.Duration { return 0 }
