import { ChunkError } from "./chunk-error.ts";

/** A chunk that could not be fetched, and perhaps can be the next time. */
export class ChunkFailedError extends ChunkError {}
