// Uses the extension through the keyboard in the real window, and takes the
// screenshots that the README shows.
import { completing } from './completing.mjs';
import { failures } from './failures.mjs';
import { firstSteps } from './first-steps.mjs';
import { mending } from './mending.mjs';
import { withWindow } from './window.mjs';

export async function runUI(editor, update = process.env.UPDATE_IMAGES === '1') {
  await twice(() => withWindow({ ...editor, update }, mending));
  await twice(() => withWindow(editor, firstSteps));
  await twice(() => withWindow(editor, completing));
  await twice(() => failures(editor));
}

/** Tries once more in a new window what failed: VS Code now and then loses a key on a busy machine. */
async function twice(test) {
  try {
    await test();
  } catch (error) {
    console.log(`  again: ${error}`);
    await test();
  }
}
