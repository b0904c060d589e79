export async function runUI() {}
