package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// release is the version of a build that Go does not know the version of: the
// linker sets it where the command is built for a package.
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

func describeBuild(info *debug.BuildInfo) string {
	settings := make(map[string]string)
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	version := info.Main.Version
	switch {
	case release != "":
		version = release
	case version == "":
		version = "(devel)"
	}
	parts := []string{"forge-lsp " + version}
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
