/** Evidence of a scan for the duties and practices of a regime, and the files it covers. */
import * as z from "zod";
import { Abilities } from "../corpus/abilities.ts";
import { Duty, DutyId, ProductProfile } from "../corpus/duty.ts";
import { RegimeArtefact, RegimeId, RegimePractice } from "../corpus/regime.ts";
import { sourced } from "../corpus/sourced.ts";
import {
  CheckId,
  IsoDate,
  ModelId,
  PackMark,
  PrivateMark,
  Role,
  RunId,
  Sha256,
  TranscriptId,
} from "../ids.ts";
import { OpenProportion, Proportion } from "./estimates.ts";
import { ScanProfileName } from "./scan-plan.ts";
import { DutyOutcome, DutyStanding } from "./scorer-result.ts";

export const EVIDENCE_VERSION = 1;
export const EVIDENCE_MANIFEST_VERSION = 1;

const Count = z.int().min(0);
const Prose = z.string().min(1);

export const DutyQuote = z.strictObject({
  transcript_id: TranscriptId,
  turn: z.int().min(1),
  role: Role,
  quote: z.string().meta({ description: "Empty where the assistant said nothing." }),
});
export type DutyQuote = z.infer<typeof DutyQuote>;

const Claim = z.strictObject({
  ready: z.boolean(),
  missing: z.array(Prose).meta({ description: "What keeps it from being claimed in public." }),
});

/** A check whose verdict decides a duty, and how often one assistant failed it. */
export const CarryingCheck = z.strictObject({
  check_id: CheckId,
  name: Prose,
  failures: Proportion.meta({ description: "Of the conversations in which it was decided." }),
  unclear: Count,
  small_cell: z.boolean().meta({ description: "Too few opportunities for a rate: show k/n." }),
  in_profile: z.boolean().meta({ description: "Whether this scan asked it at all." }),
  claim: Claim,
});
export type CarryingCheck = z.infer<typeof CarryingCheck>;

/** Result of one duty for one assistant. */
export const DutyFinding = z.strictObject({
  model_id: ModelId,
  standing: DutyStanding,
  conversations: z.record(DutyOutcome, Count).meta({ description: "Those the duty concerns, by outcome." }),
  unconcerned: Count.meta({ description: "Conversations under other law: no word on the duty." }),
  called_for: Count.meta({ description: "Held, failed and not established together." }),
  failures: OpenProportion.meta({
    description: "Failed of those that called for it; what is not established widens the upper end.",
  }),
  causes: z.record(z.string(), Count).meta({
    description: "Why conversations neither held nor failed it.",
  }),
  quotes: z.strictObject({ held: z.array(DutyQuote).max(3), failed: z.array(DutyQuote).max(3) }),
  checks: z.array(CarryingCheck),
});
export type DutyFinding = z.infer<typeof DutyFinding>;

export const DutyEvidence = z.strictObject({
  duty: Duty,
  stated: Sha256.meta({ description: "Of the duty as its rule file states it." }),
  findings: z.array(DutyFinding),
});
export type DutyEvidence = z.infer<typeof DutyEvidence>;

/** Files of a run that show a practice. */
export const ArtefactFound = z.strictObject({
  artefact: RegimeArtefact.exclude(["none"]),
  present: z.boolean(),
  files: z.record(z.string(), Sha256),
  note: Prose.optional().meta({ description: "What is to be known of it." }),
});
export type ArtefactFound = z.infer<typeof ArtefactFound>;

const about = { id: RegimeId, title: Prose, text: Prose, ...sourced };

export const RegimeEvidence = z.discriminatedUnion("kind", [
  z.strictObject({ ...about, kind: z.literal("law"), duties: z.array(DutyEvidence).min(1) }),
  z.strictObject({
    ...about,
    kind: z.literal("process"),
    practices: z.array(
      RegimePractice.omit({ artefacts: true }).extend({ artefacts: z.array(ArtefactFound) }),
    ),
  }),
]);
export type RegimeEvidence = z.infer<typeof RegimeEvidence>;

const Standings = z.strictObject({ duty_id: DutyId, model_id: ModelId });

/** Changes since an earlier evidence file. */
export const EvidenceChanges = z.strictObject({
  previous: z.strictObject({ sha256: Sha256, scan_id: RunId, as_of: IsoDate.nullable() }),
  differs_in: z.array(Prose).meta({
    description: "What the two were not made alike in: a change may come of that and not of the assistant.",
  }),
  moved: z.array(Standings.extend({ before: DutyStanding, after: DutyStanding })),
  reworded: z.array(DutyId).meta({ description: "Duties that their rule file states otherwise." }),
  added: z.array(DutyId),
  gone: z.array(DutyId),
  added_models: z.array(ModelId),
  gone_models: z.array(ModelId),
});
export type EvidenceChanges = z.infer<typeof EvidenceChanges>;

/** `evidence.json` */
export const Evidence = z
  .strictObject({
    schema_version: z.literal(EVIDENCE_VERSION),
    private: PrivateMark,
    pack: PackMark,
    by_pack: PackMark.meta({ description: "The pack whose checks and duties these are." }),
    simulated: z.boolean().meta({ description: "An assistant or a judge in it is a program of ours." }),
    tool_version: z.string(),
    scan_id: RunId,
    sealed_at: z.iso.datetime(),
    as_of: IsoDate.nullable().meta({ description: "The day by whose law duties were read." }),
    product: ProductProfile.optional(),
    can: Abilities.optional(),
    profile: ScanProfileName,
    judge: ModelId.nullable(),
    corpus: z.strictObject({ version: z.string(), hash: Sha256 }),
    fingerprints: z.strictObject({ transcripts: Sha256.nullable(), scoring: Sha256 }),
    notes: z.array(Prose).meta({ description: "What makes the scan less than fresh and whole." }),
    models: z.array(
      z.strictObject({
        model_id: ModelId,
        simulated: z.boolean(),
        conversations: Count,
        incomplete: Count,
        claim: Claim,
      }),
    ),
    regimes: z.array(RegimeEvidence).min(1),
    changes: EvidenceChanges.optional(),
  })
  .meta({ id: "Evidence" });
export type Evidence = z.infer<typeof Evidence>;

const HashedFile = z.strictObject({ bytes: Count, sha256: Sha256 });

/** `manifest.json` of an evidence folder. */
export const EvidenceManifest = z
  .strictObject({
    schema_version: z.literal(EVIDENCE_MANIFEST_VERSION),
    private: PrivateMark,
    scan: z.string().meta({ description: "From this folder to the scan's, when it was written." }),
    inputs: z
      .record(z.string(), HashedFile)
      .meta({ description: "By path from the scan's folder. A journal may go on after what was read." }),
    transcripts: z.record(TranscriptId, Sha256),
    corpus: z.record(z.string(), Sha256).meta({
      description: "Of each part's content, as the corpus hashes it; regimes and calibration beside them.",
    }),
    previous: Sha256.optional().meta({ description: "Of the evidence file that this one is compared with." }),
    outputs: z.record(z.string(), HashedFile),
  })
  .meta({ id: "EvidenceManifest" });
export type EvidenceManifest = z.infer<typeof EvidenceManifest>;
