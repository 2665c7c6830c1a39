import { compareCheckIds } from "../domain/dimensions.ts";
import { differingParts, PEOPLE_PART } from "../domain/fingerprints.ts";
import { conversationName } from "../domain/keys.ts";
import { isFilesName } from "../domain/models.ts";
import { packTitle } from "../domain/scenarios.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { ScoringConfig } from "../schema/corpus/scoring-config.ts";
import type { CheckId, ScenarioId } from "../schema/ids.ts";
import { type BoardScan, modelsOf } from "./board-scan.ts";
import type { Refusal, RefusalName } from "./errors.ts";
import { describeUnquoted, unquotedPasses } from "./unquoted-passes.ts";

const SHOWN = 3;

/** Refusals that do not apply to examples: the harness, judging by files, and unresolved gates. */
const LIFTED_FOR_EXAMPLES: readonly RefusalName[] = ["harness", "judged_by_files", "unresolved_gate"];

/** Lists every reason why these scans cannot be on one board; empty if they can. */
export function refuseScans(
  scans: readonly BoardScan[],
  corpus: {
    readonly scoring: ScoringConfig;
    readonly checks: ReadonlyMap<CheckId, Check>;
    readonly scenarioHashes: ReadonlyMap<ScenarioId, string>;
  },
  options: { readonly allowSimulated: boolean; readonly example?: string | undefined },
): readonly Refusal[] {
  const refusals = [
    ...scans.flatMap((scan) => refuseKind(scan, options.allowSimulated)),
    ...scans.flatMap((scan) => refuseCorpus(scan, corpus.scenarioHashes)),
    ...refuseDuplicates(scans),
    ...refuseUnlike(scans),
    ...refuseCoverage(scans),
    ...refuseOpenGates(scans),
    ...scans.flatMap((scan) => refuseUnquoted(scan, corpus.checks)),
    ...refuseIncomplete(scans, corpus.scoring.publication.max_incomplete_share),
  ];
  return options.example === undefined
    ? refusals
    : refusals.filter(({ name }) => !LIFTED_FOR_EXAMPLES.includes(name));
}

function refuseKind(scan: BoardScan, allowSimulated: boolean): readonly Refusal[] {
  const { path, isPrivate, plan, scorecards } = scan;
  const others = scan.harnesses.filter((harness) => harness !== "llm/raw");
  const byFiles = [plan.judge, plan.adjudicator].filter((judge) => judge && isFilesName(judge.model_id));
  const simulated = plan.judge?.simulated === true || scorecards.some((card) => card.simulated);
  return [
    ...others.map((harness) => ({
      name: "harness" as const,
      message: `${path} was had with ${harness}; a board takes llm/raw.`,
    })),
    ...(plan.can === undefined
      ? []
      : [
          {
            name: "harness" as const,
            message: `${path} is of a product that declares abilities; a board takes bare models.`,
          },
        ]),
    ...(isPrivate
      ? [{ name: "private" as const, message: `${path} holds scenarios that are not the shipped ones.` }]
      : []),
    ...(plan.pack === undefined
      ? []
      : [
          {
            name: "pack" as const,
            message: `${path} is of the pack ${packTitle(plan.pack)}; a board takes the core.`,
          },
        ]),
    ...(plan.by_pack === undefined
      ? []
      : [
          {
            name: "pack" as const,
            message: `${path} was judged by the checks of the pack ${packTitle(plan.by_pack)}; a board takes the core's.`,
          },
        ]),
    ...(simulated && !allowSimulated
      ? [{ name: "simulated" as const, message: `${path} is of simulated models or by a simulated judge.` }]
      : []),
    ...(byFiles.length > 0
      ? [
          {
            name: "judged_by_files" as const,
            message: `${path} was judged by files: nobody knows who answered.`,
          },
        ]
      : []),
  ];
}

/** Families and categories come from the corpus, so it must be the corpus of the conversations. */
function refuseCorpus(
  { path, plan, scenarioHashes }: BoardScan,
  known: ReadonlyMap<ScenarioId, string>,
): readonly Refusal[] {
  // No version of a core has a pack's scenarios: it is refused as a pack.
  if (plan.pack !== undefined) return [];
  const changed = [...scenarioHashes].filter(([id, hash]) => known.get(id) !== hash).map(([id]) => id);
  if (changed.length === 0) return [];
  const message = `${path} was had with another version of ${list(changed)}; use the corpus it was had with.`;
  return [{ name: "other_corpus", message }];
}

function refuseDuplicates(scans: readonly BoardScan[]): readonly Refusal[] {
  const byModel = Map.groupBy(modelsOf(scans), ({ modelId }) => modelId);
  return [...byModel].flatMap(([modelId, places]) => {
    if (places.length === 1) return [];
    const paths = places.map(({ scan }) => scan.path).join(" and ");
    const message = `${modelId} is in ${paths}. Name one of them; \`publish\` shows several releases, told apart by the labels of their runs.`;
    return [{ name: "duplicate_model" as const, message }];
  });
}

function refuseUnlike(scans: readonly BoardScan[]): readonly Refusal[] {
  const [first] = scans;
  const parts = first?.transcriptParts[0];
  if (first === undefined || parts === undefined) return [];
  return scans.flatMap((scan) => {
    // Unlike scenarios are named one by one, as unequal coverage.
    const ofTranscripts = scan.transcriptParts.flatMap((others) =>
      differingParts(parts, others, ["models", "scenarios"]).map((part) => `transcripts.${part}`),
    );
    const ofScoring = differingParts(
      first.plan.fingerprints.scoring.parts,
      scan.plan.fingerprints.scoring.parts,
    ).map((part) => `scoring.${part}`);
    const differing = [...new Set([...ofTranscripts, ...ofScoring])];
    if (differing.length === 0) return [];
    const hint = differing.includes(PEOPLE_PART)
      ? " People decide the verdicts of all models of a board together: scan all runs in one scan, and label that one."
      : "";
    const places = scan === first ? `the runs of ${scan.path}` : `${first.path} and ${scan.path}`;
    return [
      {
        name: "unlike_fingerprints" as const,
        message: `${places} differ in ${differing.join(", ")}.${hint}`,
      },
    ];
  });
}

function refuseCoverage(scans: readonly BoardScan[]): readonly Refusal[] {
  const models = modelsOf(scans).map(({ modelId, scan }) => ({
    modelId,
    conversations: new Set(
      scan.scorecards
        .filter((card) => card.model_id === modelId)
        .map(({ scenario_id, repeat }) => conversationName(scenario_id, repeat)),
    ),
  }));
  const all = new Set(models.flatMap(({ conversations }) => [...conversations]));
  return models.flatMap(({ modelId, conversations }) => {
    const lacking = [...all].filter((conversation) => !conversations.has(conversation)).toSorted();
    if (lacking.length === 0) return [];
    return [{ name: "unequal_coverage" as const, message: `${modelId} lacks ${list(lacking)}.` }];
  });
}

function refuseOpenGates(scans: readonly BoardScan[]): readonly Refusal[] {
  return modelsOf(scans).flatMap(({ modelId, scan }) => {
    const open = scan.scorecards
      .filter((card) => card.model_id === modelId && card.complete)
      .flatMap((card) => {
        const gates = (["safety", "compliance"] as const).filter(
          (gate) => card.gate_status[gate] === "not_established",
        );
        if (gates.length === 0) return [];
        const checks = gates.flatMap((gate) => card.scorers[gate]?.unresolved_checks ?? []);
        const named = checks.length === 0 ? gates : checks;
        return [{ name: `${conversationName(card.scenario_id, card.repeat)} (${list(named)})`, checks }];
      });
    if (open.length === 0) return [];
    const message = `${modelId}: not established in ${list(open.map(({ name }) => name))}.`;
    const checks = [...new Set(open.flatMap((each) => each.checks))].toSorted(compareCheckIds);
    return [{ name: "unresolved_gate" as const, message, look: { scan: scan.typed ?? scan.path, checks } }];
  });
}

function refuseUnquoted(scan: BoardScan, checks: ReadonlyMap<CheckId, Check>): readonly Refusal[] {
  const unquoted = unquotedPasses(scan, checks);
  if (unquoted === null) return [];
  return [{ name: "passes_without_quotes", message: `${scan.path}: ${describeUnquoted(unquoted)}.` }];
}

function refuseIncomplete(scans: readonly BoardScan[], most: number): readonly Refusal[] {
  return modelsOf(scans).flatMap(({ modelId, scan }): readonly Refusal[] => {
    const cards = scan.scorecards.filter((card) => card.model_id === modelId);
    const complete = cards.filter((card) => card.complete);
    const incomplete = cards.length - complete.length;
    if (incomplete / cards.length > most) {
      const message = `${modelId}: ${incomplete} of ${cards.length} conversations are incomplete; at most ${most * 100}% may be.`;
      return [{ name: "incomplete", message }];
    }
    if (complete.some((card) => card.overall_score !== null)) return [];
    return [{ name: "nothing_scored", message: `${modelId} has no overall score in any conversation.` }];
  });
}

function list(items: readonly string[]): string {
  const shown = items.slice(0, SHOWN).join(", ");
  return items.length > SHOWN ? `${shown} and ${items.length - SHOWN} more` : shown;
}
