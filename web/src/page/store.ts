// What the browser keeps: nothing unless somebody has asked for it.

const prefix = 'forge-lsp.';

/** What is kept under a name, "" for nothing. */
export function kept(name: string): string {
  try {
    return localStorage.getItem(prefix + name) ?? '';
  } catch {
    return ''; // the browser keeps nothing for this page
  }
}

/** Keeps a text under a name; "" forgets it. */
export function keep(name: string, text: string): void {
  try {
    if (text === '') {
      localStorage.removeItem(prefix + name);
    } else {
      localStorage.setItem(prefix + name, text);
    }
  } catch {
    // Then it is for this visit only.
  }
}
