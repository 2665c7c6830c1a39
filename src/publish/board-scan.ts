import { by } from "../kernel/order.ts";
import type { ModelId, RunId, ScenarioId, Sha256 } from "../schema/ids.ts";
import type { HarnessName, Release } from "../schema/run/run-plan.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { ModelTally } from "./tally-verdicts.ts";
import type { SevereVerdict } from "./verdict-index.ts";

/** One finished scan as a board or a comparison needs it. */
export interface BoardScan {
  /** As a person may type it, or relative to the board. */
  readonly path: string;
  /** As a command finds it. @default `path` */
  readonly typed?: string;
  readonly runId: RunId;
  readonly scanId: RunId;
  readonly release: Release;
  readonly corpus: { readonly version: string; readonly hash: Sha256 };
  readonly harnesses: readonly HarnessName[];
  readonly isPrivate: boolean;
  readonly repeats: number;
  readonly turns: ReadonlyMap<ScenarioId, number>;
  readonly scenarioHashes: ReadonlyMap<ScenarioId, Sha256>;
  /** The parts of the transcripts' fingerprint, of each run the scan is of. */
  readonly transcriptParts: readonly Readonly<Record<string, Sha256>>[];
  readonly plan: ScanPlan;
  readonly scorecards: readonly Scorecard[];
  readonly tallies: ReadonlyMap<ModelId, ModelTally>;
  /** What the model's own replies cost; `null` where a price is unknown. */
  readonly targetUsd: ReadonlyMap<ModelId, number | null>;
  readonly judgeUsd: number | null;
}

/** A scan that a board can be proved from. */
export interface HashedScan extends BoardScan {
  /** Scored with what people decided left open; absent where they decided nothing. */
  readonly untouched?: readonly Scorecard[];
  /** The hash of every file that was read, by its path from the scan's folder. */
  readonly files: Readonly<Record<string, Sha256>>;
}

/** The scans' models in the order of their names, each with the scan it is in. */
export function modelsOf<Scan extends BoardScan>(
  scans: readonly Scan[],
): readonly { readonly modelId: ModelId; readonly scan: Scan }[] {
  return scans
    .flatMap((scan) =>
      [...new Set(scan.scorecards.map((card) => card.model_id))].map((modelId) => ({ modelId, scan })),
    )
    .toSorted(by(({ modelId }) => modelId));
}

/** A scan with the verdicts that a gate asks about. */
export interface GatedScan {
  readonly scan: BoardScan;
  readonly severe: readonly SevereVerdict[];
  /** Of checks that the policy names. @default it names none */
  readonly named?: readonly SevereVerdict[];
}
