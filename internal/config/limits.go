package config

// Limits on a configuration file, which may be untrusted. Each is far beyond what a person writes.
const (
	// MaxFile is the maximum size of a file in bytes. It also bounds the keys, which are searched for one by one, the
	// globs, which are matched with each path, and the paths of tools, which are looked up.
	MaxFile = 64 << 10
	// maxProblems is the maximum number of mistakes of a file, or of the definitions of tools, that are shown.
	maxProblems = 100
)
