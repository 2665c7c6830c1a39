/** A chunk that could not be had; the page says so itself. */
export abstract class ChunkError extends Error {
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.name = new.target.name;
    this.path = path;
  }
}

/** A chunk that could not be fetched, and perhaps can be the next time. */
export class ChunkFailedError extends ChunkError {}

/** A chunk that is not part of what was published or mailed, or that the server does not have. */
export class ChunkMissingError extends ChunkError {
  constructor(path: string) {
    super(path, `${path} is not here`);
  }
}
