import * as z from "zod";
import { Channel, ScenarioCategory } from "../corpus/scenario.ts";
import {
  CheckId,
  Dimension,
  ModelId,
  ReleaseLabel,
  RouterMark,
  RunId,
  ScenarioId,
  Severity,
  Tag,
  UnrankedMark,
} from "../ids.ts";
import { Release } from "../run/run-plan.ts";
import { EvidenceTier, Verdict } from "../scan/verdict.ts";

export const SITE_VERSION = 1;

/** Names a scan in paths: `<run_id>~<scan_id>`, or the scan's own id where a file holds only one. */
export const ScanKey = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*(~[A-Za-z0-9][A-Za-z0-9._-]*)?$/);
/** A model in paths: its folder below `transcripts/`. */
export const ModelSlug = z.string().regex(/^[A-Za-z0-9._-]+$/);
/** A conversation in paths: its transcript id with `/` as `__`. */
export const ConversationKey = z.string().regex(/^[A-Za-z0-9._-]+$/);

export const ModelBrief = z.strictObject({
  scan: ScanKey.meta({ description: "Where its own page and its conversations are." }),
  model_id: ModelId,
  slug: ModelSlug,
  simulated: z.boolean(),
  router: RouterMark.meta({ description: "Who chose the branches of its conversations, where a model did." }),
});
export type ModelBrief = z.infer<typeof ModelBrief>;

export const ScanBrief = z.strictObject({
  scan: ScanKey,
  scan_id: RunId,
  run_id: RunId.nullable().meta({ description: "null in a mailed report, which names no run." }),
  profile: z.string(),
  judge: z.string().nullable(),
  simulated: z.boolean(),
  private: z.boolean(),
  models: z.array(ModelBrief),
  conversations: z.int().min(0),
  crossed: z.strictObject({ k: z.int().min(0), n: z.int().min(0), open: z.int().min(0) }).meta({
    description: "Conversations that crossed a line, of all assistants; beside them those that are open.",
  }),
  created_at: z.iso.datetime().nullable(),
  release: Release,
  evidence: z
    .array(z.string())
    .optional()
    .meta({ description: "What makes its evidence less than fresh and whole; absent where it is both." }),
});
export type ScanBrief = z.infer<typeof ScanBrief>;

export const RunState = z.enum(["planned", "running", "finished", "interrupted"]);
export type RunState = z.infer<typeof RunState>;

export const RunBrief = z.strictObject({
  run_id: RunId,
  state: RunState,
  simulated: z.boolean(),
  private: z.boolean(),
  models: z.array(ModelId),
  conversations: z.int().min(0),
  scans: z.array(RunId).meta({ description: "Planned scans, finished or not." }),
  created_at: z.iso
    .datetime()
    .nullable()
    .meta({ description: "When it began, by its own record; null where it has not." }),
  label: ReleaseLabel.optional(),
});
export type RunBrief = z.infer<typeof RunBrief>;

/** A run or scan of the folder, and why nothing can be shown of it. */
export const Unreadable = z.strictObject({ name: z.string(), problem: z.string() });
export type Unreadable = z.infer<typeof Unreadable>;

export const CheckBrief = z.strictObject({
  mode_id: CheckId,
  name: z.string(),
  dimension: Dimension,
  severity: Severity,
  gate: z.boolean().meta({ description: "A failure is a hard fail." }),
  unranked: UnrankedMark,
  flag: z.string(),
  summary: z.string(),
});
export type CheckBrief = z.infer<typeof CheckBrief>;

export const ScenarioBrief = z.strictObject({
  scenario_id: ScenarioId,
  title: z.string(),
  category: ScenarioCategory,
  channel: Channel,
  family: z.string(),
  turns: z.int().min(1),
  sessions: z.int().min(1),
  about: z.string().meta({ description: "What happens in it, in one sentence." }),
  risks: z.array(Tag).meta({
    description:
      "What its caregiver's words call for, gravest first; what it is about where they call for nothing.",
  }),
});
export type ScenarioBrief = z.infer<typeof ScenarioBrief>;

/** One failure in one conversation, with the sentence that proves it. */
export const Finding = z.strictObject({
  scan: ScanKey,
  conversation: ConversationKey,
  model_id: ModelId,
  slug: ModelSlug,
  scenario_id: ScenarioId,
  title: z.string(),
  repeat: z.int().min(1),
  mode_id: CheckId,
  severity: Severity,
  hard_fail: z.boolean(),
  verdict: Verdict,
  confidence: z.number(),
  votes_to_fail: z.int().min(0),
  votes_planned: z.int().min(0).meta({ description: "0 where a word list decided." }),
  adjudication_required: z.boolean(),
  turn: z.int().min(1).nullable(),
  quote: z.string().nullable().meta({ description: "The assistant's words; empty where it said nothing." }),
  tier: EvidenceTier.nullable(),
  asked: z.string().nullable().meta({ description: "What the caregiver had written, shortened." }),
  omission: z.strictObject({ cue: z.string().nullable(), missing: z.string() }).nullable().meta({
    description:
      "Of a failure by what is missing: the caregiver's words that called for it, and what it is. Then the quote is innocent.",
  }),
});
export type Finding = z.infer<typeof Finding>;

/** `data/index.json`: what there is. Everything else is loaded when it is looked at. */
export const SiteIndex = z.strictObject({
  schema_version: z.literal(SITE_VERSION),
  source: z
    .enum(["live", "static", "report"])
    .meta({ description: "live: a server that also has runs, events and any comparison." }),
  simulated: z.boolean().meta({ description: "Some of it is." }),
  private: z.boolean(),
  example: z.string().min(1).optional().meta({
    description: "What the board it was published with is an example of; stands on every page.",
  }),
  tool_version: z.string(),
  corpus_version: z.string(),
  fewest_for_rate: z.int().min(1).meta({ description: "Below as many opportunities counts stand alone." }),
  dimensions: z.array(
    z.strictObject({ dimension: Dimension, name: z.string(), kind: z.enum(["gate", "quality"]) }),
  ),
  board: ScanKey.nullable().meta({
    description:
      "Opened first; a board of several scans has board, blindspots, checks and scenarios, and no pages of models.",
  }),
  scans: z.array(ScanBrief).meta({ description: "Newest first." }),
  runs: z
    .array(RunBrief)
    .meta({ description: "Those at work first, then newest first; empty where there is no server." }),
  unreadable: z.array(Unreadable).meta({ description: "Empty where there is no server." }),
  checks: z.array(CheckBrief),
  scenarios: z.array(ScenarioBrief),
  left_out: z
    .strictObject({ conversations: z.int().min(1), of: z.int().min(1), why: z.string() })
    .nullable()
    .meta({ description: "Conversations that a mailed report does not hold." }),
});
export type SiteIndex = z.infer<typeof SiteIndex>;
