package house

import (
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"testing"
)

// hosts are the registries that only a machine's own settings may name. The
// names are put together here so that this file does not match itself.
var hosts = []string{
	"proxy." + "golang.org",
	"registry." + "npmjs.org",
	"deb." + "debian.org",
}

// machinePath matches an absolute path that exists on somebody's machine only.
// What comes before it keeps docs/home/, $X/work/ and https://host/root/ out.
var machinePath = regexp.MustCompile(`(?:^|[^\pL\pN_.})$%*~-])(/(?:work|root|home|Users)/)`)

// checkText finds in the project's text files what must not be published, test
// data among them.
func checkText(t *testing.T, tree fs.FS) []string {
	t.Helper()
	var breaches []string
	for _, name := range files(t, tree) {
		text := read(t, tree, name)
		if strings.ContainsRune(text, 0) {
			continue // not text
		}
		n := 0
		for line := range strings.Lines(text) {
			n++
			for _, host := range hosts {
				if strings.Contains(line, host) {
					breaches = append(breaches, fmt.Sprintf("%s:%d names the registry host %s, which belongs into a machine's settings", name, n, host))
				}
			}
			if m := machinePath.FindStringSubmatch(line); m != nil {
				breaches = append(breaches, fmt.Sprintf("%s:%d names a path below %s, which exists on one machine only", name, n, m[1]))
			}
		}
	}
	return breaches
}

func TestText(t *testing.T) {
	file := func(text string) map[string]string { return map[string]string{"docs/a.md": "first\n" + text + "\n"} }
	path := func(below string) string { return "/" + below + "/" } // put together, as the hosts are
	runBreaches(t, checkText, []breachTest{
		{"nothing", file("see docs" + path("home") + ", $X" + path("work") + " and https://example.org" + path("root")), ""},
		{"a host", file("GOPROXY=https://" + hosts[0]), "docs/a.md:2 names the registry host " + hosts[0]},
		{"another host", file(hosts[1]), "names the registry host"},
		{"a path", file("run `" + path("work") + "x`"), "docs/a.md:2 names a path below " + path("work")},
		{"a path at the start", file(path("root") + "x"), "names a path below"},
		{"a URI", file("file://" + path("home") + "x"), "names a path below"},
		{"test data too", map[string]string{"lsp/testdata/a.txt": path("home")}, "lsp/testdata/a.txt:1"},
		{"not text", file("\x00" + path("home")), ""},
		{"ignored", map[string]string{".gitignore": "/bin/\n", "bin/a": path("home")}, ""},
	})
}
