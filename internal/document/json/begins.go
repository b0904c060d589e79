package json

import (
	"errors"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// IsJSON reports whether a text is JSON, or has one JSON record per line, judging by its first
// value: an object, or a list of objects. The text may be cut off.
func IsJSON(text string) bool {
	text = strings.TrimLeft(strings.TrimPrefix(text, "\uFEFF"), " \t\r\n")
	inner := strings.TrimLeft(strings.TrimPrefix(text, "["), " \t\r\n")
	if !strings.HasPrefix(inner, "{") {
		return false
	}
	d := jsontext.NewDecoder(strings.NewReader(text), lenient...)
	if err := d.SkipValue(); err != nil {
		return errors.Is(err, io.ErrUnexpectedEOF)
	}
	rest := strings.TrimLeft(text[d.InputOffset():], " \t\r")
	return rest == "" || rest[0] == '\n' || rest[0] == '{'
}
