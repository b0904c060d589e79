package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// A built describes the running build.
type built struct {
	version  string // such as v1.2.3, or (devel) if it is not known
	commit   string // 12 characters of its hash, "" if it is not known
	date     string // the day of the commit in UTC, as 2006-01-02, "" if it is not known
	modified bool   // whether the files differed from the commit
	compiler string // the version of Go
}

// A linkedBuild is what the linker was told about the build.
type linkedBuild struct{ release, commit, date string }

var linked linkedBuild

// setBuild sets the version, the commit and its date, as far as the linker was told them. The
// program does that once, before everything else.
func setBuild(release, commit, date string) { linked = linkedBuild{release, commit, date} }

// thisBuild returns the build that is running.
func thisBuild() built {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{GoVersion: runtime.Version(), Main: debug.Module{Version: "(unknown build)"}}
	}
	return buildOf(info, linked)
}

// buildOf returns a build from the linker's values and those of Go; the linker's
// override Go's.
func buildOf(info *debug.BuildInfo, linked linkedBuild) built {
	b := built{version: info.Main.Version, compiler: info.GoVersion}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.commit = s.Value
		case "vcs.time":
			b.date = s.Value
		case "vcs.modified":
			b.modified = s.Value == "true"
		}
	}
	if b.version == "" {
		b.version = "(devel)"
	}
	if linked.release != "" {
		b.version = linked.release
	}
	if linked.commit != "" {
		b.commit, b.date, b.modified = linked.commit, linked.date, false
	}
	b.commit = b.commit[:min(len(b.commit), len("0123456789ab"))]
	b.date = b.date[:min(len(b.date), len("2006-01-02"))]
	return b
}

// String describes the build on one line.
func (b built) String() string {
	parts := []string{"forge-lsp " + b.version}
	if b.commit != "" {
		part := "commit " + b.commit
		if b.modified {
			part += " (modified)"
		}
		parts = append(parts, part)
	}
	if b.date != "" {
		parts = append(parts, b.date)
	}
	parts = append(parts, b.compiler, runtime.GOOS+"/"+runtime.GOARCH)
	return strings.Join(parts, ", ")
}

// brief returns the version and, as far as they are known, commit and date.
func (b built) brief() string {
	switch {
	case b.commit == "":
		return b.version
	case b.date == "":
		return fmt.Sprintf("%s (%s)", b.version, b.commit)
	}
	return fmt.Sprintf("%s (%s, %s)", b.version, b.commit, b.date)
}

// versionText describes the build on one line.
func versionText() string { return thisBuild().String() }

// serverVersion is the version that a server reports to its client, with commit and
// date.
func serverVersion() string { return thisBuild().brief() }
