// Links that hold a text, compressed, in the part after "#", which browsers send to nobody.

/** What a link holds. */
export interface Shared {
  readonly text: string;
  /** Of a file, whose ending tells how the text is read. */
  readonly name: string;
  /** What defines the tools, and the settings; absent where there are none. */
  readonly tools?: string;
  readonly settings?: string;
}

/** Why a link that is not damaged has no text to show. */
export class Unreadable extends Error {}

/** How much a link may hold, in bytes: a small one can hold a bomb. */
const most = 64 << 20;

/** The fragment of a link, without the "#". */
export async function pack(shared: Shared): Promise<string> {
  const packed = new Blob([JSON.stringify(shared)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8192) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return `text=${btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** What the value of text= in a fragment holds. Rejects where it is damaged. */
export async function unpack(value: string): Promise<Shared> {
  const binary = atob(value.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parts: string[] = [];
  let size = 0;
  for (const reader = stream.getReader(); ;) {
    const { done, value: part } = await reader.read();
    if (done) {
      break;
    }
    size += part.length;
    if (size > most) {
      await reader.cancel();
      throw new Unreadable('The text in it is larger than the limit of 64 MiB.');
    }
    parts.push(decoder.decode(part, { stream: true }));
  }
  parts.push(decoder.decode());
  const shared: unknown = JSON.parse(parts.join(''));
  if (!isShared(shared)) {
    throw new Unreadable('It does not contain a text.');
  }
  return shared;
}

function isShared(value: unknown): value is Shared {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const { text, name, tools = '', settings = '' } = value as Record<string, unknown>;
  return [text, name, tools, settings].every((member) => typeof member === 'string');
}

/** What a link holds, in words, for the one who is about to send it. */
export function warning(shared: Shared): string {
  const parts = [`the whole text (${shared.text.length.toLocaleString('en')} characters)`];
  if (shared.tools !== undefined) {
    parts.push('your tools');
  }
  if (shared.settings !== undefined) {
    parts.push('your settings');
  }
  const last = parts.pop() ?? '';
  const all = parts.length > 0 ? `${parts.join(', ')} and ${last}` : last;
  return `This link contains ${all}, compressed but not encrypted: anyone with the link can read it. Browsers do not send this part of a link to any server.`;
}
