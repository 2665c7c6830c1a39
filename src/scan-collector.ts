/** Collects row data for the report and the seal during judging, so that rows are not read back. */
import { createOpenGateCounter, type OpenGate } from "./measure/open-gates.ts";
import type { Scorecard } from "./schema/scan/scorecard.ts";
import type { VerdictRow, VoidCause } from "./schema/scan/verdict.ts";
import {
  type CollectedVerdicts,
  createCardCollector,
  createVerdictCollector,
  type SiteCard,
  type VerdictGlance,
} from "./site/scan-facts.ts";
import type { ScanStore } from "./store/scan-store.ts";
import type { SealedCounts } from "./store/seal.ts";
import {
  type CheckedRows,
  type JudgedLines,
  locateVerdicts,
  placeVerdicts,
  type RowPlaces,
} from "./store/verdict-places.ts";

/** Facts of one transcript. Small, so that a thread can send them quickly. */
export interface TranscriptFacts {
  readonly card: Scorecard;
  readonly glances: readonly VerdictGlance[];
  /** Eligible failed rows, complete. */
  readonly failed: readonly VerdictRow[];
  /** Causes of void votes. */
  readonly voidCauses: readonly VoidCause[];
}

export function factsOf({ verdicts, scorecards: [card] }: CheckedRows): TranscriptFacts {
  if (card === undefined) throw new RangeError("a transcript has a scorecard");
  return {
    card,
    glances: verdicts.map(
      ({ transcript_id, model_id, scenario_id, mode_id, eligible, verdict, details: { cause } }) => ({
        ...{ transcript_id, model_id, scenario_id, mode_id, eligible, verdict },
        details: { cause },
      }),
    ),
    failed: verdicts.filter(({ eligible, verdict }) => eligible && verdict === "FAIL"),
    voidCauses: verdicts.flatMap(({ details }) => details.votes.flatMap((vote) => vote.void_cause ?? [])),
  };
}

/** The facts that a page keeps of all rows, and the places of the full rows. */
export interface CollectedRows {
  readonly scorecards: readonly SiteCard[];
  readonly verdicts: CollectedVerdicts;
  readonly rows: RowPlaces<VerdictRow>;
}

/** Facts of rows that were just judged. */
export interface CollectedScan extends CollectedRows {
  readonly openGates: readonly OpenGate[];
  readonly counted: SealedCounts;
}

export function createScanCollector({ paths }: Pick<ScanStore, "paths">) {
  const cards = createCardCollector();
  const verdicts = createVerdictCollector();
  const openGates = createOpenGateCounter();
  const rows = placeVerdicts(paths.verdicts);
  const count = { rows: 0, distinct: 0, scorecards: 0, scorerRows: 0 };
  const byVerdict = { PASS: 0, FAIL: 0, UNCLEAR: 0, NOT_APPLICABLE: 0 };
  const voidVotes: Partial<Record<VoidCause, number>> = {};
  return {
    /** Call in the order of the written lines. */
    add({ card, glances, failed, voidCauses }: TranscriptFacts, lines: JudgedLines): void {
      const whole = new Map(failed.map((row) => [row.mode_id, row]));
      for (const glance of glances) {
        verdicts.add(glance, () => {
          const row = whole.get(glance.mode_id);
          if (row === undefined) throw new Error(`${glance.mode_id} of ${glance.transcript_id} did not fail`);
          return row;
        });
        byVerdict[glance.verdict] += 1;
      }
      cards.add(card);
      openGates.add(card, glances);
      rows.add(card.transcript_id, lines.verdicts);
      count.rows += lines.verdicts.length;
      count.distinct += new Set(glances.map(({ mode_id }) => mode_id)).size;
      count.scorecards += lines.scorecards.length;
      count.scorerRows += lines.scorerResults.length;
      for (const cause of voidCauses) voidVotes[cause] = (voidVotes[cause] ?? 0) + 1;
    },
    collected: (): CollectedScan => ({
      scorecards: cards.collected(),
      verdicts: verdicts.collected(),
      rows,
      openGates: openGates.finish(),
      counted: { ...count, verdicts: byVerdict, voidVotes },
    }),
  };
}

/** Collects the same facts from a scan on disk. */
export async function collectRows(scan: ScanStore): Promise<CollectedRows> {
  const verdicts = createVerdictCollector();
  const rows = await locateVerdicts(scan.paths.verdicts, verdicts.add);
  const cards = createCardCollector();
  for await (const card of scan.readScorecards()) cards.add(card);
  return { scorecards: cards.collected(), verdicts: verdicts.collected(), rows };
}
