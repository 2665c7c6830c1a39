/** The work of a fleet: tasks that any worker may take, and where they go when one is lost. */
import type { Random } from "../../src/kernel/random.ts";
import type { CallKind } from "./measured-times.ts";

/** Calls that follow each other; the lanes of a task are asked side by side. */
export interface Lane {
  left: number;
  /** A dead worker's call, which no worker may make before this time. */
  heldUntilMs: number;
}

export interface Task {
  /** The account that is asked, by its place. */
  readonly account: number;
  readonly kind: CallKind;
  readonly lanes: readonly Lane[];
  /** A conversation ends with the first call that fails; a judge's questions stand alone. */
  readonly isConversation: boolean;
  isBroken: boolean;
}

/** Tasks that can be taken together. The next stage begins when all of this one are home. */
export interface Stage {
  /** Infinite where there is always more. */
  readonly size: number;
  next(): Task | undefined;
}

export function stageOf(size: number, make: (place: number) => Task): Stage {
  let made = 0;
  return { size, next: () => (made < size ? make(made++) : undefined) };
}

/** 958 calls in 126 conversations, as in the prototype: seven or eight each. */
const CALLS_PER_CONVERSATION = 958 / 126;
/** Questions to a judge about a transcript, and votes for each, as in bench/judge.ts. */
const QUESTIONS = 12.1;
const ASKED_ONCE_MORE = 0.54 * (5411 / 3040 - 1);

export function conversation(place: number, account: number, kind: CallKind): Task {
  const calls =
    Math.floor((place + 1) * CALLS_PER_CONVERSATION + 1e-9) -
    Math.floor(place * CALLS_PER_CONVERSATION + 1e-9);
  return {
    account,
    kind,
    lanes: [{ left: calls, heldUntilMs: 0 }],
    isConversation: true,
    isBroken: false,
  };
}

export function judging(account: number, kind: CallKind, random: Random): Task {
  const questions = Math.floor(QUESTIONS) + (random.next() < QUESTIONS % 1 ? 1 : 0);
  const lanes = Array.from({ length: questions }, () => ({
    left: random.next() < ASKED_ONCE_MORE ? 2 : 1,
    heldUntilMs: 0,
  }));
  return { account, kind, lanes, isConversation: false, isBroken: false };
}

/** Tasks of one stage after the other. Those of dead workers are free again when their lease has run out. */
export class TaskQueue {
  readonly #stages: readonly Stage[];
  #stage = 0;
  #home = 0;
  #lapsing: { readonly atMs: number; readonly task: Task }[] = [];

  constructor(stages: readonly Stage[]) {
    this.#stages = stages;
  }

  get isDone(): boolean {
    return this.#stage >= this.#stages.length;
  }

  take(atMost: number, nowMs: number): readonly Task[] {
    const taken = this.#lapsing.filter(({ atMs }) => atMs <= nowMs).slice(0, atMost);
    if (taken.length > 0) this.#lapsing = this.#lapsing.filter((entry) => !taken.includes(entry));
    const tasks = taken.map(({ task }) => task);
    while (tasks.length < atMost) {
      const task = this.#stages[this.#stage]?.next();
      if (task === undefined) break;
      tasks.push(task);
    }
    return tasks;
  }

  giveBack(task: Task, atMs: number): void {
    this.#lapsing.push({ atMs, task });
  }

  cameHome(): void {
    this.#home += 1;
    if (this.#home < (this.#stages[this.#stage]?.size ?? 0)) return;
    this.#stage += 1;
    this.#home = 0;
  }
}
