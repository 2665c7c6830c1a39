/**
 * Proves what it can about a scan made with another corpus: questions cannot be rebuilt, so votes cannot be
 * recomputed. But files are sealed, votes are in a journal, and scores follow from verdicts.
 */
import { basename } from "node:path";
import { scoreAgain } from "../../pipeline.ts";
import { Sha256 } from "../../schema/ids.ts";
import { Scorecard } from "../../schema/scan/scorecard.ts";
import type { VerdictRow, Vote } from "../../schema/scan/verdict.ts";
import { compareLines, type FileDifference } from "../../store/compare-files.ts";
import type { ScanStore } from "../../store/scan-store.ts";
import type { BenchContext } from "../bench-context.ts";
import { changedSinceSeal } from "./changed-since-seal.ts";
import type { OpenedScan } from "./verify-and-repair.ts";

export interface ProofWithoutCorpus {
  /** Parts that differ, by their names in the fingerprint. */
  readonly parts: readonly string[];
  /** Corpus of the conversations. */
  readonly madeWith: { readonly version: string; readonly hash: string };
  /** Whether the corpus here computes the same scores from its verdicts; if not, nothing is proved about the scores. */
  readonly scoresFollow: boolean;
}

type RecordedCalls = NonNullable<Awaited<ReturnType<ScanStore["recordedCalls"]>>>;

export async function proveWithoutCorpus(
  context: BenchContext,
  opened: OpenedScan,
  calls: RecordedCalls,
  parts: readonly string[],
): Promise<{
  readonly proof: ProofWithoutCorpus;
  readonly rows: number;
  readonly votes: number;
  readonly differences: FileDifference[];
}> {
  const differences = await changedSinceSeal(opened);
  const counted = { rows: 0, votes: 0 };
  for await (const row of opened.scan.readVerdicts()) {
    counted.rows += 1;
    const votes = votesOf(row).filter(({ verdict }) => verdict !== null);
    counted.votes += votes.length;
    const unlike = votes.find((vote) => !isOnRecord(vote, calls));
    if (unlike === undefined) continue;
    const field = `${row.transcript_id} ${row.mode_id}, a vote`;
    const found = unlike.verdict;
    const file = basename(opened.scan.paths.verdicts);
    differences.push({ file, row: counted.rows, field, found, expected: "what the journal's reply says" });
    break;
  }
  const [run] = opened.run.runs;
  if (run === undefined) throw new RangeError("a scan of no run");
  const { version, hash } = (await run.readRunPlan()).corpus;
  const scoresFollow = await doScoresFollow(context, opened);
  return { proof: { parts, madeWith: { version, hash }, scoresFollow }, ...counted, differences };
}

function votesOf({ details }: VerdictRow): readonly Vote[] {
  return [...details.votes, ...(details.adjudication?.votes ?? [])];
}

/** Whether the reply behind a vote is in the journal, and gives the vote's verdict. */
function isOnRecord({ request_hash, verdict }: Vote, calls: RecordedCalls): boolean {
  const outcome = calls.find(Sha256.parse(request_hash));
  // NOT_APPLICABLE is read as UNCLEAR if the judge misses a cue that an author put there.
  const said = verdict === "UNCLEAR" ? "(?:UNCLEAR|NOT_APPLICABLE)" : verdict;
  return outcome?.event === "replied" && new RegExp(`"verdict"\\s*:\\s*"${said}"`).test(outcome.content);
}

/** Recomputes scores only if every check and scenario of the scan is still known. */
async function doScoresFollow(context: BenchContext, { run, scan }: OpenedScan): Promise<boolean> {
  const [corpus, matcher] = [await context.corpus(), await context.matcher()];
  const { checks } = await scan.readPlan();
  const cards = await Array.fromAsync(scan.readScorecards());
  const isKnown =
    checks.every((id) => corpus.checks.has(id)) &&
    cards.every(({ scenario_id }) => corpus.scenarios.has(scenario_id));
  if (!isKnown) return false;
  const { scorecards } = await scoreAgain(run, scan, { corpus, matcher });
  const compared = compareLines(scan.paths.scorecards);
  try {
    await compared.take(scorecards.map((card) => JSON.stringify(Scorecard.parse(card))));
    return (await compared.finish()) === null;
  } finally {
    await compared.close();
  }
}
