// How a text is read: as its name tells, as the server recognizes it, or as somebody chooses.

/** The choices, by the ending of a file that is read so. */
export const kinds: readonly { readonly ending: string; readonly label: string }[] = [
  { ending: '.reply', label: 'One reply' },
  { ending: '.md', label: 'Markdown or text' },
  { ending: '.json', label: 'JSON or JSONL' },
  { ending: '.log', label: 'Log or capture' },
  { ending: '.go', label: 'Go' },
  { ending: '.py', label: 'Python' },
  { ending: '.ts', label: 'JavaScript' },
  { ending: '.yaml', label: 'YAML' },
  { ending: '.toml', label: 'TOML' },
];

/** The label of an ending, or the ending itself. */
export function labelOf(ending: string): string {
  return kinds.find((kind) => kind.ending === ending)?.label ?? ending;
}

/** How much of a text is recognized by, in UTF-16 code units. */
export const recognized = 128 << 10;
