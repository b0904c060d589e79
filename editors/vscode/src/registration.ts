import type { DynamicFeature, LanguageClient, ServerCapabilities, StaticFeature } from 'vscode-languageclient/node';
import type { Filter } from './selection';

/** A part of the client that speaks some requests of the protocol. */
export type Feature = StaticFeature | DynamicFeature<object>;

/**
 * Sets which documents the features of a running client are for: all of what the
 * server announces that is about documents.
 *
 * The client fixes its own selector when it starts. It is given none, and the
 * features are initialized here instead: so `forge.files` can change while the
 * server goes on. A document that two registrations match would show each finding
 * twice, which is why all of them are replaced at a time.
 */
export class Registration {
  private registered: { readonly feature: DynamicFeature<object>; readonly id: string }[] = [];
  private readonly features: readonly DynamicFeature<object>[];

  /** The features are in the order of the client, which opens documents before it asks about them. */
  constructor(private readonly client: LanguageClient, features: readonly Feature[]) {
    // What is about the workspace, such as commands, the client has registered by itself.
    this.features = features.filter(isDynamic).filter((feature) => feature.getState().kind === 'document');
  }

  /** Lets each feature serve what the filters for its method match, and nothing else. */
  replace(filtersOf: (method: string) => Filter[]): void {
    for (const { feature, id } of this.registered) {
      feature.unregister(id);
    }
    this.registered = [];
    const announced = this.client.initializeResult?.capabilities;
    if (announced === undefined) {
      return;
    }
    const capabilities: ServerCapabilities & { resolvedTextDocumentSync: unknown } = { ...announced, resolvedTextDocumentSync: announced.textDocumentSync };
    for (const feature of this.features) {
      this.initialize(feature, () => { feature.initialize(capabilities, filtersOf(feature.registrationType.method)); });
    }
  }

  /** Notes what a feature registers meanwhile: it makes up the id, and tells nobody. */
  private initialize(feature: DynamicFeature<object>, initialize: () => void): void {
    const register = feature.register.bind(feature);
    feature.register = (data) => {
      this.registered.push({ feature, id: data.id });
      register(data);
    };
    try {
      initialize();
    } finally {
      Reflect.deleteProperty(feature, 'register'); // the method of the class is in its place again
    }
  }
}

function isDynamic(feature: Feature): feature is DynamicFeature<object> {
  return 'register' in feature && 'unregister' in feature;
}
