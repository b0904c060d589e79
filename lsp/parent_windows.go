package lsp

import "syscall"

// processExists reports whether a process with the given id is running. A handle to a
// process that has ended can still be opened while anyone else holds one, so the handle
// is also checked.
func processExists(pid int) bool {
	const synchronize = 0x00100000
	handle, err := syscall.OpenProcess(synchronize, false, uint32(pid))
	if err != nil {
		return err == syscall.ERROR_ACCESS_DENIED
	}
	defer syscall.CloseHandle(handle)
	event, err := syscall.WaitForSingleObject(handle, 0)
	return err != nil || event == syscall.WAIT_TIMEOUT
}
