package cli

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/entrhq/forge-lsp/internal/files"
)

// DropProgram removes the pages of the program from the memory of the process. What starts the
// packages is all over it, and for each page that is needed the system maps the fifteen beside
// it. They stay in the cache of the system, and return when they are needed.
func DropProgram() {
	const most = 16 << 20 // bytes
	list, err := files.Read(files.Tree("/proc/self"), "smaps", most)
	if err != nil {
		return // a system without it
	}
	for _, m := range fileMappings(list) {
		_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, m.start, m.end-m.start, syscall.MADV_DONTNEED)
	}
}

// A mapping is a range of addresses.
type mapping struct{ start, end uintptr }

// fileMappings returns the mappings in a list in the format of /proc/PID/smaps that are equal to
// their files: they cannot be written, and no page was changed before, as by a relocation or a
// debugger.
func fileMappings(smaps []byte) (list []mapping) {
	for line := range bytes.Lines(smaps) {
		fields := strings.Fields(string(line))
		switch {
		case len(fields) >= 5 && strings.Contains(fields[0], "-"): // addresses, permissions, offset, device, inode, path
			var m mapping
			if start, end, _ := strings.Cut(fields[0], "-"); fields[4] != "0" && fields[1][1] == '-' {
				m = mapping{address(start), address(end)}
			}
			list = append(list, m)
		case len(fields) == 3 && fields[0] == "Anonymous:" && fields[1] != "0" && len(list) > 0:
			list[len(list)-1] = mapping{}
		}
	}
	return slices.DeleteFunc(list, func(m mapping) bool { return m.end == 0 })
}

func address(hexadecimal string) uintptr {
	n, _ := strconv.ParseUint(hexadecimal, 16, strconv.IntSize)
	return uintptr(n)
}
