package config

// What is read of a configuration file, which may come from anywhere. Each limit is
// far beyond what a person writes. What exceeds one is a problem at its place, and
// what was read up to there applies.
const (
	// MaxFile is the size of a file in bytes.
	MaxFile = 1 << 20
	// maxExtends is how many files a file can extend, one by the other.
	maxExtends = 8
	// maxKeys is how many keys and headers a file has.
	maxKeys = 10_000
	// maxDepth is how deep values are nested, and how many parts a key has.
	maxDepth = 32
	// maxFiles is how many [[files]] there are: each glob is matched with each path.
	maxFiles = 1000
	// maxGlobs is the size of all globs of a file in bytes.
	maxGlobs = 32 << 10
	// maxPaths is how many paths of tools a file names: each is looked for.
	maxPaths = 1000
	// maxFormats is how many [[formats]] there are, and how many sources each has: each is
	// looked for in each record.
	maxFormats = 50
	// maxFormatPaths is the size of all paths of the formats of a file in bytes: each step
	// of them is taken in each record.
	maxFormatPaths = 4 << 10
	// maxProblems is how many mistakes of a file are shown.
	maxProblems = 100
)
