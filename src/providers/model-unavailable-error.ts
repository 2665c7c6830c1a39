import { BenchError } from "../kernel/bench-error.ts";

/** A model cannot be asked at all, now or later in this run: no key, a refused one, a spent quota, no such model. */
export abstract class ModelUnavailableError extends BenchError {}
