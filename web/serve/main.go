// Serve serves the page in a folder on a port of loopback, with the headers that a host of
// static files should send:
//
//	go run ./web/serve -port 8765 web/dist
package main

import (
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"path"
	"strings"
)

// policy is the page's own, which it has in a meta element: as a header it applies to the
// worker, too.
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"

func main() {
	log.SetFlags(0)
	port := flag.Int("port", 8765, "the `port` on loopback, 0 for any that is free")
	requests := flag.Bool("log", false, "print the path of each request")
	flag.Usage = func() {
		fmt.Fprintf(flag.CommandLine.Output(), "Usage: serve [-port 8765] [-log] FOLDER\n")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", *port))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("http://%s/\n", listener.Addr())
	handler := pages(http.Dir(flag.Arg(0)))
	if *requests {
		handler = logged(handler)
	}
	log.Fatal(http.Serve(listener, handler))
}

// logged prints the path of each request before it is answered.
func logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Println(r.URL.Path)
		next.ServeHTTP(w, r)
	})
}

// pages serves the files of a folder.
func pages(folder http.FileSystem) http.Handler {
	files := http.FileServer(folder)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Security-Policy", policy)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "no-referrer")
		header.Set("Cross-Origin-Opener-Policy", "same-origin")
		header.Set("Cache-Control", cached(r.URL.Path))
		header.Add("Vary", "Accept-Encoding")
		if encoding := packed(folder, r); encoding != "" {
			header.Set("Content-Encoding", encoding)
			header.Set("Content-Type", typeOf(r.URL.Path))
			r.URL.Path += endings[encoding]
		}
		files.ServeHTTP(w, r)
	})
}

// cached is for how long a file is kept. One whose name has the hash of its content never
// changes.
func cached(name string) string {
	if strings.HasPrefix(name, "/assets/") {
		return "public, max-age=31536000, immutable"
	}
	return "no-cache"
}

// endings are those of the packed files that the build writes beside the others.
var endings = map[string]string{"br": ".br", "gzip": ".gz"}

// packed returns the encoding in which a file is there and which the browser takes, "" for none.
func packed(folder http.FileSystem, r *http.Request) string {
	for _, encoding := range []string{"br", "gzip"} {
		if !takes(r.Header.Get("Accept-Encoding"), encoding) {
			continue
		}
		if f, err := folder.Open(r.URL.Path + endings[encoding]); err == nil {
			_ = f.Close()
			return encoding
		}
	}
	return ""
}

// takes reports whether the value of Accept-Encoding names an encoding.
func takes(accepted, encoding string) bool {
	for part := range strings.SplitSeq(accepted, ",") {
		name, _, _ := strings.Cut(part, ";")
		if strings.TrimSpace(name) == encoding {
			return true
		}
	}
	return false
}

// typeOf returns the media type of a file by its name: that of its packed form is asked for by
// another name.
func typeOf(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".wasm":
		return "application/wasm"
	case ".svg":
		return "image/svg+xml"
	case ".webmanifest":
		return "application/manifest+json"
	}
	return "text/html; charset=utf-8"
}
