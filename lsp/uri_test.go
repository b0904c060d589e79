package lsp

import (
	"testing"

	"go.lsp.dev/uri"
)

// TestURIs checks the key of a document in each spelling of its URI, and its file on
// each platform.
func TestURIs(t *testing.T) {
	for _, test := range []struct{ spelled, key, posix, windows string }{
		{"file:///c:/a/b.md", "file:///c%3A/a/b.md", "c:/a/b.md", `c:\a\b.md`},
		{"file:///C:/a/b.md", "file:///c%3A/a/b.md", "c:/a/b.md", `c:\a\b.md`},
		{"file:///C%3A/a/b.md", "file:///c%3A/a/b.md", "c:/a/b.md", `c:\a\b.md`},
		{"file:///c%3a/A/B.md", "file:///c%3A/A/B.md", "c:/A/B.md", `c:\A\B.md`},
		{"file://server/share/a.md", "file://server/share/a.md", "//server/share/a.md", `\\server\share\a.md`},
		{"file://SERVER/Share/a.md", "file://server/Share/a.md", "//server/Share/a.md", `\\server\Share\a.md`},
		{"file:///a/b.md", "file:///a/b.md", "/a/b.md", `\a\b.md`},
		{"file:///a%20b/%E6%97%A5%E6%9C%AC.md", "file:///a%20b/%E6%97%A5%E6%9C%AC.md", "/a b/日本.md", `\a b\日本.md`},
		{"file:///a b/日本.md", "file:///a%20b/%E6%97%A5%E6%9C%AC.md", "/a b/日本.md", `\a b\日本.md`},
		{"file:///100%25.md", "file:///100%25.md", "/100%.md", `\100%.md`},
		{"file:///a%23b%3Fc.md", "file:///a%23b%3Fc.md", "/a#b?c.md", `\a#b?c.md`},
		{"file:///a%5Cb.md", "file:///a%5Cb.md", `/a\b.md`, `\a\b.md`},
		{"file:///a%0Ab%09c.md", "file:///a%0Ab%09c.md", "/a\nb\tc.md", "\\a\nb\tc.md"},
	} {
		key := canonical(test.spelled)
		posix, windows := uri.FsPathFor(key, uri.PlatformPOSIX, false), uri.FsPathFor(key, uri.PlatformWindows, false)
		if string(key) != test.key || posix != test.posix || windows != test.windows {
			t.Errorf("%s: got %s, %q, %q; want %s, %q, %q", test.spelled, key, posix, windows, test.key, test.posix, test.windows)
		}
	}
}

// TestURIsOfFiles checks the conversion from a path to a URI and back on each platform.
func TestURIsOfFiles(t *testing.T) {
	for _, test := range []struct {
		platform   uri.Platform
		path, want string
	}{
		{uri.PlatformWindows, `c:\a\b c.md`, "file:///c%3A/a/b%20c.md"},
		{uri.PlatformWindows, `\\server\share\a.md`, "file://server/share/a.md"},
		{uri.PlatformWindows, `c:\日本\#%.md`, "file:///c%3A/%E6%97%A5%E6%9C%AC/%23%25.md"},
		{uri.PlatformPOSIX, "/a/b c.md", "file:///a/b%20c.md"},
		{uri.PlatformPOSIX, `/a\b.md`, "file:///a%5Cb.md"},
		{uri.PlatformPOSIX, "/a/\n\t\"'.md", "file:///a/%0A%09%22%27.md"},
		{uri.PlatformPOSIX, "/c:/x", "file:///c%3A/x"},
	} {
		got := uri.FileFor(test.platform, test.path)
		if back := uri.FsPathFor(got, test.platform, true); string(got) != test.want || got != canonical(test.want) || back != test.path && test.path != "/c:/x" {
			t.Errorf("%s: got %s and back %s, want %s", test.path, got, back, test.want)
		}
	}
}
