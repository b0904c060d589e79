# What people run. `make help` lists it; `make` alone builds.
.POSIX:

GO = go

# How long each fuzz target runs: make fuzz FUZZTIME=5m
FUZZTIME = 1m

# Number of random cases in make soak (CONTRIBUTING.md lists the tests): spoiled calls that are
# fixed, calls with a defect, rewritten calls, tools with schemas, edits, edits over the protocol,
# messages; and the absolute path of a folder with more texts to edit
SLIPS = 100000
CALLS = 100000
REWRITES = 100000
TOOLS = 100000
EDITS = 1000000
LSP_EDITS = 100000
MESSAGES = 100000
SEEDS =

# Number of files in the tests of beam/: make test-beam FILES=10000
FILES = 300

# Number of runs of check --fix that are killed
KILLS = 200

# Port of make web-serve
PORT = 8765

SOAK = $(GO) test -tags slow -count=1 -timeout 0 -v

# Pinned, so that results do not change with new releases.
GOLANGCI_LINT = github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0

GOVULNCHECK = golang.org/x/vuln/cmd/govulncheck@v1.9.0

# goreleaser fails in a clone without a remote, so it gets one.
GORELEASER = $(GO) run github.com/goreleaser/goreleaser/v2@v2.16.0
SNAPSHOT = GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=remote.origin.url GIT_CONFIG_VALUE_0=https://github.com/entrhq/forge-lsp

# Checks .github/workflows in make test-install.
ACTIONLINT = github.com/rhysd/actionlint/cmd/actionlint@v1.7.12

# Size of the largest texts of make scaling in bytes.
SIZE = 65536

.PHONY: vulnerabilities build test test-openmetrics test-beam test-reports test-sdks test-editors test-more test-vscode pictures test-nvim test-mcp test-web test-install web web-serve web-speed web-memory package release-snapshot release race lint fuzz soak day hostile faults cross bench scaling speed docs clean help

## build   compile bin/forge-lsp
build:
	$(GO) build -trimpath -o bin/ ./cmd/forge-lsp

## test    vet and test the Go code (needs only Go; three minutes of two cores)
test:
	$(GO) vet ./...
	$(GO) test -timeout 30m ./...

## test-beam the pipeline of beam/, compared with stats (needs only Go; prints what it downloads)
test-beam:
	@editors/test/plan beam
	cd beam && $(GO) vet ./... && $(GO) test ./... -files $(FILES)

## test-reports the reports of check for CI services, read by tools of these services (needs Node 20)
test-reports: build
	cd cmd/forge-lsp/testdata/readers && npm ci --no-audit --no-fund --ignore-scripts && FORGE_LSP="$(CURDIR)/bin/forge-lsp" node --test

## test-sdks the native calls of tests, checked against the types of vendors' SDKs (needs Node 20)
test-sdks:
	cd diagnostics/testdata/sdks && npm ci --no-audit --no-fund --ignore-scripts && node check.mjs

## test-editors VS Code 1.139, Neovim 0.12 and the page in Chromium; prints what it downloads (Debian, Node 20)
test-editors:
	@editors/test/plan vscode nvim-0.12 web
	@FORGE_PLANNED=1 $(MAKE) test-vscode test-nvim test-web

## test-more what is run before a release: older and other editors, Firefox, clients and readers from npm, beam
test-more:
	@editors/test/plan
	FORGE_PLANNED=1 editors/vscode/test/run.sh oldest ui
	FORGE_PLANNED=1 editors/test/run nvim-0.10 helix emacs vim codemirror
	FORGE_PLANNED=1 web/test/run firefox
	@FORGE_PLANNED=1 $(MAKE) test-mcp test-reports test-sdks test-beam

## test-vscode the extension in VS Code 1.139 (needs Node 20 and apt)
test-vscode:
	editors/vscode/test/run.sh unit grammar host smoke

## test-nvim the server and editors/nvim in Neovim 0.12 (needs apt)
test-nvim:
	editors/test/run nvim-0.12

## test-web the page in Chromium (needs Node 20 and apt)
test-web:
	web/test/run chromium

## test-mcp the tools of forge-lsp mcp, called by a client from npm (needs Node 20)
test-mcp:
	editors/test/mcp/run

## pictures the pictures of the READMEs, from the real programs: look at each of them (needs what test-vscode and test-web need)
pictures:
	UPDATE_IMAGES=1 editors/vscode/test/run.sh ui
	UPDATE_IMAGES=1 web/test/run chromium --only 'the picture'
	$(GO) test -tags slow ./cmd/forge-lsp -run '^TestCast$$' -update

## test-install install forge-lsp in every way from the packed files, and use it (needs Node 20 and apt)
test-install:
	@echo 'The first run downloads 330 MB of Go modules (goreleaser), 160 MB of npm packages, and on Debian'
	@echo 'up to 25 MB of packages, which stay installed: rpm, pre-commit, zsh, fish, tmux and others.'
	@echo 'It takes four minutes of one core to build goreleaser, and ten to build for six platforms twice.'
	$(MAKE) release-snapshot
	packaging/test/run

## web     the page, in web/dist, and the sizes of its files (needs Node 20)
web:
	cd web && npm ci --ignore-scripts --no-audit --no-fund && npm run --silent build

## web-serve serve web/dist on a port of loopback (make web-serve PORT=8765)
web-serve:
	$(GO) run ./web/serve -port $(PORT) web/dist

## web-speed the speed of the built page, in Chromium (needs Node 20 and apt)
web-speed:
	$(GO) build -o web/test/.serve ./web/serve
	cd web && node test/speed.mjs

## web-memory memory of the built page after an hour of typing, in Chromium (needs Node 20 and apt)
web-memory:
	$(GO) build -o web/test/.serve ./web/serve
	cd web && node test/memory.mjs

## package the VS Code extension for all platforms, in editors/vscode/out (needs Node 20)
package:
	cd editors/vscode && npm ci --no-audit --no-fund && npm run package

## release-snapshot build all files of a release in dist, without publishing them (needs Node 20)
release-snapshot:
	$(SNAPSHOT) $(GORELEASER) release --snapshot --clean --skip=docker,sign,sbom
	node packaging/npm/build.mjs

## release publish a release of the current tag: docs/releasing.md
release:
	@set -e; \
	notes=$$(mktemp); \
	trap 'rm -f "$$notes"' EXIT; \
	packaging/notes "$$(git describe --tags --exact-match)" >"$$notes"; \
	$(GORELEASER) release --clean --release-notes "$$notes"
	node packaging/npm/build.mjs


## test-openmetrics what stats prints for Prometheus, in its Python client (needs apt)
test-openmetrics:
	@/usr/bin/python3 -c 'import prometheus_client' 2>/dev/null || { apt-get update -q && apt-get install -qy python3-prometheus-client; }
	internal/stats/testdata/openmetrics/run

## race    the tests under the race detector (needs a C compiler)
race:
	$(GO) test -race ./...

## lint    golangci-lint with .golangci.yml
lint:
	$(GO) run $(GOLANGCI_LINT) run

## vulnerabilities known ones that the program or its tests can reach (needs vuln.go.dev)
vulnerabilities:
	$(GO) run $(GOVULNCHECK) -test ./...
	cd beam && $(GO) run $(GOVULNCHECK) -test ./...

## fuzz    each fuzz target in turn for FUZZTIME, until one fails
fuzz:
	@set -e; \
	packages=$$($(GO) list ./...); \
	for package in $$packages; do \
		list=$$($(GO) test -list '^Fuzz' "$$package"); \
		for target in $$(printf '%s\n' "$$list" | grep '^Fuzz'); do \
			echo "$$package $$target $(FUZZTIME)"; \
			$(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x "$$package"; \
		done; \
	done

## soak    the randomized tests with many cases, for an hour (make soak EDITS=10000)
soak:
	$(SOAK) ./diagnostics -run '^(TestSlips|TestSlipsSuggested|TestOutcomeLaw|TestSourceLaw|TestFirstLaw|TestSoundCalls|TestEnvelope|TestTemplateLaw|TestTemplatesFilled)$$' -slips $(SLIPS) -law $(SLIPS) -templates $(SLIPS) -calls $(CALLS)
	$(SOAK) ./diagnostics -run '^(TestRewrites|TestDisableFixes)$$' -rewrites $(REWRITES) -suppressions $(REWRITES)
	$(SOAK) ./toolspec -run '^(TestProperty|TestReading)$$' -tools $(TOOLS)
	$(SOAK) ./diagnostics -run '^TestDocument$$' -edits $(EDITS) -seeds '$(SEEDS)'
	$(SOAK) ./lsp -run '^TestEdits$$' -edits $(LSP_EDITS) -seeds '$(SEEDS)'
	$(SOAK) ./lsp -run '^TestMessages$$' -messages $(MESSAGES)

## day     a session with 2,000 documents in 1,000 folders leaves nothing behind
day:
	$(SOAK) ./lsp -run '^TestDay$$'

## hostile commands and the server in malicious workspaces
hostile:
	$(SOAK) ./cmd/forge-lsp ./lsp -run Hostile

## faults  check --fix killed and with failing calls of the system, and --diff with GNU patch (needs apt)
faults:
	@command -v strace >/dev/null && command -v patch >/dev/null || { apt-get update -q && apt-get install -qy strace patch; }
	$(SOAK) ./cmd/forge-lsp -run '^(TestFixKilled|TestFixFaults)$$' -kills $(KILLS)
	$(SOAK) ./cmd/forge-lsp -run '^TestDiffApplies$$' -apply 'patch -p1 -s'

## cross   vet for Windows and macOS, and compile the tests for them
cross:
	@set -e; \
	for os in windows darwin; do \
		echo "GOOS=$$os"; \
		GOOS=$$os $(GO) vet ./...; \
		GOOS=$$os $(GO) test -exec true -run '^$$' ./... | grep -v 'no test files'; \
	done

## bench   every benchmark, with its allocations
bench:
	$(GO) test -run '^$$' -bench . -benchmem ./...

## scaling cost as texts grow, for each rule, shape and command (make scaling SIZE=65536)
scaling:
	$(GO) test -tags slow ./diagnostics -run '^TestLinear$$' -timeout 0
	$(GO) test -tags slow ./cmd/forge-lsp -v -run '^(TestScaling|TestShapes)$$' -timeout 0 -scaling $(SIZE)

## speed   keys, opening and memory of the built server, compared with an older one (make speed SPEED='-size 10 -before BINARY')
speed:
	$(GO) test -tags slow ./cmd/forge-lsp -run '^TestSpeed$$' -count=1 -timeout 0 -v $(SPEED)

## docs    generate docs/rules, the schema of forge-lsp.toml and the golden files of the rules
docs:
	$(GO) test ./diagnostics -run '^TestCases$$' -count=1 -update
	$(GO) test ./internal/cli -run '^TestReference$$' -count=1 -update
	$(GO) test ./internal/config -run '^TestSchema$$' -count=1 -update

## clean   remove what build made
clean:
	rm -rf bin dist web/dist web/test/.serve packaging/out editors/vscode/dist editors/vscode/out editors/vscode/server

## help    this list
help:
	@awk '/^## / {name = $$2; sub(/^## [^ ]+ +/, ""); printf "make %-17s%s\n", name, $$0}' Makefile
