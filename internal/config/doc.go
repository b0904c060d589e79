// Package config reads forge-lsp.toml, the configuration of a folder, and determines
// the settings for a file in it.
//
// # Vocabulary
//
// A [File] holds the settings of one configuration file or of an editor. A [Config] is
// a file with its place. [Config.Resolve] returns the settings for one path, each value
// with its [Place].
//
// # Mistakes
//
// Reading a configuration does not fail. Each mistake is a [Problem] with its place,
// and the rest applies.
//
// # Files
//
// A configuration is data that came with a workspace: it can name files to read below
// the folder that it was loaded from, but nothing to run. Files are read through an
// [io/fs.FS], whose paths are slash-separated; so are those in results.
package config
