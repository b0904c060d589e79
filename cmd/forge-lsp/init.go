package main

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/config"
	"github.com/entrhq/forge-lsp/internal/foreign"
)

// initial is the configuration that init writes: everything that can be configured, as
// comments.
//
//go:embed init.toml
var initial string

func newInitCommand() *cobra.Command {
	return cli.Describe(&cobra.Command{
		Use:   "init [FOLDER]",
		Short: "Write a commented forge-lsp.toml",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return cli.Usagef(cmd, "init takes one folder, found %d", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			name := config.Name
			if len(args) > 0 {
				name = filepath.Join(args[0], config.Name)
			}
			if err := writeNew(name, initial); err != nil {
				return err
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "wrote %s\n", foreign.Line(filepath.ToSlash(name)))
			return err
		},
	})
}

// writeNew writes a file that must not exist.
func writeNew(name, text string) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s already exists", filepath.ToSlash(name))
	}
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	return errors.Join(err, file.Close())
}
