// Package replace replaces the content of a file atomically: it is then the old text or
// the new one, whatever happens: the program or the machine stops, the disk is full,
// another program writes to the file at the same time.
//
// # Steps
//
// [File] writes the new text into a temporary file beside the target, copies the
// metadata of the target to it, and syncs it. Then, under a lock of the folder that all
// runs of the program share, it compares the target again with the text that was read,
// and exchanges the names of the two files. The file that was replaced is compared once
// more: if another program wrote to the target in the meantime, the names are exchanged
// back. Finally it removes the replaced file, and syncs the folder. If a file system
// cannot exchange names, the temporary file is renamed to the target right after the
// comparison.
//
// # Temporary files
//
// A temporary name is one that [IsTemporary] knows. A name that ends in .part is that
// of a file that is being written, which can be discarded. One that ends in .swap takes
// part in an exchange, and its name identifies the old and the new content of the
// target, so that [Clean] can finish the work of a killed run. Each temporary file is
// locked while the run that created it is alive, and a killed run leaves at most one.
package replace
