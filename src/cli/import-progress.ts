import { formatQuantity } from "../domain/number-words.ts";
import type { ImportProgress } from "../index.ts";
import { type CliContext, endSignOfLife } from "./context.ts";
import type { WorkFlags } from "./flags.ts";
import { isDumb } from "./terminal-look.ts";

const REDRAW_EVERY_MS = 100;
const PLAIN_LINE_EVERY_MS = 5000;

/** Shows the progress of an import on stderr: redraws one line on a terminal, otherwise writes a line every few seconds. */
export function importProgress(
  context: CliContext,
  { quiet, progress }: Pick<WorkFlags, "quiet" | "progress">,
): (progress: ImportProgress) => void {
  if (quiet || progress === "none") return () => {};
  const isRedrawn = progress === "auto" && context.isInteractive && !isDumb(context.env);
  const everyMs = isRedrawn ? REDRAW_EVERY_MS : PLAIN_LINE_EVERY_MS;
  let toldAtMs = context.clock.monotonicMs();
  let isBegun = false;
  return (now) => {
    const atMs = context.clock.monotonicMs();
    if (atMs - toldAtMs < everyMs) return;
    toldAtMs = atMs;
    endSignOfLife(context);
    const up = isRedrawn && isBegun ? "\u001b[1A\r\u001b[J" : "";
    isBegun = true;
    const line = progress === "json" ? JSON.stringify({ kind: "imported", ...now }) : describe(now);
    context.process.stderr.write(`${up}${line}\n`);
  };
}

function describe({ conversations, quarantined, bytes }: ImportProgress): string {
  const parts = [
    `${formatQuantity(conversations, "conversation")} imported`,
    ...(quarantined === 0 ? [] : [`${quarantined} quarantined`]),
    `${(bytes / 1e6).toFixed(1)} MB read`,
  ];
  return parts.join(" · ");
}
