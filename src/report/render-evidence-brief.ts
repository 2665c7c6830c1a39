import { formatQuantity } from "../domain/number-words.ts";
import type { Evidence } from "../schema/scan/evidence.ts";
import { DutyStanding } from "../schema/scan/scorer-result.ts";
import { standingWords } from "./evidence/evidence-words.ts";
import { renderTable } from "./render-table.ts";
import { stripTerminal } from "./safe-text.ts";
import { SIMULATED_NOTE } from "./words.ts";

/** Renders the result of an evidence file for a terminal: the number of duties by standing, per assistant. */
export function renderEvidenceBrief(
  { simulated, private: isPrivate, regimes, models, changes }: Evidence,
  width: number,
): string {
  const marks = [
    ...(simulated ? [`${SIMULATED_NOTE.title}: ${SIMULATED_NOTE.text}`] : []),
    ...(isPrivate ? ["Private: made from private scenarios or conversations; not for publication."] : []),
  ];
  const laws = regimes.flatMap((regime) => (regime.kind === "law" ? [regime] : []));
  const rows = laws.flatMap(({ id, duties }) =>
    models.map(({ model_id }) => {
      const standings = duties.flatMap(({ findings }) =>
        findings.filter((finding) => finding.model_id === model_id).map(({ standing }) => standing),
      );
      const count = (wanted: DutyStanding) =>
        String(standings.filter((standing) => standing === wanted).length);
      return [id, stripTerminal(model_id), ...DutyStanding.options.map(count)];
    }),
  );
  const processes = regimes.flatMap((regime) => (regime.kind === "process" ? [regime] : []));
  const columns = [
    { title: "Regime" },
    { title: "Assistant" },
    ...DutyStanding.options.map((standing) => ({ title: standingWords[standing], align: "right" as const })),
  ];
  const moved = changes?.moved.length ?? 0;
  return [
    ...marks,
    ...(rows.length === 0 ? [] : [renderTable(columns, rows, width)]),
    ...processes.map(({ id, practices }) => {
      const shown = practices.filter(({ artefacts }) => artefacts.some(({ present }) => present)).length;
      return `${id} asks for a process, and not of an assistant: something here speaks to ${shown} of ${formatQuantity(practices.length, "practice")}.`;
    }),
    ...(changes === undefined
      ? []
      : [`${formatQuantity(moved, "outcome")} changed since scan ${changes.previous.scan_id}.`]),
    "No legal advice and no certificate: it says what some conversations showed.",
  ].join("\n\n");
}
