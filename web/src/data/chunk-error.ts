/** A chunk that could not be had; the page says so itself. */
export abstract class ChunkError extends Error {
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.name = new.target.name;
    this.path = path;
  }
}
