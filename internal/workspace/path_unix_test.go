//go:build unix

package workspace

import "testing"

func TestWithin(t *testing.T) {
	checkWithin(t, []withinTest{
		{"/a", "/a/b.md", true},
		{"/a", "/A/b.md", false},
		{"/a", "/a", true},
		{"/a", "/a/..b", true},
		{"/a", "/ab", false},
		{"/a/b", "/a", false},
		{"/a", "/a/../b", false},
		{"/", "/a", true},
		{"/a", `/a\b`, false},
		{"/a", `/a/\..\..\b`, true},
	})
}
