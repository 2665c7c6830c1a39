import { type Corpus, dutiesOf } from "../corpus/corpus.ts";
import { type CheckClaim, claimStatus } from "../domain/claims.ts";
import { formatName } from "../domain/dimensions.ts";
import {
  isEligible,
  needsProduct,
  packTitle,
  scenarioFamily,
  scenarioTags,
  scenarioTurns,
} from "../domain/scenarios.ts";
import { assertNever } from "../kernel/errors.ts";
import type { CheckId } from "../schema/ids.ts";
import { readCalibration } from "../store/read-calibration.ts";
import { type BenchContext, packContext } from "./bench-context.ts";

export const LIST_KINDS = [
  "scenarios",
  "checks",
  "tags",
  "lexicons",
  "rules",
  "duties",
  "regimes",
  "help-lines",
  "models",
  "runs",
] as const;
export type ListKind = (typeof LIST_KINDS)[number];

/** Rows of one kind; every row has the same keys. */
export type Listing = readonly Readonly<Record<string, string | number | boolean>>[];

/** Loads only what each kind needs: models load providers, the rest of a corpus does not. */
export async function list(context: BenchContext, kind: ListKind): Promise<Listing> {
  switch (kind) {
    case "scenarios":
      return (await scenariosOf(context)).map(({ scenario, pack }) => ({
        scenario_id: scenario.scenario_id,
        ...(pack === null ? {} : { pack }),
        title: scenario.title,
        category: scenario.category,
        status: scenario.status,
        channel: scenario.channel,
        jurisdiction: scenario.jurisdiction,
        turns: scenarioTurns(scenario).length,
      }));
    case "checks": {
      const { checks } = await claimReport(context);
      const all = (await coreAndOwn(context)).flatMap((each) => [...each.checks.values()]);
      const ready = new Set(checks.filter(({ claimReady }) => claimReady).map(({ check }) => check));
      return all.map((check) => ({
        id: check.id,
        name: formatName(check.name),
        severity: check.severity,
        route: check.routing.route,
        unit: check.routing.unit_of_analysis,
        fails_by: check.fails_by,
        claim_ready: ready.has(check.id),
        needs_product: needsProduct(check),
        summary: check.summary,
      }));
    }
    case "tags":
      return (await context.corpus()).tags.tags.map(({ tag, meaning, read_by = [] }) => ({
        tag,
        read_by: read_by.join(", "),
        meaning,
      }));
    case "lexicons":
      return (await coreAndOwn(context))
        .flatMap(({ lexicons }) => [...lexicons.values()])
        .map((lexicon) => ({
          name: lexicon.name,
          role: lexicon.role,
          entries: lexicon.entries.length,
          description: lexicon.description,
        }));
    case "rules":
      return [...(await context.corpus()).rules].map(([jurisdiction, rules]) => ({
        jurisdiction,
        duties: rules.duties.length,
      }));
    case "duties":
      return (await coreAndOwn(context))
        .flatMap(dutiesOf)
        .map(({ id, law, section, users, in_force, test, verification }) => ({
          id,
          law,
          section,
          users,
          in_force_from: in_force.from ?? "",
          test: test.kind,
          verification,
        }));
    case "regimes":
      return (await coreAndOwn(context))
        .flatMap(({ regimes }) => [...regimes.values()])
        .map((regime) => ({
          id: regime.id,
          kind: regime.kind,
          title: regime.title,
          parts: regime.kind === "law" ? regime.duties.length : regime.practices.length,
        }));
    case "help-lines":
      return (await context.corpus()).helpLines.map((line) => ({
        name: line.name,
        numbers: line.numbers.join(", "),
        regions: line.regions.join(", "),
        for: line.for.join(", "),
        hours: line.hours ?? "",
        verification: line.verification,
        source_dated: line.source_dated,
        checked: line.checked,
      }));
    case "models": {
      const { knownModels } = await import("../providers/open-model.ts");
      return [
        ...knownModels().map((model) => ({ ...model })),
        ...(await context.corpus()).models.models.map(({ model, input, output, as_of }) => ({
          model_id: model,
          use: "target or judge",
          simulated: false,
          description: `$${input} in, $${output} out for a million tokens (${as_of})`,
        })),
      ];
    }
    case "runs": {
      const { listRuns } = await import("../store/find.ts");
      const { cutDeletions } = await import("../store/remove-run.ts");
      for (const { runId, path } of await cutDeletions(context.results))
        context.onNotice(
          `The deletion of ${runId} was cut short or is under way: its words are still in ${path}. Delete ${runId} again to finish it.`,
        );
      const { describeRun } = await import("./runs/describe-run.ts");
      const runs = await listRuns(context.results);
      // Tells a user with runs in another folder where this looked.
      if (runs.length === 0) context.onNotice(`Looked for runs in ${context.results}.`);
      return Promise.all(runs.map((run) => describeRun(context.results, run)));
    }
    default:
      return assertNever(kind);
  }
}

/** Lists checks of the core, and then those of the named packs. */
export async function coreAndOwn(
  context: BenchContext,
): Promise<readonly Pick<Corpus, "checks" | "lexicons" | "golden" | "rules" | "regimes">[]> {
  const packs = await Promise.all(context.packs.map((pack) => packContext(context, pack).corpus()));
  return [await context.corpus(), ...packs.flatMap(({ own }) => own ?? [])];
}

/** Lists scenarios of the named packs, or else of the core. */
async function scenariosOf(context: BenchContext) {
  const contexts =
    context.packs.length > 0 ? context.packs.map((pack) => packContext(context, pack)) : [context];
  const corpora = await Promise.all(contexts.map((each) => each.corpus()));
  return corpora.flatMap(({ scenarios, pack }) =>
    [...scenarios.values()].map((scenario) => ({ scenario, pack: pack && packTitle(pack) })),
  );
}

/** Counts the basis of each check's claims: scenarios, active ones, families among those, and cues. */
export async function listCoverage(context: BenchContext): Promise<Listing> {
  const corpus = await context.corpus();
  const { lintCorpus } = await import("../corpus/lint-corpus.ts");
  const { coverage } = await lintCorpus(
    context.corpusRoot,
    context.corpusBase === undefined ? {} : { base: context.corpusBase },
  );
  const tagged = [...corpus.scenarios.values()].map((scenario) => ({
    scenario,
    tags: scenarioTags(scenario),
  }));
  return [...corpus.checks.values()].map((check) => {
    const eligible = tagged.filter(({ tags }) => isEligible(check, tags)).map(({ scenario }) => scenario);
    const active = eligible.filter((scenario) => scenario.status === "active");
    return {
      id: check.id,
      name: check.name,
      severity: check.severity,
      scenarios: eligible.length,
      active: active.length,
      families: new Set(active.map(scenarioFamily)).size,
      cues: coverage.cues_per_event_window_check[check.id] ?? "",
    };
  });
}

/** Checks that may be claimed. */
export interface ClaimReport {
  /** The judge whose verdicts were compared with people's labels; `null` if none were. */
  readonly judge: string | null;
  readonly checks: readonly (CheckClaim & { readonly check: CheckId })[];
}

/** Reads the corpus's own calibration; without one, no check may be claimed. */
export async function claimReport(context: BenchContext): Promise<ClaimReport> {
  const { checks } = await context.corpus();
  const status = await readCalibration(context.corpusRoot);
  return {
    judge: status?.judge ?? null,
    checks: [...checks.keys()].map((check) => ({ check, ...claimStatus(check, status) })),
  };
}

export async function claimOf(context: BenchContext, checkId: CheckId): Promise<CheckClaim> {
  return claimStatus(checkId, await readCalibration(context.corpusRoot));
}
