/**
 * Constants of the simulation. Measured: 15 November 2026, two busy cores that PostgreSQL 15.18 shared with its
 * clients, Node 24.21, pg-boss 12.35.0; a dedicated database will be faster. Assumed: everything that is marked so.
 */
export interface Times {
  /** Database time of a single statement: 6,275 inserts a second with 32 at a time. */
  readonly statementMs: number;
  /** Additional time of a statement: 1,756 a second, one at a time. */
  readonly statementWaitMs: number;
  /** Time that a ledger transaction locks its row: 438 pairs a second, 64 at a time. */
  readonly ledgerLockMs: number;
  /** Additional time of a ledger transaction: 187 pairs a second, one at a time. */
  readonly ledgerWaitMs: number;
  /** For each reservation or settlement in a turn: 10,413 pairs a second, 64 at a time, gathered. */
  readonly ledgerEntryMs: number;
  /** Database time of a poll of the queue: 1.5% of a core at 32 idle polls a second. */
  readonly takeMs: number;
  /** Database time of a finished task: with the poll, 893 jobs a second. */
  readonly finishMs: number;
  /** Statements of a heartbeat: seen, who is dead, whose money that was, leases. */
  readonly beatStatements: number;
  readonly beatEveryMs: number;
  /** A task's lease; taken over 9 to 11 s after a kill, as measured. */
  readonly leaseMs: number;
  /** A call's lease: `USUAL_SILENCE` in src/fleet/worker-presence.ts. */
  readonly deadAfterMs: number;
  /** The coordinator's core time per transcript: 432 a second. */
  readonly homeMs: number;
  /** Assumed: how long a worker without work waits before it looks again. */
  readonly lookEveryMs: number;
  /** From start to first task; fitted to the 7.2 s of the prototype. */
  readonly startMs: number;
  /** Assumed: what watches over workers needs to start another one. */
  readonly restartMs: number;
}

export const MEASURED: Times = {
  statementMs: 0.16,
  statementWaitMs: 0.41,
  ledgerLockMs: 1.14,
  ledgerWaitMs: 1.37,
  ledgerEntryMs: 0.006,
  takeMs: 0.47,
  finishMs: 1.1,
  beatStatements: 4,
  beatEveryMs: 10_000 / 3,
  leaseMs: 10_000,
  deadAfterMs: 15_000,
  homeMs: 1000 / 432,
  lookEveryMs: 1000,
  startMs: 3500,
  restartMs: 30_000,
};

/** A call to a model. Money in whole nano-dollars, because sums of fractions of a dollar drift. */
export interface CallKind {
  /** Log-normal, as `bench/orchestration.ts` has it. */
  readonly medianMs: number;
  readonly sigma: number;
  /** Tokens that count against the account's limit per minute. */
  readonly tokens: number;
  readonly cost: number;
  /** The worst case, which is set aside before it is sent. */
  readonly reserved: number;
}

export const NANO_DOLLARS = 1e9;

/**
 * A reply in a conversation. Assumed: 5 s, and one cent for every three calls, over models of very different prices;
 * the worst case is four times that.
 */
export const CONVERSATION_CALL: CallKind = {
  medianMs: 5000,
  sigma: 0.5,
  tokens: 2500,
  cost: 0.0033 * NANO_DOLLARS,
  reserved: 0.0132 * NANO_DOLLARS,
};

/**
 * A judge's vote. Tokens as measured on real scans (`bench/judge.ts`): 3,978 in, 850 out; at list prices of
 * gpt-5-mini and with what is cached $0.002. Worst case: nothing cached, 1,200 tokens of answer as in
 * benchmark/configs/judge.yaml. Assumed: 8 s, about 100 tokens a second.
 */
export const JUDGE_CALL: CallKind = {
  medianMs: 8000,
  sigma: 0.5,
  tokens: 4828,
  cost: 0.002 * NANO_DOLLARS,
  reserved: 0.0034 * NANO_DOLLARS,
};
