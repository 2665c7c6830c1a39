import type { QueuedWork } from "../../fleet/queued-work.ts";
import type { TakenTask } from "../../fleet/task-queue.ts";

/** A worker's part in some work: what it takes of it, and what it does with a task. */
export interface Part {
  readonly kind: QueuedWork["kind"];
  /** Of the work in the queue: in a later one, this part is over. */
  readonly stay: string;
  /** What tasks may need that this worker has: the keys of models that let it in. */
  readonly has: readonly string[];
  /** Tasks of it at a time, however many there is room for. @default as many */
  readonly atMost?: number;
  /** The models it lacks a key for. */
  readonly missing: readonly string[];
  /** A model does not let this worker in: it leaves its tasks to others from here on. */
  refuse(needs: string, reason: string): Promise<void>;
  /** Aborted when this worker is dead to the others. */
  readonly lost: AbortSignal;
  /** Has the conversation, or judges it, for the calls; or counts the chunk. */
  perform(task: TakenTask, signal: AbortSignal): Promise<void>;
  /** Everything is booked; what is still reserved becomes spent. */
  leave(): Promise<void>;
}
