package cache

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"

	"github.com/entrhq/forge-lsp/internal/files"
)

// ProgramID returns an identifier of this build of the program: the ID that the linker wrote
// into it, which depends on all of its sources and is reproducible. Without one it is the
// size and the time of the file.
func ProgramID() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	f, info, err := files.Open(path, files.Regular)
	if err != nil {
		return ""
	}
	defer f.Close()
	head := make([]byte, 64<<10) // as far as the go command searches
	n, _ := io.ReadFull(f, head)
	if id := buildID(head[:n]); id != "" {
		return id
	}
	return fmt.Sprint(info.Size(), " ", info.ModTime().UnixNano())
}

// buildID returns the ID in the head of a program, or "".
func buildID(head []byte) string {
	// In ELF it is a note: the sizes of a name and of the ID, the type 4, the name, the ID.
	const kindAndName = "\x04\x00\x00\x00Go\x00\x00"
	if i := bytes.Index(head, []byte(kindAndName)); i >= 4 {
		size, rest := binary.LittleEndian.Uint32(head[i-4:]), head[i+len(kindAndName):]
		if int64(size) <= int64(len(rest)) {
			return string(rest[:size])
		}
	}
	// Elsewhere it is where the code starts.
	_, rest, _ := bytes.Cut(head, []byte("\xff Go build ID: \""))
	id, _, ok := bytes.Cut(rest, []byte("\"\n \xff"))
	if !ok {
		return ""
	}
	return string(id)
}
