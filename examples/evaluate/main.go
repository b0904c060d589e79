// Evaluate asks a model for tool calls with contents that are hard to write, and writes its replies as sessions,
// which forge-lsp stats counts: see docs/evaluate.md. The model is asked through the chat API that most
// servers have: POST /chat/completions.
package main

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"strings"
	"time"
)

func main() {
	e := evaluation{key: os.Getenv("API_KEY"), client: &http.Client{Timeout: 10 * time.Minute}}
	flag.StringVar(&e.url, "url", "http://localhost:8080/v1", "`base` of the endpoint")
	flag.StringVar(&e.model, "model", "", "name of the model")
	flag.IntVar(&e.times, "n", 1, "calls for each tool and content")
	prompt := flag.String("prompt", "prompt.md", "`file` with the system prompt: forge-lsp prompt > prompt.md")
	tools := flag.String("tools", "write_file,apply_diff,execute_command", "tools to call, with commas")
	folder := flag.String("contents", "", "`folder` with a file for each content, in place of those of examples/evaluate/contents")
	flag.Parse()
	contents := own()
	if *folder != "" {
		contents = os.DirFS(*folder)
	}
	if err := e.run(os.Stdout, *prompt, strings.Split(*tools, ","), contents); err != nil {
		fmt.Fprintln(os.Stderr, "evaluate:", err)
		os.Exit(1)
	}
}

//go:embed contents
var embedded embed.FS

// own returns the contents of examples/evaluate/contents.
func own() fs.FS {
	sub, err := fs.Sub(embedded, "contents")
	if err != nil {
		panic(err) // its name is valid
	}
	return sub
}

// An evaluation asks one model.
type evaluation struct {
	url, model, key string
	times           int
	client          *http.Client
}

// A message is one of the chat API; that of the model is written as it comes.
type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// run writes a session for each call that is asked for. What the endpoint answers with an error is left out, and
// is the error in the end.
func (e *evaluation) run(to io.Writer, promptFile string, tools []string, contents fs.FS) error {
	prompt, err := os.ReadFile(promptFile)
	if err != nil {
		return err
	}
	files, err := fs.Glob(contents, "*.txt")
	if err != nil || len(files) == 0 {
		return errors.New("there is no *.txt with a content")
	}
	var failed []error
	for _, tool := range tools {
		for _, file := range files {
			content, err := fs.ReadFile(contents, file)
			if err != nil {
				return err
			}
			for range e.times {
				asked := []any{message{"system", string(prompt)}, message{"user", task(tool, string(content))}}
				answer, err := e.ask(asked)
				if err != nil {
					failed = append(failed, fmt.Errorf("%s with %s: %w", tool, file, err))
					continue
				}
				session := map[string]any{"model": e.model, "messages": append(asked, answer)}
				if err := json.NewEncoder(to).Encode(session); err != nil {
					return err
				}
			}
		}
	}
	return errors.Join(failed...)
}

// task is what the user asks for.
func task(tool, content string) string {
	return "Call the tool " + tool + " once, with any plausible arguments. One value has to be exactly this text:\n\n" + content
}

// maxAnswer is how many bytes of an answer are read.
const maxAnswer = 16 << 20

// ask returns the message of the model.
func (e *evaluation) ask(messages []any) (answer json.RawMessage, err error) {
	body, err := json.Marshal(map[string]any{"model": e.model, "messages": messages})
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequest(http.MethodPost, strings.TrimSuffix(e.url, "/")+"/chat/completions", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	if e.key != "" {
		request.Header.Set("Authorization", "Bearer "+e.key)
	}
	response, err := e.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return nil, err
	}
	var completion struct {
		Choices []struct {
			Message json.RawMessage `json:"message"`
		} `json:"choices"`
	}
	switch err := json.Unmarshal(text, &completion); {
	case response.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("%s: %.200s", response.Status, text)
	case err != nil:
		return nil, fmt.Errorf("the answer is not JSON: %w", err)
	case len(completion.Choices) == 0:
		return nil, errors.New("the answer has no choices")
	}
	return completion.Choices[0].Message, nil
}
