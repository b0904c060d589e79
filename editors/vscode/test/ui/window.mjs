// A real window of VS Code, used as a person uses it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openPage } from '../lib/browser.mjs';
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

/** What a test does with the window. */
class Window {
  constructor(editor, page, images) {
    this.page = page;
    this.images = images;
    this.workspace = editor.workspace;
    this.editor = editor;
    this.status = page.locator('[id="entrhq.forge-lsp.forge.status"]');
    this.choices = page.locator('.quick-input-list .monaco-list-row');
    this.toast = page.locator('.notification-toast');
  }

  /** Opens the workspace folder. Files that are to be in it from the start are written before. */
  async open() {
    await this.page.goto(`http://${this.editor.host}/?folder=${this.workspace}`);
    await this.page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
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
    await this.choices.filter({ hasText: title }).first().waitFor();
    await this.press('Enter');
  }

  /** Waits until a file of the workspace folder has a text. */
  async saved(name, want) {
    let got;
    for (let tries = 0; tries < 100; tries++) {
      got = readFileSync(join(this.workspace, name), 'utf8');
      if (got === want) {
        return;
      }
      await sleep(100);
    }
    throw new Error(`${name} is ${JSON.stringify(got)}, not ${JSON.stringify(want)}`);
  }

  /** Takes the mouse to an empty part of the status bar: nothing is hovered over. */
  async still() {
    await this.page.mouse.move(300, 628);
  }

  async shoot(name) {
    await this.still();
    await sleep(1000); // for what fades in or out; no test waits for it
    await this.page.screenshot({ path: join(this.images, `${name}.png`) });
  }

  ok(what) {
    console.log(`  ✔ ${what}`);
  }
}

/**
 * Uses a new window; screenshots go into images/ if update is set, and into out/
 * otherwise. machine are settings of the machine that the extension runs on, settings further
 * ones of the user.
 */
export async function withWindow({ dir, vsix, machine = {}, settings = {}, update = false }, use) {
  const images = join(folder, update ? 'images' : 'out/images');
  mkdirSync(images, { recursive: true });
  const editor = await startVSCode({ dir, vsix, machine, settings: { ...SETTINGS, ...settings } });
  const { browser, page } = await openPage({ width: 1000, height: 640 }, 1.5);
  page.setDefaultTimeout(Number(process.env.UI_TIMEOUT ?? 60_000));
  try {
    await use(new Window(editor, page, images));
  } catch (error) {
    await page.screenshot({ path: join(folder, 'out/ui-failed.png') });
    throw error;
  } finally {
    await browser.close();
    await editor.stop();
  }
}
