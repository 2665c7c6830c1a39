import type { QueuedWork } from "../../fleet/queued-work.ts";
import type { TakenTask } from "../../fleet/task-queue.ts";

/** A worker's part in some work: the tasks that it takes, and how it does them. */
export interface Part {
  readonly kind: QueuedWork["kind"];
  /** Identifies one stay of the work in the queue; in a later stay, this part is over. */
  readonly stay: string;
  /** Needs of tasks that this worker meets: the keys of models that let it in. */
  readonly has: readonly string[];
  /** Most tasks of this work at a time, within the free capacity. @default as many */
  readonly atMost?: number;
  /** The models it lacks a key for. */
  readonly missing: readonly string[];
  /** Leaves a model's tasks to other workers from now on, because the model rejects this one. */
  refuse(needs: string, reason: string): Promise<void>;
  /** Aborted once the others consider this worker dead. */
  readonly lost: AbortSignal;
  /** Holds the conversation or judges it, for its calls; or counts the chunk. */
  perform(task: TakenTask, signal: AbortSignal): Promise<void>;
  /** Books everything; remaining reservations become spent. */
  leave(): Promise<void>;
}
