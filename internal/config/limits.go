package config

// Limits on a configuration file, which may be untrusted. Each limit is far beyond what
// a person writes. Exceeding one is a problem at its place, and the part read up to
// there applies.
const (
	// MaxFile is the maximum size of a file in bytes.
	MaxFile = 1 << 20
	// maxKeys is the maximum number of keys and headers in a file.
	maxKeys = 10_000
	// maxDepth is the maximum nesting of values, and the maximum number of parts of a
	// key.
	maxDepth = 32
	// maxFiles is the maximum number of [[files]] tables: each glob is matched with
	// each path.
	maxFiles = 1000
	// maxGlobs is the maximum total size of the globs of a file in bytes.
	maxGlobs = 32 << 10
	// maxPaths is the maximum number of paths of tools in a file: each is looked up.
	maxPaths = 1000
	// maxProblems is the maximum number of mistakes of a file that are shown.
	maxProblems = 100
)
