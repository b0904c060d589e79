declare module 'examples.json' {
  const json: unknown;
  export default json;
}
