import { ChunkError } from "./chunk-error.ts";

/** A chunk that is not part of what was published or mailed, or that the server does not have. */
export class ChunkMissingError extends ChunkError {
  constructor(path: string) {
    super(path, `${path} is not here`);
  }
}
