/** One piece of work. Its input must survive JSON, because another process may do it. */
export interface Task<Input> {
  readonly id: string;
  readonly input: Input;
}

export interface Job<Input, Output> {
  readonly tasks: readonly Task<Input>[];
  /** Must be idempotent: a repeated task returns the same result and pays once. */
  readonly handler: Handler<Input, Output>;
  /** The same handler, without access to this process's memory. Tasks can run in threads only if it is set. */
  readonly elsewhere?: NamedHandler;
}

export type Handler<Input, Output> = (input: Input, signal: AbortSignal) => Promise<Output>;

/** Names a handler in a worker's table. Its setup can be copied. */
export interface NamedHandler {
  readonly kind: string;
  readonly setup: unknown;
}

/** Runs independent tasks, in this process or in threads. */
export interface Executor {
  /**
   * Yields results in the order of the tasks, not of their completion. The first error stops the job: no new task
   * starts, running tasks are aborted and awaited, then the error is thrown.
   */
  run<Input, Output>(job: Job<Input, Output>, signal: AbortSignal): AsyncIterable<Output>;
}
