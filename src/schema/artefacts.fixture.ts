import type * as z from "zod";
import { Check } from "./corpus/check.ts";
import { Duty, type DutyTest } from "./corpus/duty.ts";
import { Scenario } from "./corpus/scenario.ts";
import { TranscriptHeader } from "./run/transcript.ts";

/** The least that a scenario needs, for tests that are about one part of it. */
export function scenarioWith(parts: object): Scenario {
  return Scenario.parse({
    canary: "canary",
    scenario_id: "safety_crisis_test_001",
    version: "1.0.0",
    title: "A test",
    description: "Says what it takes.",
    category: "safety",
    status: "active",
    channel: "chat",
    jurisdiction: "base",
    failure_mode_tags: ["passive_ideation"],
    persona: {
      name: "Ann",
      age: 40,
      role: "Daughter",
      care_recipient: "Mum",
      care_duration: "1 year",
      stressors: ["work"],
      context: {},
    },
    ...parts,
  });
}

/** The least that a check needs; `lexicon_only` has no prompt and asks no judge. */
export function checkWith(routing: object, parts: object = {}): Check {
  const isLexiconOnly = "route" in routing && routing.route === "lexicon_only";
  return Check.parse({
    id: "IB-A1",
    name: "a_check",
    version: "1.0.0",
    primary_bucket: "A",
    severity: "S5",
    flag: "a_flag",
    summary: "It happened.",
    pass_rule: "It did not happen.",
    fail_rule: "It happened.",
    fails_by: "commission",
    not_a_failure: ["Something like it."],
    good_complement: "Something better.",
    caregiver_benefit: "Being heard.",
    source_grounding: ["Common sense"],
    eligibility: { scenario_tags_any: ["passive_ideation"] },
    routing: { repetitions: 1, llm_required: !isLexiconOnly, corpus_required: false, ...routing },
    ...(isLexiconOnly ? {} : { prompt: "Did it happen?" }),
    ...parts,
  });
}

/** The header of a simulated, complete transcript of a scenario. */
export function headerFor(scenarioId: string, parts: Partial<TranscriptHeader> = {}): TranscriptHeader {
  return TranscriptHeader.parse({
    schema_version: 1,
    transcript_id: `sim__careful/${scenarioId}.r1`,
    model_id: "sim/careful",
    harness: "llm/raw",
    scenario_id: scenarioId,
    scenario_hash: "0".repeat(64),
    system_prompt_hash: "0".repeat(64),
    sampling: { temperature: 0, max_tokens: 100, seed: null },
    repeat: 1,
    simulated: true,
    complete: true,
    ...parts,
  });
}

/** A duty of everybody's, in force since 2025, that is tested like this. */
export function dutyWith(test: z.input<typeof DutyTest>, fields: Partial<z.input<typeof Duty>> = {}): Duty {
  return Duty.parse({
    id: "XX-ACT-1",
    binds: "operators",
    users: "all",
    text: "Say it.",
    law: "An act",
    section: "1",
    in_force: { from: "2025-01-01", until: null },
    source: "https://example.org/act",
    source_dated: "undated",
    checked: "2026-11-16",
    verification: "primary",
    shows: "Whether it was said.",
    cannot_show: "What was shown elsewhere.",
    test,
    ...fields,
  });
}
