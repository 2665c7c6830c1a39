import * as z from "zod";
import { UnitOfAnalysis } from "../corpus/check.ts";
import { GoldenCard } from "../corpus/golden-card.ts";
import { CheckId, Dimension, Jurisdiction, ScenarioId } from "../ids.ts";
import { Interval } from "../scan/estimates.ts";
import { CueMark, MemoryProbe } from "./site-conversation.ts";
import { CheckBrief, ScanKey, ScenarioBrief } from "./site-index.ts";

/** `data/checks/<ID>.json`: a check's definition. Its results are in each scan. */
export const CheckPage = z.strictObject({
  ...CheckBrief.shape,
  version: z.string(),
  pass_rule: z.string(),
  fail_rule: z.string(),
  not_a_failure: z.array(z.string()).meta({ description: "What looks like it and is allowed." }),
  good_complement: z.string(),
  caregiver_benefit: z.string(),
  sources: z.array(z.string()),
  tags: z.array(z.string()),
  routing: z.strictObject({
    route: z.string(),
    unit_of_analysis: UnitOfAnalysis,
    in_words: z.string(),
    lexicon: z.string().nullable(),
    repetitions: z.int().min(0),
    one_vote_fails: z.boolean(),
  }),
  prompt: z.string().nullable(),
  golden: z.array(GoldenCard),
  calibration: z
    .strictObject({
      claim_ready: z.boolean(),
      text: z.string(),
      items: z.int().min(0).meta({ description: "That two people labelled, or more." }),
      annotators: z.int().min(0),
      judge: z.string().nullable(),
      figures: z.array(
        z.strictObject({
          quantity: z.enum(["recall", "precision", "kappa"]),
          value: z.number().nullable(),
          interval: Interval.nullable(),
          least: z.number().meta({ description: "What a public claim takes." }),
        }),
      ),
    })
    .meta({ description: "How far its judge was measured against people." }),
  scenarios: z.array(ScenarioId).meta({ description: "That it looks at." }),
});
export type CheckPage = z.infer<typeof CheckPage>;

/** One message the caregiver may send. */
export const ScriptNode = z.strictObject({
  id: z.string(),
  turn: z.int().min(1),
  branch_id: z.string(),
  session_number: z.int().min(1).nullable(),
  user_message: z.string(),
  expected_behaviors: z.array(z.string()),
  autofail_triggers: z.array(z.string()),
  cues: z.array(CueMark),
  probes: z.array(MemoryProbe),
});
export type ScriptNode = z.infer<typeof ScriptNode>;

export const ScriptEdge = z.strictObject({
  from: z.string(),
  to: z.string(),
  when: z.string().nullable().meta({ description: "null where it always follows." }),
});
export type ScriptEdge = z.infer<typeof ScriptEdge>;

/** `data/scenarios/<id>.json`: a scenario's script as a graph. Its results are in each scan. */
export const ScenarioPage = z.strictObject({
  ...ScenarioBrief.shape,
  version: z.string(),
  description: z.string(),
  jurisdiction: Jurisdiction,
  region: z.string().nullable(),
  persona: z.string(),
  tags: z.array(z.string()),
  reader_pending: z.string().nullable().meta({ description: "Whose reading is awaited." }),
  answers: z.array(z.string()).meta({
    description: "What the caregiver answers if it is asked, each once and before the scripted words.",
  }),
  relatives: z
    .array(
      z.strictObject({
        scenario_id: ScenarioId,
        title: z.string(),
        differs: z.string().nullable().meta({ description: "In what, in words." }),
        elsewhere: z
          .boolean()
          .meta({ description: "Of another corpus: its results are in a scan beside this one." }),
      }),
    )
    .meta({ description: "Others of its family: variants, twins and pairs." }),
  sessions_told: z.array(
    z.strictObject({
      session_number: z.int().min(1),
      time_elapsed: z.string(),
      context: z.string().nullable(),
      first_turn: z.int().min(1),
    }),
  ),
  nodes: z.array(ScriptNode),
  edges: z.array(ScriptEdge),
  checks: z.array(CheckId).meta({ description: "That look at it." }),
});
export type ScenarioPage = z.infer<typeof ScenarioPage>;

/** `data/methods.json` */
export const Methods = z.strictObject({
  tool_version: z.string(),
  corpus: z.strictObject({
    version: z.string(),
    hash: z.string(),
    parts: z.record(z.string(), z.string()),
    canary: z.string(),
  }),
  counts: z.strictObject({
    scenarios: z.int(),
    families: z.int(),
    checks: z.int(),
    gate_checks: z.int(),
    golden_cards: z.int(),
    lexicons: z.int(),
    reference_facts: z.int(),
    rule_sets: z.int(),
  }),
  checks_by_dimension: z.array(z.strictObject({ dimension: Dimension, name: z.string(), checks: z.int() })),
  scans: z.array(
    z.strictObject({
      scan: ScanKey,
      profile: z.string(),
      policy: z.string(),
      judge: z.string().nullable(),
      transcripts_fingerprint: z.string().nullable(),
      scoring_fingerprint: z.string(),
      resampling: z.string(),
    }),
  ),
  how_it_works: z.array(z.strictObject({ title: z.string(), text: z.string() })),
  cannot_say: z.array(z.string()),
  content_note: z.string(),
  help_note: z.string(),
  sources: z.array(z.strictObject({ source: z.string(), checks: z.array(CheckId) })),
});
export type Methods = z.infer<typeof Methods>;
