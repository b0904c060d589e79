// Serve runs the server of recorded replies at 127.0.0.1, for programs that are not in Go, and prints its address.
package main

import (
	"fmt"
	"net"
	"net/http"
	"os"

	"github.com/entrhq/forge-lsp/internal/test/chat"
)

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err == nil {
		fmt.Printf("http://%s/v1\n", listener.Addr())
		err = http.Serve(listener, chat.Handler(chat.Replies))
	}
	fmt.Fprintln(os.Stderr, "serve:", err)
	os.Exit(1)
}
