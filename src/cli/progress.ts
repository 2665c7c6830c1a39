import { formatDuration } from "../domain/number-words.ts";
import type { Follow, WorkEvent } from "../index.ts";
import { type CallTotals, knownCostUsd } from "../measure/call-count.ts";
import { JournalCounter } from "../measure/journal-totals.ts";

const REDRAW_EVERY_MS = 100;
const PLAIN_LINE_EVERY_MS = 5000;
const CLEAR_TO_END = "\u001b[J";

interface Screen {
  write(text: string): void;
  readonly columns: number;
  nowMs(): number;
}

/** Redraws lines in place, one for each model. */
export function liveProgress(screen: Screen): Follow {
  const meter = new WorkMeter();
  let drawnLines = 0;
  let drawnAtMs = Number.NEGATIVE_INFINITY;
  return (event) => {
    const now = screen.nowMs();
    const batch = renderBatch(event);
    if (batch !== null) screen.write(`${batch}\n`);
    if (event.kind === "planned" || batch !== null) drawnLines = 0;
    if (event.kind === "warned") {
      // Replaces the meters, which continue below it.
      screen.write(
        `${drawnLines > 0 ? `\u001b[${drawnLines}A\r` : "\r"}${CLEAR_TO_END}${renderWarning(event)}`,
      );
      [drawnLines, drawnAtMs] = [0, Number.NEGATIVE_INFINITY];
    }
    meter.add(event, now);
    const meters = meter.meters(now);
    const isOver = meters.every(({ done, total }) => total === null || done === total);
    if (!isOver && now - drawnAtMs < REDRAW_EVERY_MS) return;
    const stage = meters.at(-1)?.stage;
    const lines = meters.filter((each) => each.stage === stage).map(renderMeter);
    const up = drawnLines > 0 ? `\u001b[${drawnLines}A\r` : "\r";
    const fitting = lines.map((line) => line.slice(0, Math.max(20, screen.columns - 1)));
    screen.write(`${up}${CLEAR_TO_END}${fitting.join("\n")}\n`);
    drawnLines = lines.length;
    drawnAtMs = now;
  };
}

/** Writes a line every few seconds and one at the end of a stage: for logs. */
export function plainProgress(screen: Screen): Follow {
  const meter = new WorkMeter();
  let toldAtMs = screen.nowMs();
  return (event) => {
    const now = screen.nowMs();
    meter.add(event, now);
    if (event.kind === "slow") {
      screen.write(`${event.call} has been waiting for ${Math.round(event.seconds)} s\n`);
      return;
    }
    if (event.kind === "warned") screen.write(renderWarning(event));
    const batch = renderBatch(event);
    if (batch !== null) screen.write(`${batch}\n`);
    if (event.kind !== "finished") return;
    const meters = meter.meters(now).filter((each) => each.stage === event.stage);
    const own = meters.find((each) => each.of === event.of);
    const isOver = meters.every(({ done, total }) => total === null || done === total);
    const unplanned = isOver ? meters.filter(({ total }) => total === null) : [];
    if (own !== undefined && own.done === own.total)
      screen.write([own, ...unplanned].map((each) => `${renderMeter(each)}\n`).join(""));
    else if (now - toldAtMs >= PLAIN_LINE_EVERY_MS) {
      screen.write(meters.map((each) => `${renderMeter(each)}\n`).join(""));
      toldAtMs = now;
    }
  };
}

/** Prints only warnings: `--quiet` still shows warnings about money. */
export function quietProgress(screen: Pick<Screen, "write">): Follow {
  return (event) => {
    if (event.kind === "warned") screen.write(renderWarning(event));
  };
}

function renderWarning({ of, text }: Extract<WorkEvent, { kind: "warned" }>): string {
  return `${of}: ${text}\n`;
}

/** Describes the state of a provider's batch, which may take hours; null for other events. */
function renderBatch(event: WorkEvent): string | null {
  if (event.kind !== "call" || event.entry.event !== "batch") return null;
  const { provider_batch_id: id, state, units = 0, detail } = event.entry;
  const words = { submitted: "submitted", polled: "not ended yet", ended: "ended" };
  return `batch ${id}: ${units} calls, ${words[state]}${detail === undefined ? "" : ` (${detail})`}`;
}

/** Writes every event as a line of JSON, for other programs. Leaves out texts of conversations. */
export function jsonProgress(screen: Screen): Follow {
  return (event) => screen.write(`${JSON.stringify(withoutText(event))}\n`);
}

function withoutText(event: WorkEvent): object {
  if (event.kind !== "call" || event.entry.event !== "replied") return event;
  const { content, ...entry } = event.entry;
  return { ...event, entry: { ...entry, characters: content.length } };
}

const STAGE_WORDS = { run: "conversations", scan: "transcripts judged" } as const;

/** Renders one line: done, under way, failed, speed, cost, and remaining time. */
export function renderMeter(meter: Meter): string {
  const seconds = meter.elapsedMs / 1000;
  const isPlanned = meter.total !== null;
  const parts = [
    isPlanned ? `${meter.done}/${meter.total} ${STAGE_WORDS[meter.stage]}` : `${meter.calls} calls`,
  ];
  if (meter.inFlight > 0) parts.push(`${meter.inFlight} in flight`);
  if (meter.failed > 0) parts.push(`${meter.failed} failed`);
  if (meter.outputTokens > 0 && seconds >= 1)
    parts.push(`${Math.round(meter.outputTokens / seconds)} tokens/s`);
  if (meter.costUsd !== null && meter.costUsd > 0) parts.push(`$${meter.costUsd.toFixed(2)}`);
  if (meter.remainingMs !== null && meter.done !== meter.total && seconds >= 2)
    parts.push(`${formatDuration(meter.remainingMs)} left`);
  return `${meter.of}  ${parts.join(" · ")}`;
}

type Stage = "run" | "scan";

/** Progress of one model or one judge. */
interface Meter {
  readonly of: string;
  readonly stage: Stage;
  /** `null` if no units were planned for it: a second judge is asked if the first is in doubt. */
  readonly total: number | null;
  readonly done: number;
  readonly calls: number;
  readonly inFlight: number;
  readonly failed: number;
  readonly outputTokens: number;
  /** Over all invocations; `null` after a reply of unknown cost. */
  readonly costUsd: number | null;
  readonly elapsedMs: number;
  /** `null` before the first finished unit. */
  readonly remainingMs: number | null;
}

interface StageMeter {
  readonly startedMs: number;
  readonly units: Map<string, { readonly total: number; done: number }>;
  readonly calls: JournalCounter;
  /** Spending in earlier invocations, by model. */
  readonly spentUsd: Readonly<Record<string, number | null>>;
}

/** Adds up events, which carry their time. */
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
          spentUsd: event.spentUsd ?? {},
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
      case "warned":
        break;
    }
  }

  /** Meters by stage, in the order of their start; within a stage the planned ones first, then others. */
  meters(nowMs: number): readonly Meter[] {
    return [...this.#stages].flatMap(([stage, { startedMs, units, calls, spentUsd }]) => {
      const { byModel } = calls.totals;
      const elapsedMs = nowMs - startedMs;
      return [...new Set([...units.keys(), ...byModel.keys()])].map((of): Meter => {
        const { total = null, done = 0 } = units.get(of) ?? {};
        const remainingMs = total === null || done === 0 ? null : (elapsedMs / done) * (total - done);
        return { of, stage, total, done, ...callsOf(byModel.get(of), spentUsd[of]), elapsedMs, remainingMs };
      });
    });
  }
}

function callsOf(totals: CallTotals | undefined, spentBeforeUsd: number | null = 0) {
  const inThisLegUsd = totals === undefined ? 0 : knownCostUsd(totals);
  return {
    calls: totals?.sent ?? 0,
    inFlight: totals?.inFlight ?? 0,
    failed: totals?.failed ?? 0,
    outputTokens: totals?.usage.output_tokens ?? 0,
    costUsd: inThisLegUsd === null || spentBeforeUsd === null ? null : spentBeforeUsd + inThisLegUsd,
  };
}
