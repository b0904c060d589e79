// Uses the extension through the keyboard in the real window, and takes the
// screenshots that the README shows.
import { completing } from './completing.mjs';
import { fixing } from './fixing.mjs';
import { reviewing } from './reviewing.mjs';
import { withWindow } from './window.mjs';

/** The pictures of fixes are dark, the others light. */
const LIGHT = { 'workbench.colorTheme': 'Default Light Modern' };

/** Opens a file, and sees a finding, the lens, the Calls view and a fix. */
export const runSmoke = (editor) => withWindow(editor, fixing);

export async function runUI(editor, update = process.env.UPDATE_IMAGES === '1') {
  await withWindow({ ...editor, update }, fixing);
  await withWindow({ ...editor, update, settings: LIGHT }, completing);
  await withWindow({ ...editor, update, settings: { ...LIGHT, 'editor.wordWrap': 'on' } }, reviewing);
}
