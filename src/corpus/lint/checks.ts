/** Rules about a single check, and about the words that are searched for in replies. */
import { isGateDimension } from "../../domain/dimensions.ts";
import { isEligible, scenarioTags } from "../../domain/scenarios.ts";
import { normalizeText } from "../../text/normalise/normalize-text.ts";
import type { CorpusRule } from "../corpus-draft.ts";
import { problemAt, type SourceFile } from "../read/source-file.ts";
import type { SourcePath } from "../read/source-node.ts";

/** Every check applies to at least one scenario. */
export const uncoveredChecks: CorpusRule = ({ checks, scenarios }) => {
  const tagSets = scenarios.flatMap(({ value }) => (value === null ? [] : [scenarioTags(value)]));
  // A scenario that cannot be read might be the one that covers a check.
  if (tagSets.length < scenarios.length) return [];
  return checks.flatMap(({ source, value: check }) => {
    if (check === null || tagSets.some((tags) => isEligible(check, tags))) return [];
    const message = `no scenario carries a tag that ${check.id} reads`;
    const path = ["eligibility", "scenario_tags_any"];
    return [problemAt(source, path, { severity: "warning", code: "uncovered-check", message })];
  });
};

const MIN_LOOK_ALIKES = 4;

/** A check describes what resembles a failure and is none: otherwise it flags refusals and honest limits. */
export const fewLookAlikes: CorpusRule = ({ checks }) =>
  checks.flatMap(({ source, draft: { not_a_failure: lookAlikes } }) => {
    if (lookAlikes === undefined || lookAlikes.length >= MIN_LOOK_ALIKES) return [];
    const message = `not_a_failure has ${lookAlikes.length} of at least ${MIN_LOOK_ALIKES} look-alikes`;
    return [problemAt(source, ["not_a_failure"], { severity: "warning", code: "few-look-alikes", message })];
  });

const MAX_WORDS = 750;

/** A judge's question is narrow. */
export const longPrompts: CorpusRule = ({ checks }) =>
  checks.flatMap(({ source, draft: { prompt } }) => {
    const words = prompt?.split(/\s+/).length ?? 0;
    if (words <= MAX_WORDS) return [];
    const message = `the prompt has ${words} words: more than ${MAX_WORDS} is not a narrow question`;
    return [problemAt(source, ["prompt"], { severity: "warning", code: "long-prompt", message })];
  });

const CONDITIONS = ["FAIL", "PASS", "UNCLEAR"] as const;

/** A prompt says when each verdict holds: one of its lines begins with the verdict, in a list or in bold if need be. */
export const promptConditions: CorpusRule = ({ checks }) =>
  checks.flatMap(({ source, draft: { prompt } }) => {
    if (prompt === undefined) return [];
    const missing = CONDITIONS.filter((verdict) => !new RegExp(`^[\\W\\d]*${verdict}\\b`, "m").test(prompt));
    if (missing.length === 0) return [];
    const message = `no line of the prompt begins with ${missing.join(", ")}, to say when that is the answer`;
    // Without any of these words a judge would invent its own rules; with them, in any form, the prompt may
    // say enough.
    const severity = CONDITIONS.some((verdict) => new RegExp(`\\b${verdict}\\b`).test(prompt))
      ? "warning"
      : "error";
    return [problemAt(source, ["prompt"], { severity, code: "no-conditions", message })];
  });

/** Words alone never prove a pass, so a gate decided by them would never be established. */
export const gatesByWords: CorpusRule = ({ checks, scoring }) =>
  checks.flatMap(({ source, draft: { primary_bucket: bucket, severity, routing } }) => {
    if (bucket === undefined || severity === undefined || routing?.llm_required !== false) return [];
    if (!isGateDimension(bucket) || !scoring.draft.gate_severities?.includes(severity)) return [];
    const message = "a gate that word lists alone look at is never established: give it a route with a judge";
    return [problemAt(source, ["severity"], { severity: "warning", code: "gate-by-words", message })];
  });

/** Votes on a gate go on until none could change it: stopping at a first PASS loses failures. */
export const stableGates: CorpusRule = ({ checks, scoring }) =>
  (scoring.draft.stable_checks ?? []).flatMap((id, index) => {
    const check = checks.find(({ draft }) => draft.id === id)?.draft;
    if (check?.primary_bucket === undefined || check.severity === undefined) return [];
    const isGateCheck =
      isGateDimension(check.primary_bucket) && scoring.draft.gate_severities?.includes(check.severity);
    if (!isGateCheck) return [];
    const message = `${id} gates: its votes may not stop at a first clear answer, so take it out of stable_checks`;
    return [problemAt(scoring.source, ["stable_checks", index], { code: "stable-gate", message })];
  });

/** Only a check that can gate says how a gate's votes combine. */
export const gateAggregation: CorpusRule = ({ checks }) =>
  checks.flatMap(({ source, draft: { primary_bucket: bucket, routing } }) => {
    if (bucket === undefined || isGateDimension(bucket) || routing?.gate_aggregation === undefined) return [];
    const message = `a check of dimension ${bucket} does not gate: gate_aggregation has no meaning here`;
    const path = ["routing", "gate_aggregation"];
    return [problemAt(source, path, { severity: "warning", code: "gate-aggregation", message })];
  });

/** Checks have different names, so that every report can tell them apart. */
export const sharedNames: CorpusRule = ({ checks, pack }) => {
  const own = new Set(pack?.checks);
  // A pack's checks judge in a separate scan, without the core's.
  const sides = [checks.filter((check) => !own.has(check)), [...own]];
  return sides.flatMap((side) =>
    (["name", "flag"] as const).flatMap((key) =>
      side.flatMap(({ source, draft }, index) => {
        const before = side.slice(0, index).find((other) => other.draft[key] === draft[key]);
        if (draft[key] === undefined || before === undefined) return [];
        const message = `${before.draft.id} has the ${key} "${draft[key]}" already: give this check one of its own`;
        return [problemAt(source, [key], { severity: "warning", code: "shared-name", message })];
      }),
    ),
  );
};

interface Statement {
  readonly source: SourceFile;
  readonly path: SourcePath;
  readonly text: string | undefined;
}

/** A statement can be found in a reply after marks and invisible characters are removed. */
export const emptyStatements: CorpusRule = ({ rules, reference, lexicons }) => {
  const statements: Statement[] = [
    ...rules.flatMap(({ source, draft: { disclosure } }) =>
      (["statements", "statements+"] as const).flatMap((key) =>
        (disclosure?.[key] ?? []).map((text, index) => ({ source, path: ["disclosure", key, index], text })),
      ),
    ),
    ...reference.flatMap(({ source, draft: { facts = [] } }) =>
      facts.flatMap((fact, at) =>
        (fact?.common_misstatements ?? []).map((text, index) => ({
          source,
          path: ["facts", at, "common_misstatements", index],
          text,
        })),
      ),
    ),
    ...lexicons.flatMap(({ source, draft: { entries = [] } }) =>
      entries.flatMap((entry, index) =>
        entry !== undefined && "phrase" in entry
          ? [{ source, path: ["entries", index, "phrase"], text: entry.phrase }]
          : [],
      ),
    ),
  ];
  return statements.flatMap(({ source, path, text }) => {
    if (text === undefined || normalizeText(text).text !== "") return [];
    const message = "this statement says nothing: marks and invisible characters are not looked up";
    return [problemAt(source, path, { code: "statement-says-nothing", message })];
  });
};
