import { lostQuestions } from "../../domain/losses.ts";
import {
  describeSpent,
  formatExpected,
  formatQuantity,
  formatSpent,
  isFree,
} from "../../domain/number-words.ts";
import { packTitle } from "../../domain/scenarios.ts";
import { orNull } from "../../kernel/errors.ts";
import { stageTotals } from "../../measure/call-count.ts";
import type { JournalTotals } from "../../measure/journal-totals.ts";
import { callsOfRun, callsOfScan, spentOn } from "../../measure/spent.ts";
import { addEstimates, estimateWork } from "../../measure/work-estimate.ts";
import type { RunManifest } from "../../schema/run/manifest.ts";
import type { StoredRunPlan } from "../../schema/run/run-plan.ts";
import type { Seal } from "../../schema/scan/seal.ts";
import type { ListedRun } from "../../store/find.ts";
import { openRun, type RunStore } from "../../store/run-store.ts";
import type { ScanStore } from "../../store/scan-store.ts";
import { readSeal } from "../../store/seal.ts";

/** Describes a run in a list: date, models, progress, and cost beside its estimate. */
export async function describeRun(results: string, run: ListedRun) {
  const store = await openRun({ results, runId: run.run_id, mode: "read" });
  const scans = run.scans.map((scanId) => store.scan(scanId));
  const seals = (await Promise.all(scans.map(({ paths }) => readSeal(paths)))).filter(
    (seal) => seal !== null,
  );
  const [conversations] = seals.map((seal) => seal.conversations);
  const plan = await orNull(store.readRunPlan());
  const manifest = run.has_manifest ? await orNull(store.readManifest()) : null;
  const begun = manifest?.started_at ?? (await orNull(store.recordedCalls()))?.totals.startedAt ?? null;
  const { spent, estimate } = await priceRun(store, scans, plan, manifest);
  return {
    run_id: run.run_id,
    begun: begun === null ? "" : begun.slice(0, 16).replace("T", " "),
    label: plan?.label ?? "",
    pack: plan?.harness !== "import" && plan?.corpus.pack ? packTitle(plan.corpus.pack) : "",
    router: plan?.harness !== "import" ? (plan?.router?.model_id ?? "") : "",
    models: plan?.models.map(({ model_id }) => model_id).join(", ") ?? "",
    state: run.has_manifest ? "finished" : begun === null ? "planned" : "interrupted",
    scans: run.scans.join(", "),
    sealed: `${seals.length} of ${run.scans.length}`,
    from_cache:
      conversations === undefined
        ? ""
        : `${conversations.replies_from_cache} of ${formatQuantity(conversations.replies, "reply", "replies")}`,
    lost: describeLosses(seals),
    spent: describeSpent(spent, estimate) === null ? "" : formatSpent(spent),
    estimate: isFree(estimate) ? "" : formatExpected(estimate),
  };
}

/** Describes the failed calls of all its scans; empty if there are none, or they were not counted. */
function describeLosses(seals: readonly Pick<Seal, "lost">[]): string {
  const counted = seals.flatMap(({ lost }) => lost ?? []);
  const lost = counted.reduce((sum, each) => sum + lostQuestions(each), 0);
  const asked = counted.reduce((sum, { questions }) => sum + questions, 0);
  return lost === 0 ? "" : `${lost} of ${formatQuantity(asked, "question")}`;
}

/** Sums the cost of a run and its scans, with their planned cost. Takes unfinished work from the journal. */
async function priceRun(
  store: RunStore,
  scans: readonly ScanStore[],
  plan: StoredRunPlan | null,
  manifest: RunManifest | null,
) {
  const run = plan === null || plan.harness === "import" ? null : plan;
  const ofRun =
    manifest === null ? callsInJournal(await orNull(store.recordedCalls())) : callsOfRun(manifest);
  const ofScans = await Promise.all(
    scans.map(async (scan) => {
      const report = await orNull(scan.readCostReport());
      return report?.actual ? callsOfScan(report) : callsInJournal(await orNull(scan.recordedCalls()));
    }),
  );
  const plans = await Promise.all(scans.map((scan) => orNull(scan.readPlan())));
  const estimates = [
    estimateWork({ run, scan: null }),
    ...plans.map((scan) => estimateWork({ run: null, scan })),
  ];
  return { spent: spentOn([ofRun, ...ofScans]), estimate: addEstimates(estimates) };
}

function callsInJournal(recorded: { readonly totals: JournalTotals } | null) {
  const models = [...(recorded?.totals.byModel ?? [])];
  return Object.fromEntries(models.map(([model, totals]) => [model, stageTotals(totals, false)]));
}
