// Package cache keeps what a program found out about files until its next run, so that
// files that have not changed are not read again.
//
// # What is valid
//
// What is kept of a file is valid while two things are the same: its [Stamp], which the
// system tells without opening the file, and its basis, a sum of all else that it depends
// on. As with the index of Git, a stamp is in doubt where the file changed at about the
// time at which it was read ([Stamp.Racy]), as it may have changed once more at that time.
// Then, and where the stamp is another one, the sum of the content decides.
//
// # The file
//
// A cache is one file of a folder, whose name is a sum of the key that it was opened with.
// It is replaced as a whole by renaming; where two programs write it, what one of them
// found is lost. A file that is damaged, cut off, or of another key is the same as none,
// and nothing fails because a cache cannot be read or written.
//
// What nobody asked for in 30 days is dropped. So are the least recently used caches of
// a folder with more than [MaxFolder] bytes.
package cache
