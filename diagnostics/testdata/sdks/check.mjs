// Checks the native calls of diagnostics/native_test.go, in calls.json, against the types of the vendors' SDKs.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const types = {
  'OpenAI chat': "Omit<import('openai').OpenAI.ChatCompletionCreateParamsNonStreaming, 'model'>",
  'OpenAI functions': "Omit<import('openai').OpenAI.ChatCompletionCreateParamsNonStreaming, 'model'>",
  'OpenAI responses': "Pick<import('openai/resources/responses/responses').Response, 'tools' | 'output'>",
  Anthropic: "Omit<import('@anthropic-ai/sdk').Anthropic.MessageCreateParamsNonStreaming, 'model' | 'max_tokens'>",
  Gemini: "Omit<import('@google/genai').GenerateContentParameters, 'model'> & import('@google/genai').GenerateContentConfig",
};
const calls = JSON.parse(readFileSync('calls.json', 'utf8'));
const lines = Object.entries(types).map(([name, type], i) => {
  if (!calls[name]) throw new Error(`no call in the form of ${name}`);
  return `export const form${i}: ${type} = ${JSON.stringify(calls[name])};\n// @ts-expect-error: a wrong one is an error\nexport const wrong${i}: ${type} = ${JSON.stringify(
    calls[name],
  ).replace(/"(type|role|args)":/g, '"other":')};`;
});
writeFileSync('calls.gen.ts', lines.join('\n') + '\n');
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'nodenext', 'calls.gen.ts'], {
  stdio: 'inherit',
});
console.log(`${lines.length} forms of native calls have the types of their SDKs`);
