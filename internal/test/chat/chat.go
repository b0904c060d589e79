// Package chat answers requests of the chat API with recorded replies of a model.
package chat

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync/atomic"
)

// call returns a reply with a call of write_file, whose content is written as it is given.
func call(content string) string {
	return "I write it.\n\n<tool>\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>\n<arguments>\n" +
		"<path>a.txt</path>\n<content>" + content + "</content>\n</arguments>\n</tool>"
}

// Replies are messages of a model: two good ones, a repaired and a refused one, one whose call never runs, one with
// a call of another format, and one with a native call.
var Replies = []map[string]any{
	{"role": "assistant", "content": call("a &amp;&amp; b &lt; c")},
	{"role": "assistant", "content": call("<![CDATA[a && b < c]]>")},
	{"role": "assistant", "content": call("a && b")},
	{"role": "assistant", "content": call("if a < b")},
	{"role": "assistant", "content": strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(call("a"))},
	{"role": "assistant", "content": "<tool_call>\n{\"name\": \"write_file\", \"arguments\": {\"path\": \"a.txt\", \"content\": \"a\"}}\n</tool_call>"},
	{"role": "assistant", "content": nil, "tool_calls": []any{map[string]any{
		"id": "call_1", "type": "function", "function": map[string]any{"name": "write_file", "arguments": `{"path": "a.txt", "content": "a < b"}`},
	}}},
}

// Handler answers POST /v1/chat/completions with each of the replies in turn. A request without messages gets an
// error.
func Handler(replies []map[string]any) http.Handler {
	var asked atomic.Int64
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", func(w http.ResponseWriter, r *http.Request) {
		var request struct {
			Model    string            `json:"model"`
			Messages []json.RawMessage `json:"messages"`
		}
		if err := json.NewDecoder(r.Body).Decode(&request); err != nil || len(request.Messages) == 0 {
			http.Error(w, `{"error": {"message": "no messages"}}`, http.StatusBadRequest)
			return
		}
		reply := replies[(asked.Add(1)-1)%int64(len(replies))]
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{
			"id": "recorded", "object": "chat.completion", "model": request.Model,
			"choices": []any{map[string]any{"index": 0, "message": reply, "finish_reason": "stop"}},
		})
	})
	return mux
}
