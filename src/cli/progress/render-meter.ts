import type { Meter } from "./work-meter.ts";

const WORDS = { run: "conversations", scan: "transcripts judged" } as const;

/** One line: what is done, under way, failed, how fast, for how much, and how long it will take. */
export function renderMeter(meter: Meter): string {
  const seconds = meter.elapsedMs / 1000;
  const parts = [`${meter.done}/${meter.total} ${WORDS[meter.stage]}`];
  if (meter.inFlight > 0) parts.push(`${meter.inFlight} in flight`);
  if (meter.failed > 0) parts.push(`${meter.failed} failed`);
  if (meter.outputTokens > 0 && seconds >= 1)
    parts.push(`${Math.round(meter.outputTokens / seconds)} tokens/s`);
  if (meter.costUsd !== null && meter.costUsd > 0) parts.push(`$${meter.costUsd.toFixed(2)}`);
  if (meter.remainingMs !== null && meter.done < meter.total && seconds >= 2)
    parts.push(`${duration(meter.remainingMs)} left`);
  return `${meter.of}  ${parts.join(" · ")}`;
}

function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
