package stats

import (
	"encoding/json"
	"io"

	"github.com/entrhq/forge-lsp/internal/foreign"
)

// JSON writes the report as JSON; see [Output].
func (r *Report) JSON(w io.Writer) error {
	encoder := json.NewEncoder(foreign.JSON(w))
	encoder.SetEscapeHTML(false)
	return encoder.Encode(r.Output())
}
