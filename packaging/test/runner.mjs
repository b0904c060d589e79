// Runs the steps of a composite action as GitHub's runner does:
//
//	node runner.mjs FOLDER INPUTS
//
// FOLDER has the action, INPUTS are its inputs as JSON; $ACTION_REF is the tag by which it is
// used, and the working directory is the workspace. What the steps print goes to standard output,
// and the action's outputs follow as JSON on the last line. The exit code is that of the first
// step that fails. An expression or a key that this runner does not know is an error.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';

const [folder, given] = [realpathSync(process.argv[2]), JSON.parse(process.argv[3])];
const action = parse(readFileSync(path.join(folder, 'action.yml'), 'utf8'));
const temp = mkdtempSync(path.join(process.env.RUNNER_TEMP ?? tmpdir(), 'runner-'));

for (const name of Object.keys(given)) {
  if (!(name in action.inputs)) {
    throw new Error(`the action has no input ${name}`);
  }
}
const contexts = {
  inputs: Object.fromEntries(Object.entries(action.inputs).map(([name, input]) => [name, given[name] ?? input.default ?? ''])),
  github: { action_ref: process.env.ACTION_REF ?? '' },
  runner: { temp },
  steps: {},
};

/** Returns a text with its expressions replaced: paths into the contexts, and no others. */
function evaluate(text) {
  return String(text).replace(/\$\{\{\s*(.*?)\s*\}\}/g, (_, expression) => {
    if (!/^[a-z_][\w-]*(\.[a-z_][\w-]*)+$/.test(expression)) {
      throw new Error(`no such expression: ${expression}`);
    }
    const [context, ...names] = expression.split('.');
    if (!(context in contexts) || (context !== 'steps' && !(names[0] in contexts[context]))) {
      throw new Error(`nothing is called ${expression}`);
    }
    return names.reduce((value, name) => value?.[name], contexts[context]) ?? '';
  });
}

const paths = [];
let failed = 0;
action.runs.steps.forEach((step, i) => {
  const { name, id, shell, run, env = {}, 'working-directory': directory = '.', ...unknown } = step;
  if (shell !== 'bash' || Object.keys(unknown).length > 0) {
    throw new Error(`the step ${name} has something that this runner does not know`);
  }
  if (failed !== 0) {
    return;
  }
  // The text of a script is part of the action: inputs come in its environment.
  if (run.includes('${{')) {
    throw new Error(`the script of the step ${name} has an expression in it`);
  }
  const file = (kind, content = '') => {
    const full = path.join(temp, `${kind}-${i}`);
    writeFileSync(full, content);
    return full;
  };
  const [script, output, added] = [file('script', run), file('output'), file('path')];
  const { status } = spawnSync('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', script], {
    cwd: path.resolve(evaluate(directory)),
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      PATH: [...paths, process.env.PATH].join(path.delimiter),
      GITHUB_ACTIONS: 'true', GITHUB_ACTION_PATH: folder, GITHUB_OUTPUT: output, GITHUB_PATH: added, RUNNER_TEMP: temp,
      ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, evaluate(value)])),
    },
  });
  failed = status ?? 1;
  paths.unshift(...readFileSync(added, 'utf8').split('\n').filter(Boolean));
  const lines = readFileSync(output, 'utf8').split('\n').filter(Boolean);
  contexts.steps[id] = { outputs: Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2))) };
});
console.log(JSON.stringify(Object.fromEntries(Object.entries(action.outputs ?? {}).map(([name, { value }]) => [name, evaluate(value)]))));
process.exit(failed);
