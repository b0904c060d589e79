import { randomUUID } from 'node:crypto';
import type { DynamicFeature, LanguageClient } from 'vscode-languageclient/node';
import type { Filter } from './selection';

/**
 * Says which documents the features of a running client are for.
 *
 * The client fixes its own selector when it starts. It is given none, and the
 * features are registered here instead, as a server would do that registers
 * capabilities while it runs: so `forge.files` can change while the server goes
 * on. A document that two registrations match would show each finding twice,
 * which is why all of them are replaced at a time.
 */
export class Registration {
  private registered: { readonly method: string; readonly id: string }[] = [];

  constructor(private readonly client: LanguageClient) {}

  /** Lets the features serve what the filters match, and nothing else. */
  replace(documentSelector: readonly Filter[]): void {
    for (const { method, id } of this.registered) {
      this.feature(method)?.unregister(id);
    }
    this.registered = [];

    const capabilities = this.client.initializeResult?.capabilities;
    const sync = capabilities?.textDocumentSync;
    if (capabilities === undefined || typeof sync !== 'object') {
      return;
    }
    // Opened before anything is asked about it.
    this.register('textDocument/didOpen', { documentSelector });
    this.register('textDocument/didChange', { documentSelector, syncKind: sync.change });
    this.register('textDocument/didSave', { documentSelector, includeText: false });
    this.register('textDocument/didClose', { documentSelector });
    for (const [capability, value] of Object.entries(capabilities)) {
      const method = methodOf(capability);
      if (method !== undefined && value !== null && value !== false) {
        this.register(method, { documentSelector, ...options(value) });
      }
    }
  }

  private register(method: string, registerOptions: object): void {
    const feature = this.feature(method);
    if (feature !== undefined) {
      const id = randomUUID();
      feature.register({ id, registerOptions });
      this.registered.push({ method, id });
    }
  }

  /** The client types its features by literal methods; what is used here they have in common. */
  private feature(method: string): DynamicFeature<object> | undefined {
    const feature: DynamicFeature<object> | undefined = this.client.getFeature(method as 'textDocument/didSave');
    return feature;
  }
}

/** The capabilities about documents that the protocol does not name as their methods. */
const METHODS: Readonly<Record<string, string>> = {
  colorProvider: 'documentColor',
  documentFormattingProvider: 'formatting',
  documentRangeFormattingProvider: 'rangeFormatting',
  documentOnTypeFormattingProvider: 'onTypeFormatting',
  callHierarchyProvider: 'prepareCallHierarchy',
  typeHierarchyProvider: 'prepareTypeHierarchy',
};

/** The method of a capability: completionProvider, textDocument/completion. */
function methodOf(capability: string): string | undefined {
  const name = METHODS[capability] ?? /^(.+)Provider$/.exec(capability)?.[1];
  return name === undefined ? undefined : `textDocument/${name}`;
}

/** The options of a capability, which may also be just true. */
function options(capability: unknown): object {
  return typeof capability === 'object' && capability !== null ? capability : {};
}
