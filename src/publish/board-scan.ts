import { by } from "../kernel/order.ts";
import type { ModelId, RunId, ScenarioId, Sha256 } from "../schema/ids.ts";
import type { HarnessName, Release } from "../schema/run/run-plan.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { ModelTally } from "./tally-verdicts.ts";
import type { SevereVerdict } from "./verdict-index.ts";

/** One finished scan, as input of a board or a comparison. */
export interface BoardScan {
  /** Path as typed by a person, or relative to the board. */
  readonly path: string;
  /** Path that a command finds. @default `path` */
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
  /** Parts of the transcripts' fingerprint, for each run of the scan. */
  readonly transcriptParts: readonly Readonly<Record<string, Sha256>>[];
  readonly plan: ScanPlan;
  readonly scorecards: readonly Scorecard[];
  readonly tallies: ReadonlyMap<ModelId, ModelTally>;
  /** Cost of the model's own replies; `null` if a price is unknown. */
  readonly targetUsd: ReadonlyMap<ModelId, number | null>;
  readonly judgeUsd: number | null;
}

/** A scan with file hashes, which prove a board. */
export interface HashedScan extends BoardScan {
  /** Scorecards with people's decisions left undecided; absent if people decided nothing. */
  readonly untouched?: readonly Scorecard[];
  /** Hash of every file that was read, by its path from the scan's folder. */
  readonly files: Readonly<Record<string, Sha256>>;
}

/** Returns the scans' models sorted by name, each with its scan. */
export function modelsOf<Scan extends BoardScan>(
  scans: readonly Scan[],
): readonly { readonly modelId: ModelId; readonly scan: Scan }[] {
  return scans
    .flatMap((scan) =>
      [...new Set(scan.scorecards.map((card) => card.model_id))].map((modelId) => ({ modelId, scan })),
    )
    .toSorted(by(({ modelId }) => modelId));
}

/** A scan with the verdicts that a gate needs. */
export interface GatedScan {
  readonly scan: BoardScan;
  readonly severe: readonly SevereVerdict[];
  /** Verdicts of checks that the policy names. @default none */
  readonly named?: readonly SevereVerdict[];
}
