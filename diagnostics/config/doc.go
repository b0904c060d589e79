// Package config reads forge-lsp.toml, the configuration of a folder, and tells
// what applies to a file in it.
//
// # Vocabulary
//
// A [File] is what one configuration file sets, or the settings of an editor. A
// [Config] is a file with those that it extends. [Config.Resolve] gives what
// applies to one path, each value with its [Place].
//
// # Mistakes
//
// Nothing in a configuration makes reading it fail. Each mistake is a [Problem]
// with its place, and all else applies.
//
// # Files
//
// A configuration is data that came with a workspace: it can name files to read
// below the folder that [Root] returns, and nothing to run. Files are read
// through an [io/fs.FS], whose paths are slash-separated; those of the results
// are too.
package config
