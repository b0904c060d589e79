import { LanguageClient } from 'vscode-languageclient/node';
import type { Feature } from './registration';

/** A client that leaves it to Server to tell the user what is wrong, in words and once. */
export class QuietClient extends LanguageClient {
  /** All features, in order. The constructor of the base class fills it, before a field here would get its value. */
  declare private registered: Feature[] | undefined;

  get features(): readonly Feature[] {
    return this.registered ?? [];
  }

  override registerFeature(feature: Feature): void {
    (this.registered ??= []).push(feature);
    super.registerFeature(feature);
  }

  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}
