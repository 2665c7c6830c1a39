import type { WorkEvent } from "../index.ts";

/** How one model, or one judge, is getting on. */
export interface Meter {
  readonly of: string;
  readonly stage: "run" | "scan";
  readonly total: number;
  readonly done: number;
  readonly inFlight: number;
  readonly failed: number;
  readonly outputTokens: number;
  /** `null` once a reply came whose cost nobody knows. */
  readonly costUsd: number | null;
  readonly elapsedMs: number;
  /** `null` before anything is done. */
  readonly remainingMs: number | null;
}

interface Count {
  readonly of: string;
  readonly stage: "run" | "scan";
  readonly total: number;
  readonly startedMs: number;
  done: number;
  inFlight: number;
  failed: number;
  outputTokens: number;
  costUsd: number | null;
}

/** Adds up events. Time comes in with them. */
export class WorkMeter {
  readonly #counts = new Map<string, Count>();
  readonly #callers = new Map<string, Count>();

  add(event: WorkEvent, nowMs: number): void {
    switch (event.kind) {
      case "planned":
        for (const [of, total] of Object.entries(event.total)) {
          const zero = { done: 0, inFlight: 0, failed: 0, outputTokens: 0, costUsd: 0 };
          this.#counts.set(`${event.stage} ${of}`, {
            of,
            stage: event.stage,
            total,
            startedMs: nowMs,
            ...zero,
          });
        }
        break;
      case "finished": {
        const count = this.#counts.get(`${event.stage} ${event.of}`);
        if (count !== undefined) count.done += 1;
        break;
      }
      case "call":
        this.#addCall(event);
        break;
      case "slow":
        break;
    }
  }

  meters(nowMs: number): readonly Meter[] {
    return [...this.#counts.values()].map(({ startedMs, ...count }) => {
      const elapsedMs = nowMs - startedMs;
      const remainingMs = count.done === 0 ? null : (elapsedMs / count.done) * (count.total - count.done);
      return { ...count, elapsedMs, remainingMs };
    });
  }

  #addCall({ stage, entry }: Extract<WorkEvent, { kind: "call" }>): void {
    if (entry.event === "sent") {
      const count = this.#counts.get(`${stage} ${entry.call.model_id}`);
      if (count === undefined) return;
      this.#callers.set(entry.unit, count);
      count.inFlight += 1;
      return;
    }
    if (entry.event !== "replied" && entry.event !== "failed") return;
    const count = this.#callers.get(entry.unit);
    if (count === undefined) return;
    this.#callers.delete(entry.unit);
    count.inFlight -= 1;
    if (entry.event === "failed") count.failed += 1;
    else {
      count.outputTokens += entry.usage.output_tokens;
      const isKnown = entry.cost_usd !== undefined && count.costUsd !== null;
      count.costUsd = isKnown ? (count.costUsd ?? 0) + (entry.cost_usd ?? 0) : null;
    }
  }
}
