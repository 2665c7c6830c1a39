/** One life of a worker: it takes tasks, makes their calls, and may be killed at any time. */
import type { Random } from "../../src/kernel/random.ts";
import { CallLimiter } from "./call-limiter.ts";
import type { EventLoop, Station } from "./event-loop.ts";
import type { Times } from "./measured-times.ts";
import type { ProviderAccount } from "./provider-account.ts";
import { LedgerHand, type LedgerWay, type SharedMoney } from "./shared-money.ts";
import type { Lane, Task, TaskQueue } from "./tasks.ts";

/** Counts of calls by outcome, and of requests sent for them. */
export interface CallCounts {
  /** Requests that reached a provider, with those it refused. */
  sent: number;
  replied: number;
  refused: number;
  errors: number;
  /** Out when their worker was killed: paid in full as far as anybody knows, and asked again. */
  lost: number;
  /** Calls that have their reply. */
  done: number;
  /** Calls that were tried five times. */
  failed: number;
  /** Calls of a conversation after one that failed. */
  notAsked: number;
  /** Calls that the ceiling stopped. */
  stopped: number;
}

/** State shared by all workers. */
export interface World {
  readonly loop: EventLoop;
  readonly times: Times;
  readonly random: Random;
  readonly database: Station;
  readonly ledgerRow: Station;
  readonly coordinator: Station;
  readonly money: SharedMoney;
  readonly ledgerWay: LedgerWay;
  readonly accounts: readonly ProviderAccount[];
  /** Whether workers draw their calls from one bucket per account: with `limits` in their config. */
  readonly sharesBucket: boolean;
  readonly queue: TaskQueue;
  readonly counts: CallCounts;
  readonly onHome: (task: Task) => void;
  /** The time since a worker's last heartbeat, when the next one arrives. */
  readonly onBeat: (silentMs: number) => void;
}

interface Call {
  readonly task: Task;
  readonly lane: Lane;
  attempts: number;
  isOut: boolean;
}

/** The same as in src/providers/chain/with-retry.ts. */
const MAX_ATTEMPTS = 5;
const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30_000;

export class WorkerLife {
  readonly #world: World;
  readonly #slots: number;
  readonly #hand: LedgerHand;
  readonly #limiters: readonly CallLimiter[];
  readonly #tasks = new Set<Task>();
  readonly #calls = new Set<Call>();
  #isLooking = false;
  #isOver = false;
  #seenAtMs: number;

  constructor(world: World, size: { readonly slots: number; readonly connections: number }) {
    this.#world = world;
    this.#slots = size.slots;
    this.#hand = new LedgerHand({ ...world, row: world.ledgerRow, way: world.ledgerWay });
    this.#limiters = world.accounts.map(() => new CallLimiter(size.connections));
    this.#seenAtMs = world.loop.nowMs;
    this.#beat();
    this.#look();
  }

  kill(): void {
    if (this.#isOver) return;
    const { loop, times, queue, counts } = this.#world;
    this.#isOver = true;
    // Never in the past: a database that is busy hears late of those who live.
    const deadAtMs = Math.max(loop.nowMs, this.#seenAtMs + times.deadAfterMs);
    for (const call of this.#calls) {
      if (!call.isOut) continue;
      counts.lost += 1;
      call.lane.heldUntilMs = deadAtMs;
    }
    for (const task of this.#tasks) queue.giveBack(task, this.#seenAtMs + times.leaseMs);
    const { bury } = this.#hand.die();
    loop.at(deadAtMs, bury);
  }

  /** After a time of the database, unless this worker is dead by then. */
  #stored(serviceMs: number, then: () => void): void {
    const { loop, times, database } = this.#world;
    loop.at(database.take(serviceMs) + times.statementWaitMs, () => {
      if (!this.#isOver) then();
    });
  }

  #later(ms: number, then: () => void): void {
    this.#world.loop.after(ms, () => {
      if (!this.#isOver) then();
    });
  }

  #beat(): void {
    const { times, loop, onBeat } = this.#world;
    this.#stored(times.beatStatements * times.statementMs, () => {
      onBeat(loop.nowMs - this.#seenAtMs);
      this.#seenAtMs = loop.nowMs;
      this.#later(times.beatEveryMs, () => this.#beat());
    });
  }

  /** Takes as many tasks as there are free slots; where there are fewer, it looks again after a while. */
  #look(): void {
    const wanted = this.#slots - this.#tasks.size;
    const { queue, times, loop } = this.#world;
    if (this.#isLooking || wanted <= 0) return;
    this.#isLooking = true;
    this.#stored(times.takeMs, () => {
      const tasks = queue.take(wanted, loop.nowMs);
      for (const task of tasks) this.#begin(task);
      const again = () => {
        this.#isLooking = false;
        this.#look();
      };
      if (tasks.length < wanted) this.#later(times.lookEveryMs, again);
      else again();
    });
  }

  #begin(task: Task): void {
    this.#tasks.add(task);
    const lanes = task.lanes.filter(({ left }) => left > 0);
    if (lanes.length === 0) this.#finish(task);
    for (const lane of lanes) {
      const waitMs = Math.max(0, lane.heldUntilMs - this.#world.loop.nowMs);
      if (waitMs > 0) this.#later(waitMs, () => this.#ask(task, lane));
      else this.#ask(task, lane);
    }
  }

  #finish(task: Task): void {
    const { loop, coordinator, times, onHome } = this.#world;
    this.#stored(times.finishMs, () => {
      this.#tasks.delete(task);
      loop.at(coordinator.take(times.homeMs), () => onHome(task));
      this.#look();
    });
  }

  #ask(task: Task, lane: Lane): void {
    this.#limiters[task.account]?.enter(() => {
      if (this.#isOver) return;
      const call = { task, lane, attempts: 0, isOut: false };
      this.#calls.add(call);
      this.#attempt(call);
    });
  }

  #attempt(call: Call): void {
    const { loop, accounts, sharesBucket } = this.#world;
    const account = accounts[call.task.account];
    const closedMs = (account?.opensAtMs ?? 0) - loop.nowMs;
    if (closedMs > 0) this.#later(closedMs, () => this.#attempt(call));
    else if (!sharesBucket) this.#reserve(call);
    else this.#later(account?.turnInMs(call.task.kind, loop.nowMs) ?? 0, () => this.#reserve(call));
  }

  #reserve(call: Call): void {
    const { times } = this.#world;
    const { kind } = call.task;
    this.#hand.reserve(kind.reserved, (isReserved) => {
      if (isReserved) this.#stored(times.statementMs, () => this.#send(call));
      else this.#end(call, "stopped");
    });
  }

  #send(call: Call): void {
    const { loop, times, accounts, counts, random } = this.#world;
    const { kind } = call.task;
    const account = accounts[call.task.account];
    if (account === undefined) throw new Error("a task names an account that there is not");
    const sentAtMs = loop.nowMs;
    const { said, afterMs, retryAfterMs } = account.ask(kind, sentAtMs);
    counts.sent += 1;
    call.isOut = true;
    call.attempts += 1;
    this.#later(afterMs, () => {
      if (said === "too many") {
        account.opensAtMs = Math.max(account.opensAtMs, loop.nowMs + retryAfterMs);
        this.#limiters[call.task.account]?.slowDown(sentAtMs, loop.nowMs);
      }
      this.#stored(times.statementMs, () => {
        call.isOut = false;
        this.#hand.settle(kind.reserved, said === "reply" ? kind.cost : 0);
        counts[said === "reply" ? "replied" : said === "error" ? "errors" : "refused"] += 1;
        if (said === "reply") this.#end(call, "done");
        else if (call.attempts >= MAX_ATTEMPTS) this.#end(call, "failed");
        else {
          const delayMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (call.attempts - 1));
          this.#later(retryAfterMs + random.next() * delayMs, () => this.#attempt(call));
        }
      });
    });
  }

  #end(call: Call, how: "done" | "failed" | "stopped"): void {
    const { task, lane } = call;
    const { counts } = this.#world;
    this.#calls.delete(call);
    counts[how] += 1;
    lane.left -= 1;
    if (how !== "done" && task.isConversation) {
      task.isBroken = true;
      counts.notAsked += lane.left;
      lane.left = 0;
    }
    this.#limiters[task.account]?.leave(how === "done");
    if (lane.left > 0) this.#ask(task, lane);
    else if (task.lanes.every(({ left }) => left === 0)) this.#finish(task);
  }
}
