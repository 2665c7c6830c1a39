/** A chunk that is not part of what was published or mailed, or that the server does not have. */
export class ChunkMissingError extends Error {
  override readonly name = "ChunkMissingError";
  readonly path: string;

  constructor(path: string) {
    super(`${path} is not here`);
    this.path = path;
  }
}
