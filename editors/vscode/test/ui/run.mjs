// Uses the extension through the keyboard in the real window, and takes the
// screenshots that the README shows.
import { completing } from './completing.mjs';
import { failures } from './failures.mjs';
import { firstSteps } from './first-steps.mjs';
import { fixing } from './fixing.mjs';
import { reviewing } from './reviewing.mjs';
import { showing } from './showing.mjs';
import { THEMES, colors } from './themes.mjs';
import { withWindow } from './window.mjs';

export async function runUI(editor, update = process.env.UPDATE_IMAGES === '1') {
  await withWindow({ ...editor, update }, fixing);
  await withWindow(editor, firstSteps);
  await withWindow(editor, completing);
  await withWindow({ ...editor, settings: { 'editor.linkedEditing': true } }, showing);
  await withWindow({ ...editor, update, settings: { 'editor.wordWrap': 'on' } }, reviewing);
  for (const theme of THEMES) {
    await withWindow({ ...editor, settings: { 'workbench.colorTheme': theme } }, (window) => colors(window, theme));
  }
  await failures(editor);
}
