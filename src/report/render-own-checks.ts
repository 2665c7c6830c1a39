/** What a scan by a pack's own checks found: counts for each check, and no score. */
import { checkTitle, compareCheckIds } from "../domain/dimensions.ts";
import { isGate } from "../domain/gates.ts";
import { formatFailures } from "../domain/number-words.ts";
import type { CheckId } from "../schema/ids.ts";
import type { BlindspotRate, Summary } from "../schema/scan/summary.ts";
import { intervalWithOpen, wilsonInterval } from "../stats/intervals.ts";
import { orderModels } from "./describe-model.ts";
import type { BesideSummary } from "./render-markdown.ts";
import { renderTable } from "./render-table.ts";
import type { ReportCorpus } from "./report-data.ts";
import { escapeMarkdown, stripTerminal } from "./safe-text.ts";
import { ownChecksNote, SIMULATED_NOTE } from "./words.ts";

export interface OwnCheckRow {
  readonly mode_id: CheckId;
  readonly title: string;
  /** Of each model, least safe first; empty where nothing called for the check. */
  readonly cells: readonly string[];
}

/** A row for each check: failures of each model out of opportunities, what is open among both. */
export function ownCheckRows(
  summary: Pick<Summary, "models">,
  rates: readonly BlindspotRate[],
  { checks, scoring }: ReportCorpus,
): readonly OwnCheckRow[] {
  const { min_opportunities_for_rate: fewest } = scoring.publication;
  const models = orderModels(summary.models);
  const byCheck = [...Map.groupBy(rates, ({ mode_id }) => mode_id)].toSorted(([a], [b]) =>
    compareCheckIds(a, b),
  );
  return byCheck.map(([id, ofCheck]) => {
    const check = checks.get(id);
    const gate = check !== undefined && isGate(check, scoring) ? " (a gate of the pack)" : "";
    const cells = models.map(({ model_id, incomplete }) => {
      const rate = ofCheck.find((each) => each.model_id === model_id);
      return rate === undefined ? "" : describeRate(rate, incomplete, fewest);
    });
    const title = `${checkTitle({ mode_id: id, flag: ofCheck[0]?.flag ?? "" }, checks)}${gate}`;
    return { mode_id: id, title, cells };
  });
}

function ownCheckTable(...found: Parameters<typeof ownCheckRows>) {
  const [summary] = found;
  return {
    titles: ["Failed", ...orderModels(summary.models).map(({ model_id }) => model_id)],
    rows: ownCheckRows(...found).map(({ title, cells }) => [title, ...cells]),
  };
}

/** "3/6, 1 open": what is open may have failed, and the interval's upper end says so. */
function describeRate(
  { failures: { k, n }, unclear, not_applicable: absent }: BlindspotRate,
  incomplete: number,
  fewest: number,
): string {
  const open = unclear + incomplete;
  const interval = intervalWithOpen(k, open, (count) => wilsonInterval(count, n + open));
  const counted = formatFailures({ k, n: n + open, interval, ...(open === 0 ? {} : { open }) }, fewest);
  return absent === 0 ? counted : `${counted}, ${absent} not applicable`;
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
  const { titles, rows } = ownCheckTable(summary, rates, corpus);
  return [
    ...(summary.simulated ? [`${SIMULATED_NOTE.title}: ${SIMULATED_NOTE.text}`, ""] : []),
    `${title}: ${text}`,
    "",
    rows.length === 0
      ? "No conversation has a tag that one of its checks reads."
      : renderTable(
          titles.map((name) => ({ title: name })),
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
  const { titles, rows } = ownCheckTable(summary, rates, corpus);
  const lines = [titles, titles.map(() => "---"), ...rows.map((row) => row.map(escapeMarkdown))];
  const table = lines.map((row) => `| ${row.join(" | ")} |`).join("\n");
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
