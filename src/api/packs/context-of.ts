import type { Corpus } from "../../corpus/corpus.ts";
import { bringsChecks, byOwnChecks } from "../../corpus/own-checks.ts";
import { packOfScan } from "../../domain/scenarios.ts";
import type { PackMark } from "../../schema/ids.ts";
import { locateRun } from "../../store/find.ts";
import { openRun, type RunStore } from "../../store/run-store.ts";
import { globToRegExp } from "../../text/match/compile-pattern.ts";
import { type BenchContext, matcherOf, packContext } from "../bench-context.ts";
import { apiErrors } from "../errors.ts";
import { openScan } from "../open-scan.ts";
import { locatePack, shippedPacks } from "./locate-pack.ts";

/** Opens the bench for results made with a pack: that pack as its corpus. For the core, returns the bench itself. */
export async function contextOf(
  context: BenchContext,
  path: string,
  pack: PackMark | undefined,
): Promise<BenchContext> {
  if (pack === undefined) return context;
  const found = await findPack(context, pack.name);
  if (found === null) throw apiErrors.IB_PACK_NOT_HERE(path, pack.name);
  return found;
}

/** Opens the bench of a named or shipped pack. */
export async function findPack(context: BenchContext, name: string): Promise<BenchContext | null> {
  for (const place of context.packs) {
    const own = packContext(context, place);
    if ((await own.corpus()).pack?.name === name) return own;
  }
  return shippedPacks().includes(name) ? packContext(context, locatePack(name, ".")) : null;
}

/** Opens the bench for a scan by its run's plan, which is short: a scan's own grows with its conversations. */
export async function contextOfScan(context: BenchContext, path: string): Promise<BenchContext> {
  const { run, scan } = await openScan(context, path);
  const ofRun = await contextOf(context, path, await packOf(run.runs[0]));
  const judging = packOfScan(scan.scanId);
  if (judging === null) return ofRun;
  const pack = await findPack(context, judging);
  if (pack === null) throw apiErrors.IB_PACK_NOT_HERE(path, judging);
  return ownChecksContext(pack, ofRun);
}

/** Opens the bench for judging runs by a pack's own checks; the pack is named as usual. */
export async function contextByPack(
  context: BenchContext,
  paths: readonly string[],
  pack: string,
): Promise<BenchContext> {
  const ofRuns = await contextOfRuns(context, paths);
  const named = (await findPack(context, pack)) ?? packContext(context, locatePack(pack, context.project));
  return ownChecksContext(named, ofRuns);
}

/** Opens the bench for conversations, with a pack's checks in place of the core's. */
export async function ownChecksContext(
  pack: BenchContext,
  conversations: BenchContext,
): Promise<BenchContext> {
  const judging = await pack.corpus();
  if (!bringsChecks(judging)) throw apiErrors.IB_NO_OWN_CHECKS(judging.pack?.name ?? judging.root);
  const corpus = async () => byOwnChecks(judging, await conversations.corpus());
  const matcher = async () => matcherOf(await corpus());
  return { ...conversations, ...(pack.pack === undefined ? {} : { pack: pack.pack }), corpus, matcher };
}

/**
 * Opens the bench whose checks and word lists are measured: a named pack's own ones, unless the patterns name only
 * the core's. Throws if several packs have such checks: each needs its own measurement.
 */
export async function measuredContext(
  context: BenchContext,
  checkGlobs: readonly string[] = [],
): Promise<BenchContext> {
  const patterns = checkGlobs.map(globToRegExp);
  const isNamed = ({ checks }: Pick<Corpus, "checks">) =>
    [...checks.keys()].some((id) => patterns.some((pattern) => pattern.test(id)));
  const packs = await Promise.all(
    context.packs.map(async (place) => {
      const pack = packContext(context, place);
      return { pack, corpus: await pack.corpus() };
    }),
  );
  const bringing = packs.flatMap(({ pack, corpus }) =>
    bringsChecks(corpus) ? [{ pack, own: corpus.own }] : [],
  );
  const named = bringing.filter(({ own }) => patterns.length === 0 || isNamed(own));
  const isOfCore = patterns.length > 0 && isNamed(await context.corpus());
  const [first, ...others] = named.length > 0 || isOfCore ? named : bringing;
  if (others.length > 0) throw apiErrors.IB_SEVERAL_PACKS(named.map(({ own }) => own.mark.name));
  return first === undefined ? context : ownChecksContext(first.pack, first.pack);
}

/** Opens the bench for runs that are judged as one; the code that joins them refuses runs that differ. */
export async function contextOfRuns(context: BenchContext, paths: readonly string[]): Promise<BenchContext> {
  const [path] = paths;
  if (path === undefined) return context;
  const { results, runId } = await locateRun(path, context.results);
  const run = await openRun({ results, runId, mode: "read" });
  return contextOf(context, path, await packOf(run));
}

async function packOf(run: RunStore | undefined): Promise<PackMark | undefined> {
  const plan = await run?.readRunPlan();
  return plan === undefined || plan.harness === "import" ? undefined : plan.corpus.pack;
}
