// Uses the extension through the keyboard in the real window, and takes the
// screenshots that the README shows.
import { completing, inserting } from './completing.mjs';
import { editing } from './editing.mjs';
import { failures } from './failures.mjs';
import { firstSteps } from './first-steps.mjs';
import { fixing } from './fixing.mjs';
import { outcomes } from './outcomes.mjs';
import { reviewing } from './reviewing.mjs';
import { showing } from './showing.mjs';
import { byGrammar, byTokens } from './themes.mjs';
import { withWindow } from './window.mjs';

/** The pictures of fixes are dark, the others light. */
const LIGHT = { 'workbench.colorTheme': 'Default Light Modern' };

export async function runUI(editor, update = process.env.UPDATE_IMAGES === '1') {
  await withWindow({ ...editor, update }, fixing);
  await withWindow({ ...editor, settings: LIGHT }, editing);
  await withWindow(editor, firstSteps);
  await withWindow({ ...editor, update, settings: LIGHT }, completing);
  await withWindow({ ...editor, update, settings: { ...LIGHT, 'editor.suggestOnTriggerCharacters': false } }, inserting);
  await withWindow({ ...editor, settings: { 'editor.linkedEditing': true } }, showing);
  await withWindow({ ...editor, settings: LIGHT }, outcomes);
  await withWindow({ ...editor, update, settings: { ...LIGHT, 'editor.wordWrap': 'on' } }, reviewing);
  await withWindow({ ...editor, settings: { 'editor.semanticHighlighting.enabled': false } }, byGrammar);
  await withWindow(editor, byTokens);
  await failures(editor);
}
