// The texts of the menu, and the bad examples of the rules. The build has web/examples write them.
import json from 'examples.json';

export interface Example {
  /** What links name it by. */
  readonly id: string;
  readonly title: string;
  /** Of a file, whose ending tells how it is read. */
  readonly name: string;
  readonly text: string;
}

export const examples = json as { readonly menu: readonly Example[]; readonly rules: readonly Example[] };
