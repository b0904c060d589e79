package workspace

import "testing"

func TestWithin(t *testing.T) {
	checkWithin(t, []withinTest{
		{`C:\a`, `C:\a\b.md`, true},
		{`C:\a`, `c:\A\b.md`, true},
		{`C:\a`, `C:/a/b.md`, true},
		{`C:\a`, `C:\a`, true},
		{`C:\a`, `C:\a\..b`, true},
		{`C:\a`, `C:\ab`, false},
		{`C:\a\b`, `C:\a`, false},
		{`C:\a`, `C:\a\..\b`, false},
		{`C:\`, `C:\a`, true},
		{`C:\`, `D:\a`, false},
		{`\\server\share\a`, `\\server\share\a\b`, true},
		{`\\server\share\a`, `\\SERVER\share\A\b`, true},
		{`\\server\share`, `\\server\other\a`, false},
		{`\\server\share`, `C:\share`, false},
		{`\\?\C:\a`, `\\?\C:\a\b`, true},
	})
}
