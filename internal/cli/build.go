package cli

import (
	"cmp"
	"runtime"
	"runtime/debug"
	"strings"
)

// A Build describes the running build.
type Build struct {
	Version  string // such as v1.2.3, or (devel) if it is not known
	commit   string // 12 characters of its hash, "" if it is not known
	Date     string // the day of the commit in UTC, as 2006-01-02, "" if it is not known
	modified bool   // whether the files differed from the commit
	compiler string // the version of Go
}

var linked Build // what the linker was told

// SetBuild sets the version, the commit and its date, as far as the linker was told them. The
// program does that once, before everything else.
func SetBuild(release, commit, date string) {
	linked = Build{Version: release, commit: commit, Date: date}
}

// ThisBuild returns the build that is running.
func ThisBuild() Build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{GoVersion: runtime.Version(), Main: debug.Module{Version: "(unknown build)"}}
	}
	return buildOf(info, linked)
}

// buildOf returns a build from the linker's values and those of Go; the linker's
// override Go's.
func buildOf(info *debug.BuildInfo, linked Build) Build {
	b := Build{Version: info.Main.Version, compiler: info.GoVersion}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.commit = s.Value
		case "vcs.time":
			b.Date = s.Value
		case "vcs.modified":
			b.modified = s.Value == "true"
		}
	}
	b.Version = cmp.Or(linked.Version, b.Version, "(devel)")
	if linked.commit != "" {
		b.commit, b.Date, b.modified = linked.commit, linked.Date, false
	}
	b.commit = b.commit[:min(len(b.commit), len("0123456789ab"))]
	b.Date = b.Date[:min(len(b.Date), len("2006-01-02"))]
	return b
}

// String describes the build on one line.
func (b Build) String() string {
	parts := []string{"forge-lsp " + b.Version}
	switch {
	case b.modified && b.commit != "":
		parts = append(parts, "commit "+b.commit+" (modified)")
	case b.commit != "":
		parts = append(parts, "commit "+b.commit)
	}
	if b.Date != "" {
		parts = append(parts, b.Date)
	}
	parts = append(parts, b.compiler, runtime.GOOS+"/"+runtime.GOARCH)
	return strings.Join(parts, ", ")
}

// Brief returns the version and, as far as they are known, commit and date: what a server reports to its client.
func (b Build) Brief() string {
	if b.commit == "" {
		return b.Version
	}
	return b.Version + " (" + strings.TrimSuffix(b.commit+", "+b.Date, ", ") + ")"
}
