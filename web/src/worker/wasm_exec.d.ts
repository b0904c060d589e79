// What Go's wasm_exec.js defines.
declare module 'wasm_exec';

declare class Go {
  exit: (code: number) => void;
  readonly importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}
