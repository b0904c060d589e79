import { chromium } from 'playwright-core';

const FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];

/** Opens a page in Debian's Chromium that reaches nothing but loopback. */
export async function openPage(viewport, scale = 1) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', headless: true, args: FLAGS });
  const context = await browser.newContext({ viewport, deviceScaleFactor: scale, locale: 'en-US', colorScheme: 'dark' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await context.route((url) => url.hostname !== '127.0.0.1' && /^http/.test(url.protocol), (route) => route.abort());
  return { browser, page: await context.newPage() };
}
