package wire

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
)

// FileURI returns the URI of a path of this system.
func FileURI(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") { // C:/a
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// FoldersJSON returns the workspace folders with the given paths, as JSON.
func FoldersJSON(folders ...string) string {
	list := []string{}
	for _, folder := range folders {
		list = append(list, fmt.Sprintf(`{"uri":%s,"name":"x"}`, Quote(FileURI(folder))))
	}
	return "[" + strings.Join(list, ",") + "]"
}

// OpenFile opens version 1 of a Markdown document at a path.
func (c *Client) OpenFile(path, text string) {
	c.T.Helper()
	c.Open(FileURI(path), "markdown", 1, text)
}

// RulesIn waits for the diagnostics of version 1 of the document at a path, and returns
// their codes.
func (c *Client) RulesIn(path string) (rules []string) {
	c.T.Helper()
	for _, d := range c.AwaitVersion(FileURI(path), 1).Diagnostics {
		rules = append(rules, d.Code)
	}
	return rules
}
