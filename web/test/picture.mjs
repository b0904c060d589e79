// The picture of the page in README.md: UPDATE_IMAGES=1 takes it again, and otherwise it is compared by its words.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Tab } from './harness.mjs';

const images = join(dirname(dirname(import.meta.dirname)), 'docs/images');

export async function picture(tests, browser, origin) {
  if (tests.browser !== 'chromium') {
    return; // one browser takes it
  }
  const tab = await Tab.open(browser, origin, { path: '/#example=corrupted-cdata' });
  await tests.run('the picture of the page', async () => {
    await tab.until(() => document.querySelector('.details .text-block') !== null);
    const words = await tab.page.evaluate(() => [...document.querySelectorAll('.counts, .calls, .details')]
      .map((part) => part.innerText.replace(/\s+/g, ' ').trim()).join('\n'));
    if (process.env.UPDATE_IMAGES === '1') {
      await tab.page.screenshot({ path: join(images, 'page.png') });
      writeFileSync(join(images, 'page.txt'), `${words}\n`);
    }
    assert.equal(words, readFileSync(join(images, 'page.txt'), 'utf8').trim(), 'docs/images/page.png is stale: make pictures');
  }, tab);
  await tab.page.close();
}
