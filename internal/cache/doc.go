// Package cache stores results about files between runs of a program, so that files
// that have not changed are not read again.
//
// # What is valid
//
// An entry is valid while two things are unchanged: the [Stamp] of the file, which the
// system provides without opening the file, and its fingerprint, a hash of everything else that
// it depends on. As in the index of Git, a stamp is not reliable if the file changed at
// about the time at which it was read ([Stamp.Racy]), because it may have changed again at
// that time. Then, and if the stamp differs, the sum of the content decides.
//
// # The file
//
// A cache is one file of a folder, whose name is a sum of the key that it was opened with.
// It is replaced as a whole by renaming; if two programs write it, the results of one of
// them are lost. A file that is damaged, truncated, or of another key is treated as
// absent, and nothing fails because a cache cannot be read or written.
//
// Entries that were not used for 30 days are dropped, and so are the least recently
// used caches of a folder with more than [MaxFolder] bytes.
package cache
