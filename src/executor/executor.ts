/** One piece of work. Its input must survive a trip through JSON: another process may do it. */
export interface Task<Input> {
  readonly id: string;
  readonly input: Input;
}

export interface Job<Input, Output> {
  readonly tasks: readonly Task<Input>[];
  /** Idempotent: doing a task twice gives the same result and pays once. */
  readonly handler: (input: Input, signal: AbortSignal) => Promise<Output>;
}

/** Runs independent tasks somewhere. */
export interface Executor {
  /**
   * Yields results in the order of the tasks, whatever the order in which they finish. The first error stops the
   * job: nothing new starts, what is under way is aborted and awaited, then the error is thrown.
   */
  run<Input, Output>(job: Job<Input, Output>, signal: AbortSignal): AsyncIterable<Output>;
}
