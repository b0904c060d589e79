// Package replace replaces the content of a file, which is then the old text or
// the new one, whatever happens: the program or the machine stops, the disk is
// full, another program writes to the file at the same time.
//
// # Steps
//
// [File] writes the new text into a temporary file beside the target, gives it
// what the target has besides its content, and syncs it. Then, under a lock of
// the folder that all runs of the program share, it compares the target again
// with what was read, and lets the two files exchange their names. What it took
// away is compared once more: if another program wrote to the target in the
// meantime, the names are exchanged back. Last it removes the file that it took
// away, and syncs the folder. Where a file system cannot exchange names, the
// temporary file is renamed to the target right after the comparison.
//
// # Temporary files
//
// A temporary name is one that [IsTemporary] knows. A name that ends in .part is
// that of a file that is being written, and worth nothing. One that ends in .swap
// has a part in an exchange, and its name tells the content that the target had and
// the one that it gets, so that [Clean] can finish what a run that was killed
// began. Each temporary file is locked while the run that made it lives, and a
// killed run leaves one at most.
package replace
