// A browser with the built page, and what is told of it that should not be.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import puppeteer from 'puppeteer-core';

const web = dirname(import.meta.dirname);

/** How long a test waits for something, in ms: a busy machine takes its time, and the wait itself asserts nothing. */
export const patience = 10 * 60_000;

export const programs = {
  chromium: process.env.CHROMIUM ?? '/usr/bin/chromium',
  firefox: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
};

/** Serves web/dist, and tells what was asked for. `stop` has the page offline. */
export async function serve() {
  const child = spawn(process.env.FORGE_WEB_SERVE ?? join(web, 'test', '.serve'), ['-port', '0', '-log', join(web, 'dist')], { stdio: ['ignore', 'pipe', 'inherit'] });
  const asked = [];
  let rest = '';
  let told;
  const address = new Promise((resolve) => {
    told = resolve;
  });
  child.stdout.setEncoding('utf8').on('data', (part) => {
    const lines = (rest + part).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      if (line.startsWith('http://')) {
        told(line);
      } else {
        asked.push(line);
      }
    }
  });
  const ended = new Promise((resolve) => {
    child.on('exit', resolve);
  });
  return {
    origin: await address,
    asked,
    async stop() {
      child.kill();
      await ended;
    },
  };
}

/** Starts a browser with a profile of its own. */
export async function launch(name) {
  const profile = mkdtempSync(join(tmpdir(), `forge-web-${name}-`));
  const browser = await puppeteer.launch({
    browser: name === 'firefox' ? 'firefox' : 'chrome',
    executablePath: programs[name],
    userDataDir: profile,
    protocolTimeout: 2 * patience,
    args: name === 'firefox' ? [] : ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync'],
    extraPrefsFirefox: { 'app.update.enabled': false, 'browser.safebrowsing.downloads.remote.enabled': false, 'network.captive-portal-service.enabled': false },
  });
  return {
    browser,
    version: await browser.version(),
    async close() {
      await browser.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** A tab with the page. */
export class Tab {
  /** What no test may leave behind: errors, warnings, what the policy forbids, requests to others. */
  complaints = [];

  static async open(browser, origin, { path = '', width = 1280, height = 800, ready = true } = {}) {
    const tab = new Tab();
    tab.origin = origin;
    tab.page = await browser.newPage();
    tab.page.setDefaultTimeout(patience);
    await tab.page.setViewport({ width, height });
    // What the policy forbids is counted in the page: the browser's words about it come some time later.
    const complain = (kind, text) => /Content.Security.Policy/i.test(text) || tab.complaints.push(`${kind}: ${text}`);
    tab.page.on('pageerror', (error) => complain('uncaught', `${error.stack ?? error}`));
    tab.page.on('console', (message) => /error|warn/.test(message.type()) && complain('console', message.text()));
    tab.page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(origin) && !url.startsWith('blob:') && !url.startsWith('data:') && url !== 'about:blank') {
        tab.complaints.push(`request: ${url}`);
      }
    });
    await tab.page.evaluateOnNewDocument(() => {
      window.violations = [];
      document.addEventListener('securitypolicyviolation', (event) => {
        window.violations.push(`${event.effectiveDirective}: ${event.blockedURI}`);
      });
    });
    await tab.go(path, ready);
    return tab;
  }

  /** Loads the page, and waits until it shows what the server found. */
  async go(path = '', ready = true) {
    await this.page.goto(this.origin + path);
    if (ready) {
      await this.until(() => window.forge?.checked === true);
    }
  }

  text() {
    return this.page.evaluate(() => window.forge.text);
  }

  /** Shows a text in place of the one that is there, and waits for what the server found. */
  async show(text, name = '') {
    await this.page.evaluate((shown, named) => window.forge.show(shown, named), text, name);
    await this.checked();
  }

  /** Waits until the server has told what it found in the text as it is. */
  checked() {
    return this.until(() => window.forge.checked);
  }

  /** Waits for an element that can be seen, whose text has a part. */
  async find(selector, part = '') {
    const handle = await this.until((wanted, having) => [...document.querySelectorAll(wanted)].find(
      (element) => element.textContent.includes(having) && element.getClientRects().length > 0,
    ), selector, part);
    return handle.asElement();
  }

  /** Clicks an element, or the one in its place where the page draws it again meanwhile. */
  async click(selector, part = '') {
    const found = await this.find(selector, part);
    try {
      await found.click();
    } catch (error) {
      if (await found.evaluate((element) => element.isConnected)) {
        throw error;
      }
      await this.click(selector, part);
    }
  }

  /** Clicks a control of the header, which is in the menu where there is no room. */
  async control(selector) {
    if (await this.page.$eval('#menu', (menu) => menu.checkVisibility() && !document.querySelector('#more').matches(':popover-open'))) {
      await this.click('#menu');
    }
    if (selector !== '#menu') {
      await this.click(selector);
    }
  }

  /** Waits until a function of the page is true of its arguments. A tab in the background has no frames to wait for. */
  until(condition, ...values) {
    return this.page.waitForFunction(condition, { polling: 50 }, ...values);
  }

  /** Puts the cursor into the text, after the first place of a part of it. */
  async cursor(part) {
    await this.page.evaluate((wanted) => {
      const at = window.forge.text.indexOf(wanted) + wanted.length;
      window.forge.view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
      window.forge.view.focus();
    }, part);
  }

  /** The middle of the first place of a part of the text, on the screen. */
  place(part) {
    return this.page.evaluate((wanted) => {
      const from = window.forge.text.indexOf(wanted);
      const { left, top, bottom } = window.forge.view.coordsAtPos(from + Math.floor(wanted.length / 2));
      return { x: left + 1, y: (top + bottom) / 2 };
    }, part);
  }

  async hover(part) {
    const { x, y } = await this.place(part);
    await this.page.mouse.move(x, y - 1);
    await this.page.mouse.move(x, y);
  }

  /** What was complained about, which is forgotten then. */
  async complained() {
    const violations = await this.page.evaluate(() => window.violations.splice(0)).catch(() => []);
    return [...this.complaints.splice(0), ...violations.map((violation) => `policy: ${violation}`)];
  }

  close() {
    return this.page.close();
  }
}

/** Runs tests, each with a name, and prints what fails. */
export class Tests {
  failed = 0;

  constructor(browser, only) {
    this.browser = browser;
    this.only = only;
  }

  async run(name, test, tab) {
    if (this.only !== undefined && !name.includes(this.only)) {
      return;
    }
    const began = performance.now();
    try {
      await test();
      if (tab) {
        assert.deepEqual(await tab.complained(), []);
      }
      console.log(`  ok   ${this.browser}: ${name} (${Math.round(performance.now() - began)} ms)`);
    } catch (error) {
      this.failed++;
      await tab?.page.evaluate(() => document.querySelectorAll('dialog').forEach((dialog) => dialog.close())).catch(() => undefined);
      console.log(`  FAIL ${this.browser}: ${name}\n${error.stack ?? error}\n${JSON.stringify(await tab?.complained() ?? [])}`);
    }
  }
}
