// A real window of VS Code, used as a person uses it.
import { deepEqual } from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { animation } from '../lib/animation.mjs';
import { openPage } from '../lib/browser.mjs';
import { picture } from '../lib/picture.mjs';
import { startVSCode } from '../lib/vscode.mjs';

const folder = fileURLToPath(new URL('../..', import.meta.url));

const SETTINGS = {
  'window.commandCenter': false,
  'workbench.layoutControl.enabled': false,
  'workbench.colorTheme': 'Default Dark Modern',
  'workbench.activityBar.location': 'hidden',
  'editor.minimap.enabled': false,
  'editor.fontSize': 14,
  'editor.stickyScroll.enabled': false,
  'editor.renderLineHighlight': 'none',
  'breadcrumbs.enabled': false,
  'editor.occurrencesHighlight': 'off',
};

/** What is in the status bar because VS Code runs in a browser. */
const HIDDEN = '[id="status.host"], [id*="forwardedPorts"], [id*="keyboardLayout"] { display: none !important; }';

/** Where pictures go that nobody but a reader of the tests sees. */
const OUT = join(folder, 'out/images');

/** The pictures of the README and the walkthrough. */
const PICTURES = ['squiggle', 'problems', 'quick-fix', 'explain', 'before', 'after', 'completion', 'transcript', 'diff'];

/** How long is waited for what is to be seen, in milliseconds: a busy machine takes its time. */
const PATIENCE = Number(process.env.UI_TIMEOUT ?? 10 * 60_000);

/** What has the words of the server and the extension in a picture. */
const WORDS = '.customview-tree .monaco-list-row, .markers-panel .monaco-list-row, .suggest-widget .monaco-list-row, '
  + '.action-widget .monaco-list-row, [id="entrhq.forge-lsp.forge.status"]';

/** What a test does with the window. */
class Window {
  constructor(editor, page, update) {
    this.page = page;
    this.update = update;
    this.images = update ? join(folder, 'images') : OUT;
    this.frames = [];
    this.workspace = editor.workspace;
    this.editor = editor;
    this.status = page.locator('[id="entrhq.forge-lsp.forge.status"]');
    this.choices = page.locator('.quick-input-list .monaco-list-row');
    this.tree = page.locator('.pane', { hasText: 'Calls' }).locator('.customview-tree .monaco-list-row');
  }

  /** Opens the workspace folder. Files that are to be in it from the start are written before. */
  async open() {
    await this.page.goto(`http://${this.editor.host}/?folder=${this.workspace}`);
    await this.page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
    await this.page.addStyleTag({ content: HIDDEN });
  }

  write(name, text) {
    writeFileSync(join(this.workspace, name), text);
  }

  /** Opens a file of the workspace folder, whose side bar must be shown. */
  async openFile(name) {
    await this.page.locator('.explorer-folders-view .monaco-list-row', { hasText: name }).dblclick();
    await this.page.locator('.tab.active', { hasText: name }).waitFor();
    await this.page.locator('.monaco-editor.focused').waitFor(); // what is typed before is lost
  }

  /** Opens a file of the workspace folder by its name, by keyboard alone. */
  async openByName(name) {
    await this.press('Control+P');
    await this.page.locator('.quick-input-widget input').fill(name);
    await this.choices.filter({ hasText: name }).first().waitFor();
    await this.press('Enter');
    await this.page.locator('.tab.active', { hasText: name }).waitFor();
    await this.page.locator('.monaco-editor.focused').waitFor();
  }

  /** The rows of the view of calls, each with its label and its description. */
  async rows() {
    const texts = await this.tree.locator('.monaco-icon-label').evaluateAll((labels) =>
      labels.map((label) => [...label.querySelectorAll('.label-name, .label-description')].map((part) => part.textContent).join(' ')));
    return texts;
  }

  /** Waits until the cursor is at a place, as the status bar tells it. */
  async at(place) {
    await this.page.locator('.statusbar-item', { hasText: new RegExp(`^${place}\\b`) }).waitFor();
  }

  /** The first line of the editor that has a text. */
  line(text) {
    return this.page.locator('.monaco-editor .view-line', { hasText: text }).first();
  }

  /** An element of the Markdown preview that was opened last. */
  preview(selector, text) {
    return this.page.locator('iframe.webview.ready').last().contentFrame().frameLocator('#active-frame').locator(selector, { hasText: text });
  }

  squiggles(kind) {
    return this.page.locator(`.monaco-editor .squiggly-${kind}`);
  }

  async press(...keys) {
    for (const key of keys) {
      await this.page.keyboard.press(key);
    }
  }

  /** Runs a command of the palette. */
  async command(title) {
    await this.press('F1');
    await this.page.locator('.quick-input-widget input').fill(`>${title}`);
    await this.choices.filter({ hasText: title }).and(this.page.locator('.focused')).waitFor(); // what Enter takes
    await this.press('Enter');
  }

  /** Waits until a file of the workspace folder has a text. */
  async saved(name, want) {
    let got;
    for (let tries = 0; tries < 6_000; tries++) {
      got = readFileSync(join(this.workspace, name), 'utf8');
      if (got === want) {
        return;
      }
      await sleep(100);
    }
    const at = want.split('').findIndex((unit, i) => unit !== got[i]);
    const near = (text) => JSON.stringify(text.slice(Math.max(0, at - 80), at + 80));
    throw new Error(`${name} has …${near(got)}…, not …${near(want)}…`);
  }

  /** Takes the mouse to the upper edge, where nothing is: nothing is hovered over. */
  async still() {
    await this.page.mouse.move(500, 0);
  }

  /**
   * Takes a picture of the window, or of a part of it: one to look at, or one of PICTURES. Those show the words
   * that images/words.json has, or are stale: the fonts and the pixels of another machine are others.
   */
  async shoot(name, clip) {
    await this.still();
    if (PICTURES.includes(name)) {
      await this.compare(name);
    }
    await sleep(1000); // for what fades in or out; no test waits for it
    const screenshot = await this.page.screenshot(clip === undefined ? {} : { clip });
    writeFileSync(join(PICTURES.includes(name) ? this.images : OUT, `${name}.png`), picture(screenshot));
  }

  /** Waits until the window has the words of a picture, or keeps them if the picture is taken again. */
  async compare(name) {
    const file = join(folder, 'images/words.json');
    const all = JSON.parse(readFileSync(file, 'utf8'));
    const seen = () => this.page.evaluate((selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility())
      .map((element) => element.innerText.replace(/\s+/g, ' ').trim()).filter((text) => text !== '').sort(), WORDS);
    let words = await seen();
    for (const end = Date.now() + PATIENCE; !this.update && JSON.stringify(words) !== JSON.stringify(all[name]) && Date.now() < end; words = await seen()) {
      await sleep(200);
    }
    if (this.update) {
      writeFileSync(file, `${JSON.stringify({ ...all, [name]: words }, null, 1)}\n`);
    } else {
      deepEqual(words, all[name], `images/${name}.png is stale: make pictures`);
    }
  }

  /** Adds what is seen to the animation, for so many milliseconds. */
  async frame(delay) {
    await this.still();
    await sleep(500);
    this.frames.push({ png: await this.page.screenshot({ scale: 'css' }), delay });
  }

  /** Writes the animation, and returns its size in bytes. */
  animate(name) {
    const gif = animation(this.frames);
    writeFileSync(join(this.images, `${name}.gif`), gif);
    return gif.length;
  }

  ok(what) {
    console.log(`  ✔ ${what}`);
  }
}

/**
 * Uses a new window; screenshots go into images/ if update is set, and into out/
 * otherwise. settings are further ones of the user.
 */
export async function withWindow({ dir, vsix, settings = {}, update = false }, use) {
  mkdirSync(OUT, { recursive: true });
  const editor = await startVSCode({ dir, vsix, settings: { ...SETTINGS, ...settings } });
  const { browser, page } = await openPage({ width: 1000, height: 640 }, 1.5);
  page.setDefaultTimeout(PATIENCE);
  try {
    await use(new Window(editor, page, update));
  } catch (error) {
    await page.screenshot({ path: join(folder, 'out/ui-failed.png') });
    console.error(`The window has:\n${await page.evaluate(() => document.body.innerText)}`); // on a machine whose files cannot be had
    throw error;
  } finally {
    await browser.close();
    await editor.stop();
  }
}
