import type { SiteBundle } from "../../../src/schema/site-paths.ts";
import { bundleMarkup, chunkPath } from "../../../src/schema/site-paths.ts";
import type { SiteIndex } from "../../../src/site/pages/build-index.ts";
import { ChunkFailedError, ChunkMissingError } from "./errors.ts";

// Conversations are the bulk; going back and forth among these many costs no second request.
const KEPT_CHUNKS = 80;
const loaded = new Map<string, Promise<unknown>>();
const listeners = new Set<() => void>();

/** One chunk by its path relative to the page, from the page itself or from where the page came from. */
export function loadChunk(path: string): Promise<unknown> {
  const loading = loaded.get(path) ?? exposeStatus(readChunk(path));
  cacheChunk(path, loading);
  return loading;
}

/** Whether it was asked for already. */
function isChunkKept(path: string): boolean {
  return loaded.has(path);
}

/** Asked for again at the next call: after a failure. */
export function forgetChunk(path: string): void {
  loaded.delete(path);
}

/** Asks again for what changes while it is shown. Until the answer is here, or where none comes, the old one stays. */
export async function refreshChunk(path: string): Promise<void> {
  const value = await readChunk(path).catch(() => undefined);
  if (value !== undefined) replaceChunk(path, value);
}

/** Shown at once wherever the chunk is shown. */
export function replaceChunk(path: string, value: unknown): void {
  cacheChunk(path, Object.assign(Promise.resolve(value), { status: "fulfilled", value }));
  for (const tell of listeners) tell();
}

/** Told whenever a chunk was replaced. Returns what ends it. */
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

/** React reads these fields: with them `use` has what is already here at once, and nothing is shown as loading. */
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

/** Our own server says what is wrong; another one has its number only. */
async function explainStatus(path: string, response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  const isTold = typeof body === "object" && body !== null && "error" in body;
  return isTold ? String(body.error) : `${path}: the server answered ${response.status}`;
}

/** What there is as it stands: asked for again where a folder of results is looked at while it changes. */
export async function loadIndex(): Promise<SiteIndex> {
  const path = chunkPath.index();
  const isKept = isChunkKept(path);
  const known = await readIndex(path);
  if (!isKept || known.source !== "live") return known;
  await refreshChunk(path);
  return readIndex(path);
}

async function readIndex(path: string): Promise<SiteIndex> {
  // Made by the builder whose type this is.
  return (await loadChunk(path)) as SiteIndex;
}

/** What a mailed report holds below a path; null where the page carries no chunks and asks for each. */
export async function heldChunks(prefix: string): Promise<readonly unknown[] | null> {
  const bundle = await inlinedBundle(prefix);
  if (bundle === null) return null;
  return Object.entries(bundle).flatMap(([path, chunk]) => (path.startsWith(prefix) ? [chunk] : []));
}

const unpacked = new Map<Element, Promise<SiteBundle>>();

/** The bundle of a mailed report that would hold this chunk, or null where the page carries none. */
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
