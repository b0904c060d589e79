/** The oldest server that this extension works with. */
export const MINIMUM = '0.1.0';

/**
 * Reads the version out of what `forge-lsp version` prints; undefined if the
 * text is not of forge-lsp. A build that is no release has a name such as
 * `(devel)`.
 */
export function versionIn(output: string): string | undefined {
  return /^forge-lsp (\([^)]*\)|[^\s,]+)/.exec(output)?.[1];
}

/**
 * Reports whether a server is older than a version `major.minor.patch`. A build
 * without a release, which Go calls `(devel)` or v0.0.0 with a date, counts as
 * new: who builds a server knows what is in it.
 */
export function isOlder(version: string, minimum: string): boolean {
  if (version.startsWith('v0.0.0-')) {
    return false;
  }
  const numbers = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version);
  if (numbers === null) {
    return false;
  }
  const least = minimum.split('.').map(Number);
  for (let i = 0; i < 3; i++) {
    const difference = Number(numbers[i + 1]) - (least[i] ?? 0);
    if (difference !== 0) {
      return difference < 0;
    }
  }
  return false;
}
