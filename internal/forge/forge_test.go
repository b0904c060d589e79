package forge

import (
	"strings"
	"testing"
)

func TestEnvelope(t *testing.T) {
	first := Envelope
	if got := strings.Join(first[:], " "); got != "server_name tool_name arguments" {
		t.Errorf("the envelope has %s", got)
	}
	first[0] = "x"
	if Envelope[0] == "x" {
		t.Error("all callers share a slice")
	}
}
