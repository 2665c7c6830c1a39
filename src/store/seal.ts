/** The seal of a finished scan. It is computed last, from the files on disk, and checked before the scan decides anything. */
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

export interface SealedCounts extends Pick<VerdictSurvey, "rows" | "distinct" | "verdicts" | "voidVotes"> {
  readonly scorecards: number;
  readonly scorerRows: number;
}

export interface SealInput {
  readonly place: SealedPlace;
  readonly scanId: RunId;
  readonly plan: Pick<ScanPlan, "transcripts" | "people">;
  /** The checks; every transcript has one row for each. */
  readonly checks: readonly CheckId[];
  readonly sealedAt: string;
  /** Counts of rows that this process wrote. @default the rows are read */
  readonly counted?: SealedCounts | undefined;
  /** Hashes of files that this process wrote. @default all files are read */
  readonly written?: ReadonlyMap<string, SealedFile>;
  /** Whether the conversations were imported; for a scan with verdicts by people, the facts of its source. */
  readonly facts: { readonly isImported: boolean; readonly lost: Losses } | SealedFacts;
}

/** Seals a scan as it is on disk. Throws if rows are missing: that would be a bug, and the scan must not decide anything. */
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
 * Recounts a scan and returns the first false statement of its seal; `null` if all are true. Leaves out three parts:
 * reply origins, if a journal grew after sealing; hashes, which `checkSealedFiles` checks; and time and version of the
 * sealing, which nothing else records.
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
  /** The seal of the scan whose rows people decided; it has the reply origins. */
  readonly source?: Seal | undefined;
}

/** Whether no journal grew since the sealing. */
async function isAtItsEnd(scan: ScanDirectory, seal: Seal): Promise<boolean> {
  const own = seal.evidence[basename(scan.journal)];
  const isLonger = own !== undefined && ((await statIfThere(scan.journal))?.size ?? 0) > own.bytes;
  return !isLonger && !(await hasGrownJournal(scan, seal));
}

/** `null` if the scan is unfinished, or older than seals. */
export async function readSeal({ seal }: ScanDirectory): Promise<Seal | null> {
  return (await pathExists(seal)) ? readJsonArtefact(seal, Seal, SEAL_VERSION) : null;
}

/**
 * The time when a scan was finished, from its seal, because a copied file has a new time. Uses the summary if the seal
 * is missing or unreadable; opening the scan reports that. `null` if it is unfinished.
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
 * Returns the seal of a scan whose evidence is intact and matches the seal's counts. Otherwise throws and names the
 * differences. Reads every file once.
 * @param wayOn the command that finishes an unsealed scan, for the error
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

/** Throws if files differ from the sealed ones. `miscounted` checks the seal's counts. */
export async function checkSealedFiles(place: SealedPlace): Promise<Seal> {
  const seal = await sealOrRefuse(place);
  const { files } = await brokenFiles(place.scan, seal);
  refuseProblems(place.scan, [...files, ...(await brokenTranscripts(place, seal))]);
  return seal;
}

/** Throws if a seal and the plan name different conversations. */
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
 * A quick check for long lists; `null` if the scan has no seal. It compares file sizes and reads nothing, so it finds a
 * missing row but not an exchanged word.
 */
export async function quickCheckSeal({ scan }: SealedPlace): Promise<Seal | null> {
  const seal = await readSeal(scan);
  if (seal === null) return null;
  refuseProblems(scan, [...(await resizedFiles(scan, seal)), ...aboutSeal(scan, contradictions(seal))]);
  return seal;
}

/**
 * Throws if judged conversations changed although the run made no calls since. They were then edited, and judging them
 * again would present an edit as a conversation.
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

/** Throws if a conversation differs from the judged one. */
export async function checkTranscript(place: SealedPlace, seal: Seal, id: TranscriptId): Promise<void> {
  const { [id]: sealed } = seal.transcripts;
  const problems =
    sealed === undefined ? [] : await brokenTranscripts(place, { transcripts: { [id]: sealed } });
  if (problems.length > 0) throw new BrokenSealError(place.scan.path, problems);
}

/** Derived files that are missing, cut or edited. */
export async function damagedDerivations(scan: ScanDirectory, seal: Seal): Promise<readonly string[]> {
  const damaged: string[] = [];
  for (const [name, sealed] of Object.entries(seal.derived))
    if ((await isAsSealed(join(scan.path, name), sealed)) !== true) damaged.push(name);
  return damaged;
}
