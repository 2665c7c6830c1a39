import { ChunkMissingError } from "./chunk-missing-error.ts";
import { inlinedBundle } from "./inlined-bundle.ts";

// Conversations are the bulk; going back and forth among these many costs no second request.
const KEPT_CHUNKS = 80;
const loaded = new Map<string, Promise<unknown>>();

/** One chunk by its path relative to the page, from the page itself or from where the page came from. */
export function loadChunk(path: string): Promise<unknown> {
  const loading = loaded.get(path) ?? settledInSight(read(path));
  loaded.delete(path);
  loaded.set(path, loading);
  const oldest = loaded.keys().next().value;
  if (loaded.size > KEPT_CHUNKS && oldest !== undefined) loaded.delete(oldest);
  return loading;
}

/** Read again at the next call: for what changes while it is shown, and after a failure. */
export function forgetChunk(path: string): void {
  loaded.delete(path);
}

/** React reads these fields: with them `use` has what is already here at once, and nothing is shown as loading. */
function settledInSight<Value>(promise: Promise<Value>): Promise<Value> {
  promise.then(
    (value) => Object.assign(promise, { status: "fulfilled", value }),
    (reason: unknown) => Object.assign(promise, { status: "rejected", reason }),
  );
  return promise;
}

async function read(path: string): Promise<unknown> {
  const bundle = inlinedBundle(path);
  if (bundle !== null) {
    const chunks = await bundle;
    if (!Object.hasOwn(chunks, path)) throw new ChunkMissingError(path);
    return chunks[path];
  }
  const response = await fetch(path, { headers: { accept: "application/json" } });
  if (response.status === 404) throw new ChunkMissingError(path);
  if (!response.ok) throw new Error(`${path}: the server answered ${response.status}`);
  return response.json();
}
