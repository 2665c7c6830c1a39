import type { WorkEvent } from "../index.ts";
import { type CallTotals, knownCostUsd } from "../measure/call-count.ts";
import { JournalCounter } from "../measure/journal-totals.ts";

type Stage = "run" | "scan";

/** How one model, or one judge, is getting on. */
export interface Meter {
  readonly of: string;
  readonly stage: Stage;
  /** `null` where no units were planned for it: a second judge is asked when the first is in doubt. */
  readonly total: number | null;
  readonly done: number;
  readonly calls: number;
  readonly inFlight: number;
  readonly failed: number;
  readonly outputTokens: number;
  /** `null` once a reply came whose cost nobody knows. */
  readonly costUsd: number | null;
  readonly elapsedMs: number;
  /** `null` before anything is done. */
  readonly remainingMs: number | null;
}

interface StageMeter {
  readonly startedMs: number;
  readonly units: Map<string, { readonly total: number; done: number }>;
  readonly calls: JournalCounter;
}

/** Adds up events. Time comes in with them. */
export class WorkMeter {
  readonly #stages = new Map<Stage, StageMeter>();

  add(event: WorkEvent, nowMs: number): void {
    switch (event.kind) {
      case "planned": {
        const units = Object.entries(event.total).map(([of, total]) => [of, { total, done: 0 }] as const);
        this.#stages.set(event.stage, {
          startedMs: nowMs,
          units: new Map(units),
          calls: new JournalCounter(),
        });
        break;
      }
      case "finished": {
        const units = this.#stages.get(event.stage)?.units.get(event.of);
        if (units !== undefined) units.done += 1;
        break;
      }
      case "call":
        this.#stages.get(event.stage)?.calls.record(event.entry);
        break;
      case "slow":
        break;
    }
  }

  /** By stage, in the order of their beginning; within one the planned first, then who else was asked. */
  meters(nowMs: number): readonly Meter[] {
    return [...this.#stages].flatMap(([stage, { startedMs, units, calls }]) => {
      const { byModel } = calls.totals;
      const elapsedMs = nowMs - startedMs;
      return [...new Set([...units.keys(), ...byModel.keys()])].map((of): Meter => {
        const { total = null, done = 0 } = units.get(of) ?? {};
        const remainingMs = total === null || done === 0 ? null : (elapsedMs / done) * (total - done);
        return { of, stage, total, done, ...callsOf(byModel.get(of)), elapsedMs, remainingMs };
      });
    });
  }
}

function callsOf(totals: CallTotals | undefined) {
  return {
    calls: totals?.sent ?? 0,
    inFlight: totals?.inFlight ?? 0,
    failed: totals?.failed ?? 0,
    outputTokens: totals?.usage.output_tokens ?? 0,
    costUsd: totals === undefined ? 0 : knownCostUsd(totals),
  };
}
