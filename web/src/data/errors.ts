/** A chunk failed to load; the page shows the error itself. */
export abstract class ChunkError extends Error {
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.name = new.target.name;
    this.path = path;
  }
}

/** A chunk could not be fetched; a retry may work. */
export class ChunkFailedError extends ChunkError {}

/** A chunk is not part of the published site or mailed report, or the server does not have it. */
export class ChunkMissingError extends ChunkError {
  constructor(path: string) {
    super(path, `${path} is not here`);
  }
}
