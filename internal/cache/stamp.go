package cache

import "time"

// A Stamp is what the system reports about a file without opening it. Writing to the file, or
// replacing it, changes the stamp, except at the time at which the stamp was taken.
type Stamp struct {
	Size     int64 // bytes
	Modified int64 // the time of the last change of the content, in ns since 1970
	// Changed is the time of the last change of the file or its metadata, which programs
	// cannot set; 0 if the system does not provide it.
	Changed int64
	// Device and Inode identify the file; 0 if the system does not provide them.
	Device, Inode uint64
}

// granule is the coarsest granularity of file times in a file system.
const granule = 2 * time.Second

// Racy reports whether the file may have changed since the given time, at or after which
// the stamp was taken, without a change of the stamp.
func (s Stamp) Racy(taken time.Time) bool {
	return max(s.Modified, s.Changed) > taken.Add(-granule).UnixNano()
}
