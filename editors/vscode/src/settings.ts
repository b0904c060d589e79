import * as vscode from 'vscode';

/** The settings that are the server's, and what it calls them. */
const SERVER_SETTINGS: Readonly<Record<string, string>> = {
  profile: 'profile',
  rules: 'rules',
  tools: 'tools',
  intendedExamples: 'intended-examples',
  toolResults: 'tool-results',
  maxDiagnostics: 'max-diagnostics',
  lenses: 'lenses',
  config: 'config',
};

/**
 * The settings as the server takes them. One that nobody has set is left out:
 * what is sent counts more than the configuration file. The server checks the
 * values and reports what is wrong with them.
 */
export function serverSettings(): { readonly forge: object } {
  const section = vscode.workspace.getConfiguration('forge');
  const entries = Object.entries(SERVER_SETTINGS).map(([key, name]) => [name, section.get<unknown>(key)] as const);
  return { forge: Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined)) };
}

/** Reports whether a change concerns the server's settings. */
export function changesServerSettings(event: vscode.ConfigurationChangeEvent): boolean {
  return Object.keys(SERVER_SETTINGS).some((key) => event.affectsConfiguration(`forge.${key}`));
}
