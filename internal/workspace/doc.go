// Package workspace determines the settings for a file: its configuration, the tools
// that its calls are checked against, how it is read, and whether it is read at all. It
// also lists the files of folders, without those that Git ignores, and reads them.
//
// # Files
//
// In the order in which things happen:
//
//	update.go, report.go, watch.go           a change, what it made wrong, and what to watch from then on
//	define.go, entries.go                    what an editor asks of a folder
//	workspace.go, results.go                 the settings for a path, and what was read for them
//	applied.go, purpose.go                   the settings
//	settings.go, configuration.go, tools.go  where they come from: flags and the client, a file, definitions of tools
//	mistake.go                               what is wrong there, with its place
//	walk.go, ignore.go, installed.go         the files of folders, and which of them are left out
//	lines.go, source.go                      reading a file line by line, or as one text
//	unread.go, compressed.go, zstd.go        what is not text, and what is compressed
//	errors.go, path.go, lazy.go              errors, paths, and values that are made when they are needed
//
// # State and changes
//
// A [Workspace] is state. Files are read from the disk when something first depends on
// them, and then kept; the disk is not accessed again until [Workspace.Update] is
// called with a [Change]. A command asks once for each file and never updates; a server
// updates when its client sends settings, opens or closes folders, or reports changed
// files, and otherwise at intervals.
//
// A [Settings] is a snapshot of the settings that apply to one path at one time. It does not
// change when the workspace does.
//
// # Precedence
//
// Defaults come first, then the configuration file with those that it extends, then the
// settings of the client, then flags; later ones override earlier ones.
//
// # Paths
//
// Paths are those of the operating system, absolute unless documented otherwise. Lines
// and columns are 1-based; columns count UTF-16 code units.
//
// # Trust
//
// A configuration is data that came with a folder. It can name files to be read, below
// the nearest folder with .git, but nothing to run. Everything that this package reads
// goes through one function, which accepts regular files only.
package workspace
