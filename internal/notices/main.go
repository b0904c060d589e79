// Notices prints the licenses of everything that forge-lsp is built from: the Go modules
// with code in the command on any released platform, and Go itself. Packages contain them.
//
//	go run ./internal/notices > THIRD_PARTY_NOTICES.txt
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// command is the package whose dependencies are listed.
const command = "github.com/entrhq/forge-lsp/cmd/forge-lsp"

// platforms are the released platforms, as in .goreleaser.yaml.
var platforms = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

func main() {
	parts, err := dependencies()
	if err == nil {
		err = write(os.Stdout, parts)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

// A part is a component with code in the command.
type part struct {
	name string
	root string // the folder of its sources
	// folders are those of the packages that are used. A package can have its own license.
	folders map[string]bool
}

// dependencies returns the modules that the command has code of, and Go.
func dependencies() ([]*part, error) {
	modules := map[string]*part{}
	for _, platform := range platforms {
		goos, goarch, _ := strings.Cut(platform, "/")
		cmd := exec.Command("go", "list", "-deps", "-json=Dir,Module", command)
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+goos, "GOARCH="+goarch)
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("go list for %s: %w", platform, err)
		}
		for d := json.NewDecoder(strings.NewReader(string(out))); ; {
			var listed struct {
				Dir    string
				Module *struct {
					Path, Version, Dir string
					Main               bool
				}
			}
			if err := d.Decode(&listed); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return nil, err
			}
			if m := listed.Module; m != nil && !m.Main {
				if modules[m.Path] == nil {
					modules[m.Path] = &part{m.Path + " " + m.Version, m.Dir, map[string]bool{}}
				}
				modules[m.Path].folders[listed.Dir] = true
			}
		}
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	parts := []*part{{name: "Go " + runtime.Version(), root: strings.TrimSpace(string(root))}}
	for _, path := range slices.Sorted(maps.Keys(modules)) {
		parts = append(parts, modules[path])
	}
	return parts, nil
}

// write writes the licenses of all parts.
func write(w io.Writer, parts []*part) error {
	out := bufio.NewWriter(w)
	fmt.Fprint(out, "forge-lsp contains code of these projects.\n")
	for _, p := range parts {
		files, err := p.licenses()
		if err != nil {
			return err
		}
		rule := strings.Repeat("=", 80)
		fmt.Fprintf(out, "\n%s\n%s\n%s\n", rule, p.name, rule)
		for _, name := range files {
			text, err := os.ReadFile(filepath.Join(p.root, name))
			if err != nil {
				return err
			}
			if filepath.Dir(name) != "." {
				fmt.Fprintf(out, "\n%s:\n", filepath.ToSlash(filepath.Dir(name)))
			}
			plain := strings.ReplaceAll(string(text), "\r\n", "\n")
			fmt.Fprintf(out, "\n%s\n", strings.Trim(plain, "\n"))
		}
	}
	return out.Flush()
}

// licenseName matches the names of files with licenses, and with notices that licenses
// require.
var licenseName = regexp.MustCompile(`(?i)^(licen[sc]e|copying|notice|patents)([-_.].*)?$`)

// licenses returns the files with the licenses of a part, relative to its root: those of
// the root, which must have one, first.
func (p *part) licenses() ([]string, error) {
	folders := map[string]bool{".": true}
	for folder := range p.folders {
		below, err := filepath.Rel(p.root, folder)
		if err != nil {
			return nil, err
		}
		for ; below != "."; below = filepath.Dir(below) {
			folders[below] = true
		}
	}
	var files []string
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		entries, err := os.ReadDir(filepath.Join(p.root, folder))
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if e.Type().IsRegular() && licenseName.MatchString(e.Name()) && filepath.Ext(e.Name()) != ".go" {
				files = append(files, filepath.Join(folder, e.Name()))
			}
		}
		if folder == "." && len(files) == 0 {
			return nil, fmt.Errorf("%s has no license in %s", p.name, p.root)
		}
	}
	return files, nil
}
