/** One piece of work. Its input must survive a trip through JSON: another process may do it. */
export interface Task<Input> {
  readonly id: string;
  readonly input: Input;
}

export interface Job<Input, Output> {
  readonly tasks: readonly Task<Input>[];
  /** Idempotent: doing a task twice gives the same result and pays once. */
  readonly handler: Handler<Input, Output>;
  /** The same handler where nothing of this process's memory is: only with it can the tasks be done elsewhere. */
  readonly elsewhere?: NamedHandler;
}

export type Handler<Input, Output> = (input: Input, signal: AbortSignal) => Promise<Output>;

/** A handler by its name in the table of whoever does the work, and what it is made from, which can be copied. */
export interface NamedHandler {
  readonly kind: string;
  readonly setup: unknown;
}

/** Runs independent tasks somewhere. */
export interface Executor {
  /**
   * Yields results in the order of the tasks, whatever the order in which they finish. The first error stops the
   * job: nothing new starts, what is under way is aborted and awaited, then the error is thrown.
   */
  run<Input, Output>(job: Job<Input, Output>, signal: AbortSignal): AsyncIterable<Output>;
}
