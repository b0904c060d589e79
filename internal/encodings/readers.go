package main

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
	"github.com/entrhq/forge-lsp/xmlcall/legacy"
)

// A reader reads the content of a call.
type reader struct {
	name string
	read func(c *call) (string, error)
}

var readers = []reader{{"the runtime", asRuntime}, {"xmlcall", withXMLCall}}

// asRuntime reads a call as the runtime does: the envelope, then the arguments, with
// encoding/json in its first release, and with encoding/xml now, where a failure is
// retried with escaped ampersands.
func asRuntime(c *call) (string, error) {
	if c.name == "JSON" {
		var envelope struct {
			Server    string          `json:"server_name"`
			Tool      string          `json:"tool_name"`
			Arguments json.RawMessage `json:"arguments"`
		}
		if err := json.Unmarshal([]byte(payload(c.text)), &envelope); err != nil {
			return "", err
		}
		var a arguments
		err := json.Unmarshal(envelope.Arguments, &a)
		return a.Content, err
	}
	var envelope struct {
		XMLName   xml.Name `xml:"tool"`
		Server    string   `xml:"server_name"`
		Tool      string   `xml:"tool_name"`
		Arguments struct {
			InnerXML []byte `xml:",innerxml"`
		} `xml:"arguments"`
	}
	if err := withFallback([]byte(c.text), &envelope); err != nil {
		return "", err
	}
	var a arguments
	err := withFallback([]byte("<arguments>"+string(envelope.Arguments.InnerXML)+"</arguments>"), &a)
	return a.Content, err
}

func withFallback(data []byte, v any) error {
	if xml.Unmarshal(data, v) == nil {
		return nil
	}
	return xml.Unmarshal([]byte(xmlcall.Repair(string(data))), v)
}

func withXMLCall(c *call) (string, error) {
	if c.name == "JSON" {
		read, err := legacy.Parse(payload(c.text), encode.Options{MaxSize: 1 << 30})
		if err != nil {
			return "", err
		}
		for _, v := range read.Arguments.Children {
			if v.Name == "content" {
				return v.Text, nil
			}
		}
		return "", errors.New("there is no content")
	}
	var a arguments
	err := xmlcall.NewParser(c.text, xmlcall.Options{MaxSize: 1 << 30}).At(0).Unmarshal(&a)
	return a.Content, err
}

// payload returns the JSON of a call.
func payload(text string) string {
	return strings.TrimSuffix(strings.TrimPrefix(text, "<tool>"), "</tool>")
}
