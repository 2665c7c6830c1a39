import type { SiteBundle } from "../../../src/schema/site-paths.ts";
import { bundleMarkup, chunkPath } from "../../../src/schema/site-paths.ts";
import type { SiteIndex } from "../../../src/site/pages/build-index.ts";
import { ChunkFailedError, ChunkMissingError } from "./errors.ts";

// Conversations are the largest chunks; going back and forth among this many needs no second request.
const KEPT_CHUNKS = 80;
const loaded = new Map<string, Promise<unknown>>();
const listeners = new Set<() => void>();

/** Loads a chunk by its path relative to the page, from the page itself or from its server. */
export function loadChunk(path: string): Promise<unknown> {
  const loading = loaded.get(path) ?? exposeStatus(readChunk(path));
  cacheChunk(path, loading);
  return loading;
}

/** Whether the chunk was already requested. */
function isChunkKept(path: string): boolean {
  return loaded.has(path);
}

/** Drops a chunk, so that the next call requests it again, for example after a failure. */
export function forgetChunk(path: string): void {
  loaded.delete(path);
}

/** Reloads a chunk that changes while it is shown. The old one stays until the reply is here, and if the request fails. */
export async function refreshChunk(path: string): Promise<void> {
  const value = await readChunk(path).catch(() => undefined);
  if (value !== undefined) replaceChunk(path, value);
}

/** Replaces a chunk and updates all components that show it. */
export function replaceChunk(path: string, value: unknown): void {
  cacheChunk(path, Object.assign(Promise.resolve(value), { status: "fulfilled", value }));
  for (const tell of listeners) tell();
}

/** Calls `tell` whenever a chunk is replaced. Returns the function that unsubscribes. */
export function onChunkReplaced(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

function cacheChunk(path: string, loading: Promise<unknown>): void {
  loaded.delete(path);
  loaded.set(path, loading);
  const oldest = loaded.keys().next().value;
  if (loaded.size > KEPT_CHUNKS && oldest !== undefined) loaded.delete(oldest);
}

/** Sets the status fields that React reads: with them `use` returns a loaded value at once, without showing a loading state. */
function exposeStatus<Value>(promise: Promise<Value>): Promise<Value> {
  promise.then(
    (value) => Object.assign(promise, { status: "fulfilled", value }),
    (reason: unknown) => Object.assign(promise, { status: "rejected", reason }),
  );
  return promise;
}

async function readChunk(path: string): Promise<unknown> {
  const bundle = inlinedBundle(path);
  if (bundle !== null) {
    const chunks = await bundle;
    if (!Object.hasOwn(chunks, path)) throw new ChunkMissingError(path);
    return chunks[path];
  }
  const response = await fetch(path, { headers: { accept: "application/json" } }).catch((error: unknown) => {
    throw new ChunkFailedError(path, `${path}: the server does not answer (${String(error)})`);
  });
  if (response.status === 404) throw new ChunkMissingError(path);
  if (!response.ok) throw new ChunkFailedError(path, await explainStatus(path, response));
  return response.json();
}

/** Returns the message of our own server, or the status code of another one. */
async function explainStatus(path: string, response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  const isTold = typeof body === "object" && body !== null && "error" in body;
  return isTold ? String(body.error) : `${path}: the server answered ${response.status}`;
}

/** Loads the index; requests it again for a folder of results, which may change while it is viewed. */
export async function loadIndex(): Promise<SiteIndex> {
  const path = chunkPath.index();
  const isKept = isChunkKept(path);
  const known = await readIndex(path);
  if (!isKept || known.source !== "live") return known;
  await refreshChunk(path);
  return readIndex(path);
}

async function readIndex(path: string): Promise<SiteIndex> {
  // The builder that made it has this type.
  return (await loadChunk(path)) as SiteIndex;
}

/** Returns the chunks of a mailed report below a path; null if the page carries no chunks and requests each. */
export async function heldChunks(prefix: string): Promise<readonly unknown[] | null> {
  const bundle = await inlinedBundle(prefix);
  if (bundle === null) return null;
  return Object.entries(bundle).flatMap(([path, chunk]) => (path.startsWith(prefix) ? [chunk] : []));
}

const unpacked = new Map<Element, Promise<SiteBundle>>();

/** Returns the bundle of a mailed report that would hold this chunk, or null if the page carries none. */
function inlinedBundle(path: string): Promise<SiteBundle> | null {
  const { type, attribute } = bundleMarkup;
  const prefix = (element: Element) => element.getAttribute(attribute) ?? "";
  const element = [...document.querySelectorAll(`script[type="${type}"][${attribute}]`)]
    .filter((candidate) => path.startsWith(prefix(candidate)))
    .sort((a, b) => prefix(b).length - prefix(a).length)[0];
  if (element === undefined) return null;
  const known = unpacked.get(element) ?? unpack(element.textContent);
  unpacked.set(element, known);
  return known;
}

async function unpack(base64: string): Promise<SiteBundle> {
  const bytes = Uint8Array.from(atob(base64.trim()), (character) => character.charCodeAt(0));
  const inflating = new DecompressionStream(bundleMarkup.compression);
  // The report's writer put an object of chunks there.
  return (await new Response(new Blob([bytes]).stream().pipeThrough(inflating)).json()) as SiteBundle;
}
