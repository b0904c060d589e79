// Texts from files.

/** The largest file that is opened, in bytes. */
const most = 100 << 20;

/** A file's text, or why it is not opened. */
export async function readText(file: File): Promise<string> {
  if (file.size > most) {
    throw new Error(`${file.name} is ${Math.ceil(file.size / (1 << 20))} MB; the limit of this page is ${most >> 20} MB. forge-lsp check can read it.`);
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`${file.name} is not UTF-8 text.`);
  }
  if (text.includes('\0')) {
    throw new Error(`${file.name} is not text: it contains NUL bytes.`);
  }
  return text;
}

/** Calls back with each file that is dropped on the page, and where. */
export function onDrop(dropped: (file: File, target: Node) => void): void {
  document.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files') === true) {
      event.preventDefault();
    }
  });
  // Before the editor, which would put the text of a file at the cursor.
  document.addEventListener('drop', (event) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (file !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      dropped(file, event.target as Node);
    }
  }, { capture: true });
}

/** Saves a text as a file. */
export function save(name: string, text: string): void {
  const link = document.createElement('a');
  link.download = name;
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
