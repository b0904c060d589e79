import { h, newId } from './dom';

/** Tabs, of which one is open. The arrow keys go from one to the next and open it. */
export class Tabs<Name extends string> {
  readonly list = h('div', { class: 'tabs', role: 'tablist' });
  readonly body = h('div', { class: 'tab-body', role: 'tabpanel', tabIndex: 0, id: newId() });
  private readonly buttons = new Map<Name, HTMLButtonElement>();
  open: Name;

  constructor(label: string, names: Readonly<Record<Name, string>>, private readonly opened: () => void) {
    this.list.setAttribute('aria-label', label);
    const entries = Object.entries(names) as [Name, string][];
    this.open = entries[0]?.[0] ?? ('' as Name);
    for (const [name, text] of entries) {
      const tab = h('button', { role: 'tab', id: newId(), 'aria-controls': this.body.id, onclick: () => this.choose(name) }, text);
      tab.type = 'button';
      this.buttons.set(name, tab);
      this.list.append(tab);
    }
    this.list.addEventListener('keydown', (event) => this.key(event));
    this.mark();
  }

  private choose(name: Name): void {
    if (name !== this.open) {
      this.open = name;
      this.mark();
      this.opened();
    }
  }

  private mark(): void {
    for (const [name, tab] of this.buttons) {
      tab.setAttribute('aria-selected', String(name === this.open));
      tab.tabIndex = name === this.open ? 0 : -1;
      if (name === this.open) {
        this.body.setAttribute('aria-labelledby', tab.id);
      }
    }
  }

  private key(event: KeyboardEvent): void {
    const names = [...this.buttons.keys()];
    const at = names.indexOf(this.open);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: names.length - 1 }[event.key];
    const name = to === undefined ? undefined : names[(to + names.length) % names.length];
    if (name !== undefined) {
      event.preventDefault();
      this.choose(name);
      this.buttons.get(name)?.focus();
    }
  }
}
