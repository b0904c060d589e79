package cache

import "time"

// A Stamp is what the system tells of a file without opening it. Whatever writes to the file,
// or puts another one in its place, changes it, if that is not at the time at which the
// stamp was taken.
type Stamp struct {
	Size     int64 // bytes
	Modified int64 // the time of the last change of the content, in ns since 1970
	// Changed is the time of the last change of the file or of what is known of it, which
	// programs cannot set; 0 where the system does not tell.
	Changed int64
	// Device and Inode tell the file from others; 0 where the system does not tell.
	Device, Inode uint64
}

// granule is the coarsest step of time in which a file system tells when a file changed.
const granule = 2 * time.Second

// Racy reports whether the file may have changed since a time at which, or later, the stamp
// was taken, and the stamp not.
func (s Stamp) Racy(taken time.Time) bool {
	return max(s.Modified, s.Changed) > taken.Add(-granule).UnixNano()
}
