package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/fstest"
)

func TestPages(t *testing.T) {
	folder := http.FS(fstest.MapFS{
		"index.html":          {Data: []byte("page")},
		"assets/main-A.js":    {Data: []byte("plain")},
		"assets/main-A.js.br": {Data: []byte("brotli")},
		"assets/main-A.js.gz": {Data: []byte("gzip")},
		"assets/lsp-B.wasm":   {Data: []byte("\x00asm")},
	})
	for _, test := range []struct{ path, accepts, body, encoding, mediaType, cache string }{
		{"/", "gzip, br", "page", "", "text/html; charset=utf-8", "no-cache"},
		{"/assets/main-A.js", "gzip, deflate, br;q=1.0", "brotli", "br", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"},
		{"/assets/main-A.js", "gzip", "gzip", "gzip", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"},
		{"/assets/main-A.js", "identity", "plain", "", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"},
		{"/assets/lsp-B.wasm", "br", "\x00asm", "", "application/wasm", "public, max-age=31536000, immutable"},
	} {
		r := httptest.NewRequest(http.MethodGet, test.path, nil)
		r.Header.Set("Accept-Encoding", test.accepts)
		w := httptest.NewRecorder()
		pages(folder).ServeHTTP(w, r)
		body, _ := io.ReadAll(w.Result().Body)
		h := w.Result().Header
		if got := string(body); w.Code != http.StatusOK || got != test.body {
			t.Errorf("%s for %q: %d, %q, want %q", test.path, test.accepts, w.Code, got, test.body)
		}
		for name, want := range map[string]string{
			"Content-Encoding": test.encoding, "Content-Type": test.mediaType, "Cache-Control": test.cache,
			"Content-Security-Policy": policy,
		} {
			if got := h.Get(name); got != want {
				t.Errorf("%s for %q: %s is %q, want %q", test.path, test.accepts, name, got, want)
			}
		}
	}
}
