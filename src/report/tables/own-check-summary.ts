import { orderModels } from "../../domain/gates.ts";
import type { BlindspotRate, Summary } from "../../schema/scan/summary.ts";
import { ownCheckRows, ownDutyRows } from "../describe-model.ts";
import type { ReportContext, ReportCorpus } from "../report-data.ts";
import { escapeMarkdown } from "../safe-text.ts";
import { describeLeftOut, OWN_DUTIES_NOTE, ownChecksNote, SIMULATED_NOTE } from "../words.ts";

/** Renders `summary.md` of a scan by a pack's own checks. */
export function renderOwnMarkdown(
  summary: Summary,
  rates: readonly BlindspotRate[],
  corpus: ReportCorpus,
  said: ReportContext,
): string {
  if (summary.by_pack === undefined) throw new RangeError("this scan is by the core's checks");
  const { title, text } = ownChecksNote(summary.by_pack);
  const judge = summary.judge === null ? "no judge" : `judged by ${escapeMarkdown(summary.judge)}`;
  const models = orderModels(summary.models);
  const names = models.map(({ model_id }) => escapeMarkdown(model_id));
  const rows = ownCheckRows(models, rates, corpus).map(({ title: check, cells }) =>
    [check, ...cells].map(escapeMarkdown),
  );
  const duties = ownDutyRows(models, summary).map(({ title: duty, cells }) =>
    [duty, ...cells].map(escapeMarkdown),
  );
  return `${[
    `# ${title}`,
    ...(summary.simulated ? [`> **${SIMULATED_NOTE.title}:** ${SIMULATED_NOTE.text}`] : []),
    `${text.charAt(0).toUpperCase()}${text.slice(1)}`,
    `Profile ${escapeMarkdown(summary.profile)}, ${judge}.`,
    ...said.lost.map(escapeMarkdown),
    ...(summary.left_out === undefined ? [] : [describeLeftOut(summary.left_out, summary.profile)]),
    rows.length === 0
      ? "No conversation has a tag that one of its checks reads."
      : tableOf(["Failed", ...names], rows),
    `Failures out of opportunities, what is open among them: the interval's lower end takes it to have passed, its upper end to have failed. Below ${corpus.scoring.publication.min_opportunities_for_rate} opportunities no interval is given.`,
    ...(duties.length === 0 ? [] : [tableOf(["Duty", ...names], duties), OWN_DUTIES_NOTE]),
    ...(said.spent === null ? [] : [escapeMarkdown(`Judging: ${said.spent}`)]),
    `Fingerprints: transcripts ${escapeMarkdown(summary.fingerprints.transcripts ?? "none")}, scoring ${escapeMarkdown(summary.fingerprints.scoring)}.`,
  ].join("\n\n")}\n`;
}

function tableOf(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [titles, titles.map(() => "---"), ...rows];
  return lines.map((row) => `| ${row.join(" | ")} |`).join("\n");
}
