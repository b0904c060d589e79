// Package workspace determines the settings for a file: its configuration, the tools
// that its calls are checked against, how it is read, and whether it is read at all. It
// also lists the files of folders, without those that Git ignores, and reads them.
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
