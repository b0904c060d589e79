// Elements without markup: what comes from the text is never read as HTML.

type Child = Node | string | undefined | false;

interface Attributes {
  readonly class?: string;
  readonly id?: string;
  readonly role?: string;
  readonly title?: string;
  readonly hidden?: boolean;
  readonly tabIndex?: number;
  readonly onclick?: (event: MouseEvent) => void;
  /** `aria-…` and `data-…`; those that are undefined are left out. */
  readonly [name: `${'aria' | 'data'}-${string}`]: string | number | boolean | undefined;
}

/** Returns a new element. */
export function h<Name extends keyof HTMLElementTagNameMap>(
  name: Name, attributes: Attributes = {}, ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined) {
      continue;
    }
    if (typeof value === 'function') {
      element.addEventListener('click', value as EventListener);
    } else if (key === 'hidden') {
      element.hidden = value === true;
    } else {
      element.setAttribute(key.toLowerCase(), String(value));
    }
  }
  element.append(...children.filter((child): child is Node | string => child !== undefined && child !== false && child !== ''));
  return element;
}

/** Returns a message of the server, in which what is between backticks is code. */
export function message(text: string): (Node | string)[] {
  return text.split(/`([^`]+)`/).map((part, at) => at % 2 === 1 ? h('code', {}, part) : part);
}

/** Returns a button with a message. */
export function button(text: string, onclick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = h('button', attributes, ...message(text));
  made.type = 'button';
  made.addEventListener('click', onclick);
  return made;
}

let ids = 0;

/** Returns an id that no other element has. */
export function newId(): string {
  return `panel-${++ids}`;
}
