package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// release is the version of a build that Go does not know the version of: the
// linker sets it where the command is built for a package, with
// -ldflags "-X main.release=v1.2.3".
var release string

func newVersionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), versionText())
			return err
		},
	}
}

// versionText describes the build on one line.
func versionText() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "forge-lsp (unknown build), " + runtime.Version()
	}
	return describeBuild(info)
}

// serverVersion is the version that the server tells its client.
func serverVersion() string {
	info, _ := debug.ReadBuildInfo()
	return versionOf(info)
}

// versionOf returns the version of a build; info may be nil.
func versionOf(info *debug.BuildInfo) string {
	switch {
	case release != "":
		return release
	case info != nil && info.Main.Version != "":
		return info.Main.Version
	}
	return "(devel)"
}

func describeBuild(info *debug.BuildInfo) string {
	settings := make(map[string]string)
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	parts := []string{"forge-lsp " + versionOf(info)}
	if commit := settings["vcs.revision"]; commit != "" {
		commit = commit[:min(len(commit), 12)]
		if settings["vcs.modified"] == "true" {
			commit += " (modified)"
		}
		parts = append(parts, "commit "+commit)
	}
	parts = append(parts, info.GoVersion, runtime.GOOS+"/"+runtime.GOARCH)
	return strings.Join(parts, ", ")
}
