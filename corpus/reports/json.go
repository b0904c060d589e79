package reports

import (
	"encoding/json"
	"io"
)

// JSON writes the report as JSON; see [Output].
func (r *Report) JSON(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(r.Output())
}
