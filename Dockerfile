# The image of a release, for CI that runs jobs in one: it has a shell, and git for
# `check --changed`. The program is that of the archives: goreleaser puts it beside this file,
# one folder for each platform.
FROM alpine:3.22

# Whatever version the release of Alpine has: old ones are taken off its mirrors.
# hadolint ignore=DL3018
RUN apk add --no-cache git \
    # What is mounted into the container may be another user's.
    && git config --system --add safe.directory '*'

ARG TARGETPLATFORM
COPY $TARGETPLATFORM/forge-lsp /usr/local/bin/forge-lsp

WORKDIR /src
ENTRYPOINT ["forge-lsp"]
CMD ["--help"]
