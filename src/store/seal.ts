/** The seal of a finished scan: made of what lies on disk after everything else was written, and asked before anything is decided. */
import { basename, join } from "node:path";
import type * as z from "zod";
import { peopleInBrief } from "../domain/evidence-words.ts";
import { BenchError } from "../kernel/errors.ts";
import { firstDifference, type ValueDifference } from "../kernel/first-difference.ts";
import { toolVersion } from "../kernel/tool-version.ts";
import type { CheckId, RunId, TranscriptId } from "../schema/ids.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import { type Losses, SEAL_VERSION, Seal, type SealedFile } from "../schema/scan/seal.ts";
import { readJsonArtefact, writeJsonArtefact } from "./artefact-files.ts";
import { BrokenSealError, type FileProblem, storeErrors } from "./errors.ts";
import { pathExists, statIfThere } from "./file-system.ts";
import { readLines } from "./files/read-lines.ts";
import type { ScanDirectory } from "./layout.ts";
import { countVerdictRows, type VerdictSurvey } from "./seal/count-verdict-rows.ts";
import { contradictions, unlikePlan } from "./seal/sealed-counts.ts";
import { readConversations, readFacts, type SealedFacts } from "./seal/sealed-facts.ts";
import {
  brokenFiles,
  brokenTranscripts,
  derivedFiles,
  evidenceFiles,
  hasGrownJournal,
  hashFiles,
  hashTranscripts,
  isAsSealed,
  resizedFiles,
  type SealedPlace,
  transcriptName,
} from "./seal/sealed-files.ts";

export type { SealedPlace };
export { brokenTranscripts, hashFiles, isAsSealed, readConversations };

/** How many rows a scan has. */
export interface SealedCounts extends Pick<VerdictSurvey, "rows" | "distinct" | "verdicts" | "voidVotes"> {
  readonly scorecards: number;
  readonly scorerRows: number;
}

export interface SealInput {
  readonly place: SealedPlace;
  readonly scanId: RunId;
  readonly plan: Pick<ScanPlan, "transcripts" | "people">;
  /** Every transcript has one row for each. */
  readonly checks: readonly CheckId[];
  readonly sealedAt: string;
  /** Of rows that this process wrote. @default they are read */
  readonly counted?: SealedCounts | undefined;
  /** Hashes of files that this process wrote. @default all are read */
  readonly written?: ReadonlyMap<string, SealedFile>;
  /** Whether its conversations were had elsewhere; or of a scan whose texts were redacted, what was known of it before. */
  readonly facts: { readonly isImported: boolean; readonly lost: Losses } | SealedFacts;
}

/** Seals a scan as it lies there, or throws where rows are missing: that would be a bug, and nothing may be decided from it. */
export async function writeSeal(input: SealInput): Promise<Seal> {
  const { place, scanId, plan, checks, sealedAt, written, facts } = input;
  const { scan } = place;
  const counted = input.counted ?? (await countRows(scan));
  const expected = plan.transcripts.length * checks.length;
  if (counted.rows !== expected || counted.distinct !== expected)
    throw new Error(`${scan.verdicts} has ${counted.rows} rows, and ${expected} were to be sealed`);
  const seal = Seal.parse({
    schema_version: SEAL_VERSION,
    scan_id: scanId,
    tool_version: toolVersion(),
    sealed_at: sealedAt,
    ...(plan.people === undefined ? {} : { people: peopleInBrief(plan.people) }),
    ...("isImported" in facts
      ? {
          ...(facts.isImported ? { imported: true } : {}),
          ...(await readFacts(place, plan, counted.voidVotes)),
          lost: facts.lost,
        }
      : facts),
    checks: [...checks],
    rows: { expected, found: counted.rows },
    verdicts: counted.verdicts,
    scorecards: counted.scorecards,
    scorer_rows: counted.scorerRows,
    evidence: await hashFiles(scan, evidenceFiles(place), written),
    transcripts: await hashTranscripts(place, plan, written),
    derived: await hashFiles(scan, derivedFiles(scan), written),
  } satisfies z.input<typeof Seal>);
  await writeJsonArtefact(scan.seal, seal);
  return seal;
}

async function countRows(scan: ScanDirectory): Promise<SealedCounts> {
  const survey = await countVerdictRows(scan.verdicts);
  const [scorecards, scorerRows] = [await countLines(scan.scorecards), await countLines(scan.scorerResults)];
  return { ...survey, scorecards, scorerRows };
}

async function countLines(path: string): Promise<number> {
  let lines = 0;
  if (await pathExists(path)) for await (const _ of readLines(path)) lines += 1;
  return lines;
}

/**
 * What a seal says of a scan that is not so, counted again; `null` where all of it is. How replies were had is left out where a
 * journal went on after it was sealed; so are the hashes, which `checkSealedFiles` holds against the files, and when and by which version
 * it was sealed, which nothing else says.
 */
export async function miscounted(
  place: SealedPlace,
  seal: Seal,
  { scanId, plan, source }: MiscountedInput,
): Promise<ValueDifference | null> {
  const { scan } = place;
  const survey = await countVerdictRows(scan.verdicts);
  const [checks = seal.checks] = survey.checksOf.values();
  const facts =
    source ?? ((await isAtItsEnd(scan, seal)) ? await readFacts(place, plan, survey.voidVotes) : seal);
  const counted = {
    scan_id: scanId,
    people: plan.people === undefined ? undefined : peopleInBrief(plan.people),
    repaired: facts.repaired,
    checks: checks.toSorted(),
    rows: { expected: plan.transcripts.length * checks.length, found: survey.rows },
    verdicts: survey.verdicts,
    scorecards: await countLines(scan.scorecards),
    scorer_rows: await countLines(scan.scorerResults),
    conversations: facts.conversations,
    judging: facts.judging,
  } satisfies Partial<Seal>;
  const { scan_id, people, repaired, rows, verdicts, scorecards, scorer_rows, conversations, judging } = seal;
  const said = {
    ...{ scan_id, people, repaired, checks: seal.checks.toSorted() },
    ...{ rows, verdicts, scorecards, scorer_rows, conversations, judging },
  };
  return firstDifference(said, counted);
}

interface MiscountedInput extends Pick<SealInput, "scanId" | "plan"> {
  /** The seal of the scan whose rows people decided: how replies were had is told there. */
  readonly source?: Seal | undefined;
}

/** Whether no journal was written on since. */
async function isAtItsEnd(scan: ScanDirectory, seal: Seal): Promise<boolean> {
  const own = seal.evidence[basename(scan.journal)];
  const isLonger = own !== undefined && ((await statIfThere(scan.journal))?.size ?? 0) > own.bytes;
  return !isLonger && !(await hasGrownJournal(scan, seal));
}

/** `null` where the scan was not finished, or was made before scans were sealed. */
export async function readSeal({ seal }: ScanDirectory): Promise<Seal | null> {
  return (await pathExists(seal)) ? readJsonArtefact(seal, Seal, SEAL_VERSION) : null;
}

/**
 * When a scan was finished, by its seal: a file's own time is that of whoever copied it. By the summary's where there is no
 * seal, or none that can be read, which is told to whoever opens the scan. `null` where it is not finished.
 */
export async function scanTime(scan: ScanDirectory): Promise<string | null> {
  const summary = await statIfThere(scan.summaryJson);
  if (summary === undefined) return null;
  const seal = await readSeal(scan).catch((error: unknown) => {
    if (error instanceof BenchError) return null;
    throw error;
  });
  return seal?.sealed_at ?? summary.mtime.toISOString();
}

/**
 * The seal of a scan whose evidence is whole, and which agrees with what it counts; throws and names what is not so. Every
 * file is read once.
 * @param wayOn what goes on with a scan that has no seal, for whoever is told
 */
export async function checkSeal(
  place: SealedPlace,
  wayOn?: () => Promise<string | undefined>,
): Promise<Seal> {
  const seal = await sealOrRefuse(place, wayOn);
  const { files, counted } = await brokenFiles(place.scan, seal);
  const transcripts = await brokenTranscripts(place, seal);
  refuseProblems(place.scan, [
    ...files,
    ...aboutSeal(place.scan, contradictions(seal)),
    ...counted,
    ...transcripts,
  ]);
  return seal;
}

/** Throws where files are not those that were sealed. What the seal counts is for `miscounted`. */
export async function checkSealedFiles(place: SealedPlace): Promise<Seal> {
  const seal = await sealOrRefuse(place);
  const { files } = await brokenFiles(place.scan, seal);
  refuseProblems(place.scan, [...files, ...(await brokenTranscripts(place, seal))]);
  return seal;
}

/** Throws where a seal is of other conversations than the plan. */
export function refuseUnlikePlan(scan: ScanDirectory, seal: Seal, plan: Pick<ScanPlan, "transcripts">): void {
  refuseProblems(scan, aboutSeal(scan, unlikePlan(seal, plan)));
}

async function sealOrRefuse({ scan }: SealedPlace, wayOn?: () => Promise<string | undefined>): Promise<Seal> {
  const seal = await readSeal(scan);
  if (seal !== null) return seal;
  throw storeErrors.IB_SCAN_UNSEALED(scan.path, await pathExists(scan.summaryJson), await wayOn?.());
}

function aboutSeal({ seal }: ScanDirectory, problems: readonly string[]): readonly FileProblem[] {
  return problems.map((problem) => ({ file: basename(seal), problem }));
}

function refuseProblems({ path }: ScanDirectory, problems: readonly FileProblem[]): void {
  if (problems.length > 0) throw new BrokenSealError(path, problems);
}

/**
 * The seal of a scan that looks whole from afar, for a list of many; `null` where it has none. Sizes are asked, and
 * nothing is read, so that a row that is gone is seen and a word that was exchanged is not.
 */
export async function quickCheckSeal({ scan }: SealedPlace): Promise<Seal | null> {
  const seal = await readSeal(scan);
  if (seal === null) return null;
  refuseProblems(scan, [...(await resizedFiles(scan, seal)), ...aboutSeal(scan, contradictions(seal))]);
  return seal;
}

/**
 * Throws where conversations that were judged are others by now, although no run has asked anything since: then they were
 * edited, and judging them again would make an edit look like a conversation.
 */
export async function refuseEditedTranscripts(
  scan: ScanDirectory,
  before: ScanPlan,
  after: ScanPlan,
): Promise<void> {
  const seal = await readSeal(scan);
  if (seal === null || (await hasGrownJournal(scan, seal))) return;
  const hashes = new Map(after.transcripts.map((each) => [each.transcript_id, each.transcript_hash]));
  const edited = before.transcripts.filter(({ transcript_id, transcript_hash }) => {
    const now = hashes.get(transcript_id);
    return now !== undefined && now !== transcript_hash;
  });
  if (edited.length === 0) return;
  const problem = "it was changed, and not by its run";
  throw new BrokenSealError(
    scan.path,
    edited.map(({ transcript_id }) => ({ file: transcriptName(transcript_id), problem })),
  );
}

/** Throws where a conversation is not the one that was judged. */
export async function checkTranscript(place: SealedPlace, seal: Seal, id: TranscriptId): Promise<void> {
  const { [id]: sealed } = seal.transcripts;
  const problems =
    sealed === undefined ? [] : await brokenTranscripts(place, { transcripts: { [id]: sealed } });
  if (problems.length > 0) throw new BrokenSealError(place.scan.path, problems);
}

/** What follows from the evidence and is not as it was: missing, cut, or edited. */
export async function damagedDerivations(scan: ScanDirectory, seal: Seal): Promise<readonly string[]> {
  const damaged: string[] = [];
  for (const [name, sealed] of Object.entries(seal.derived))
    if ((await isAsSealed(join(scan.path, name), sealed)) !== true) damaged.push(name);
  return damaged;
}
