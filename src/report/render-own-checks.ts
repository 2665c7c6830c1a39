/** What a scan by a pack's own checks found: counts for each check, and no score. */
import { checkTitle, compareCheckIds } from "../domain/dimensions.ts";
import { isGate } from "../domain/gates.ts";
import { formatFailures, formatQuantity } from "../domain/number-words.ts";
import { packTitle } from "../domain/scenarios.ts";
import type { PackMark } from "../schema/ids.ts";
import type { BlindspotRate, Summary } from "../schema/scan/summary.ts";
import { intervalWithOpen, wilsonInterval } from "../stats/intervals.ts";
import { orderModels } from "./describe-model.ts";
import type { BesideSummary } from "./render-markdown.ts";
import { renderTable } from "./render-table.ts";
import type { ReportCorpus } from "./report-data.ts";
import { escapeMarkdown, stripTerminal } from "./safe-text.ts";
import { SIMULATED_NOTE } from "./words.ts";

/** Said before anything that a pack's own checks found. */
export function ownChecksNote(pack: PackMark): { readonly title: string; readonly text: string } {
  return {
    title: `Checks of the pack ${packTitle(pack)}`,
    text: "counted by themselves; none of them is in a score, a gate or a board of the benchmark's own checks.",
  };
}

const TITLES = ["Model", "Check", "Failed", "Open"] as const;

/** A row for each model and check, what is open counted in the interval's upper end. */
function ownCheckRows(
  { models }: Pick<Summary, "models">,
  rates: readonly BlindspotRate[],
  { checks, scoring }: ReportCorpus,
): readonly (readonly string[])[] {
  const { min_opportunities_for_rate: fewest } = scoring.publication;
  return orderModels(models).flatMap(({ model_id, incomplete }) =>
    rates
      .filter((rate) => rate.model_id === model_id)
      .toSorted((a, b) => compareCheckIds(a.mode_id, b.mode_id))
      .map((rate) => {
        const check = checks.get(rate.mode_id);
        const gate = check !== undefined && isGate(check, scoring) ? " (a gate of the pack)" : "";
        const { k, n } = rate.failures;
        const unclear = rate.unclear + incomplete;
        const all = n + unclear;
        const interval = intervalWithOpen(k, unclear, (count) => wilsonInterval(count, all));
        return [
          model_id,
          `${checkTitle(rate, checks)}${gate}`,
          formatFailures({ k, n: all, interval }, fewest),
          describeOpen(rate, incomplete),
        ];
      }),
  );
}

function describeOpen({ unclear, not_applicable: absent }: BlindspotRate, incomplete: number): string {
  return [
    ...(unclear === 0 ? [] : [`${unclear} unclear`]),
    ...(absent === 0 ? [] : [`${absent} not applicable`]),
    ...(incomplete === 0 ? [] : [`${formatQuantity(incomplete, "conversation")} broke off`]),
  ].join(", ");
}

/** For a terminal. */
export function renderOwnChecks(
  summary: Summary,
  rates: readonly BlindspotRate[],
  corpus: ReportCorpus,
  width: number,
): string {
  if (summary.by_pack === undefined) throw new RangeError("this scan is by the core's checks");
  const { title, text } = ownChecksNote(summary.by_pack);
  const rows = ownCheckRows(summary, rates, corpus);
  return [
    ...(summary.simulated ? [`${SIMULATED_NOTE.title}: ${SIMULATED_NOTE.text}`, ""] : []),
    `${title}: ${text}`,
    "",
    rows.length === 0
      ? "No conversation has a tag that one of its checks reads."
      : renderTable(
          TITLES.map((name) => ({ title: name })),
          rows.map((row) => row.map(stripTerminal)),
          width,
        ),
  ].join("\n");
}

/** `summary.md` of such a scan. */
export function renderOwnMarkdown(
  summary: Summary,
  rates: readonly BlindspotRate[],
  corpus: ReportCorpus,
  said: BesideSummary,
): string {
  if (summary.by_pack === undefined) throw new RangeError("this scan is by the core's checks");
  const { title, text } = ownChecksNote(summary.by_pack);
  const judge = summary.judge === null ? "no judge" : `judged by ${escapeMarkdown(summary.judge)}`;
  const rows = ownCheckRows(summary, rates, corpus).map((row) => row.map(escapeMarkdown));
  const table = [TITLES, TITLES.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
  return `${[
    `# ${title}`,
    ...(summary.simulated ? [`> **${SIMULATED_NOTE.title}:** ${SIMULATED_NOTE.text}`] : []),
    `${text.charAt(0).toUpperCase()}${text.slice(1)}`,
    `Profile ${escapeMarkdown(summary.profile)}, ${judge}.`,
    ...said.lost.map(escapeMarkdown),
    rows.length === 0 ? "No conversation has a tag that one of its checks reads." : table,
    `Failures out of opportunities, what is open among them: the interval's lower end takes it to have passed, its upper end to have failed. Below ${corpus.scoring.publication.min_opportunities_for_rate} opportunities no interval is given.`,
    ...(said.spent === null ? [] : [escapeMarkdown(`Judging: ${said.spent}`)]),
    `Fingerprints: transcripts ${escapeMarkdown(summary.fingerprints.transcripts ?? "none")}, scoring ${escapeMarkdown(summary.fingerprints.scoring)}.`,
  ].join("\n\n")}\n`;
}
