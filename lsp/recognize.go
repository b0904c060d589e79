package lsp

import (
	"github.com/entrhq/forge-lsp/internal/document"
)

// methodRecognize asks how a text without a name is read.
const methodRecognize = "forge/recognize"

type recognizeParams struct {
	Text string `json:"text"` // or its start
}

type recognizeResult struct {
	Kind   string `json:"kind"`
	Ending string `json:"ending"` // of the names of files that are read so
}

func (s *server) recognize(p *recognizeParams) (recognizeResult, error) {
	kind := document.Recognize(p.Text)
	return recognizeResult{kind.String(), kind.Extension()}, nil
}
