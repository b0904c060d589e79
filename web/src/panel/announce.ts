import { h } from './dom';

/** How long a message can be seen, in ms. */
const shownFor = 2500;

/** Tells what has happened: to screen readers at once, and to eyes for a moment. */
export class Announcer {
  readonly element = h('div', { class: 'announcement', role: 'status', 'aria-live': 'polite' });
  private timer: ReturnType<typeof setTimeout> | undefined;

  tell(text: string): void {
    clearTimeout(this.timer);
    this.element.replaceChildren(h('span', {}, text));
    this.timer = setTimeout(() => this.element.replaceChildren(), shownFor);
  }

  /** Copies a text, and tells that, or that the browser does not let the page. */
  async copy(text: string, done: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.tell(done);
    } catch {
      this.tell('Not copied: the browser does not allow this page to write to the clipboard.');
    }
  }
}
