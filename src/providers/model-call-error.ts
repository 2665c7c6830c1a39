/** A reply could not be had. It is recorded as data of the run, so it is not a BenchError and does not end anything. */
export class ModelCallError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ModelCallError";
  }
}
