// Package workspace answers what applies to a file: its configuration, the tools
// that its calls are checked against, how it is read, and whether it is read at
// all. It also lists the files of folders, without those that Git ignores, and
// reads them.
//
// # State and changes
//
// A [Workspace] is state. Files are read from the disk when something first
// depends on them, and then kept; nobody looks at the disk again until
// [Workspace.Update] is told of a [Change]. A command asks once for each file and
// never updates; a server updates when its client sends settings, opens or
// closes folders, or reports files that changed, and else at intervals.
//
// An [Applied] is a snapshot: what applies to one path at one time. It does not
// change when the workspace does.
//
// # Precedence
//
// Defaults, then the configuration file with what it extends, then the settings
// of the client, then flags; the last one wins.
//
// # Archives
//
// A log of Inspect is an archive with transcripts. [Source.Read] returns [ErrArchive] for
// one, and [Source.Archive] the sources that are in it.
//
// # Paths
//
// Paths are those of the operating system, absolute unless they say otherwise.
// Lines and columns are 1-based; columns count UTF-16 code units.
//
// # Trust
//
// A configuration is data that came with a folder. It can name files below the
// nearest folder with .git, to be read, and nothing to run. All that this package
// reads goes through one function, which takes regular files only.
package workspace
