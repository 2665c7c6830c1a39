import { readFile, rm } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { parquetWriteBuffer } from "hyparquet-writer";
import { modelSlug } from "../domain/transcript-names.ts";
import { hasCode } from "../kernel/errors.ts";
import { sha256 } from "../kernel/hash.ts";
import type { HashedScan } from "../publish/board-scan.ts";
import { boardTable } from "../publish/board-table.ts";
import { buildLeaderboard, type LeaderboardInput } from "../publish/build-leaderboard.ts";
import { type BoardProblem, checkBoard, checkBoardStrictly } from "../publish/check-board.ts";
import { compareBoards } from "../publish/compare-boards.ts";
import { BoardRefusedError } from "../publish/errors.ts";
import { renderBoardChanges } from "../report/render-board-changes.ts";
import { renderModelPage } from "../report/render-model-page.ts";
import { type BoardChanges, LEADERBOARD_VERSION, Leaderboard } from "../schema/board/leaderboard.ts";
import { readJsonArtefact } from "../store/artefact-files.ts";
import { writeAtomically } from "../store/atomic-write.ts";
import { BrokenSealError, storeErrors } from "../store/errors.ts";
import { listNames, pathExists } from "../store/file-system.ts";
import { BOARD_FILES, boardFile } from "../store/layout.ts";
import { readCalibration } from "../store/read-calibration.ts";
import { csvRow } from "../text/csv/csv-rows.ts";
import type { BenchContext } from "./bench-context.ts";
import { type Stoppable, signalOf } from "./bench-options.ts";
import { readHashedScan } from "./evidence/read-board-scan.ts";
import { changedHere } from "./evidence/verify-and-repair.ts";

const DEFAULT_BOARD_FOLDER = join("data", "leaderboard");
/** A separate folder keeps an example from being found as a board of results. */
const DEFAULT_EXAMPLE_FOLDER = join("data", "example");

export interface BuildLeaderboardOptions extends Stoppable {
  /** The board's folder. @default data/leaderboard below the current directory, of an example data/example */
  readonly directory?: string;
  /** An earlier board, or its folder: `changelog.md` lists the changes since. */
  readonly previous?: string;
  /** Allows simulated models, for tests: the board is marked, and `checkLeaderboard` refuses it. @default false */
  readonly allowSimulated?: boolean;
  /**
   * Label of an example board: what it is an example of, in a sentence. Every page shows it. Such a board accepts
   * scans judged by files, other harnesses and gates without established judges; a strict check refuses it.
   * @default it is a board of results
   */
  readonly example?: string;
}

export interface BuiltLeaderboard {
  readonly board: Leaderboard;
  readonly directory: string;
  /** Files, relative to the directory. */
  readonly files: readonly string[];
  readonly changes: BoardChanges | null;
}

/** Writes a board of finished scans with its tables and pages. */
export async function writeLeaderboard(
  context: BenchContext,
  paths: readonly string[],
  options: BuildLeaderboardOptions = {},
): Promise<BuiltLeaderboard> {
  const { example } = options;
  const folder = example === undefined ? DEFAULT_BOARD_FOLDER : DEFAULT_EXAMPLE_FOLDER;
  const directory = resolve(options.directory ?? folder);
  const scans = await readScans(context, paths, directory, signalOf(options));
  const allowSimulated = options.allowSimulated ?? false;
  const board = buildLeaderboard({ ...(await readInput(context)), scans, allowSimulated, example });
  const previous = options.previous === undefined ? null : await readBoard(options.previous);
  const changes = previous && compareBoards(previous, board);
  const files = new Map(boardFiles(board));
  if (changes !== null) files.set(BOARD_FILES.changelog, renderBoardChanges(changes));
  for (const page of await strayPages(directory, files)) await rm(join(directory, page));
  for (const [name, content] of files) {
    const path = join(directory, name);
    await writeAtomically(path, content);
  }
  return { board, directory, files: [...files.keys()], changes };
}

export interface CheckLeaderboardOptions extends Stoppable {
  /** Also reports what keeps a board from being published. @default false */
  readonly strict?: boolean;
}

export interface CheckedLeaderboard {
  readonly directory: string;
  readonly problems: readonly BoardProblem[];
  /** For an example that could not be recomputed: parts here that differ from those its scans were made with. Otherwise empty. */
  readonly otherParts: readonly string[];
}

/** Lists every difference between a board and its scans; with `strict` also what keeps it from being published. */
export async function checkLeaderboard(
  context: BenchContext,
  folder: string = DEFAULT_BOARD_FOLDER,
  options: CheckLeaderboardOptions = {},
): Promise<CheckedLeaderboard> {
  const file = boardFile(folder);
  const directory = dirname(file);
  const board = await readBoard(file);
  const paths = board.scans.map(({ path }) => join(directory, path));
  const broken: BoardProblem[] = [];
  const scans = await readScans(context, paths, directory, signalOf(options)).catch((error: unknown) => {
    if (!(error instanceof BrokenSealError)) throw error;
    const scan = relative(directory, error.directory).split(sep).join("/");
    broken.push(
      ...error.problems.map(({ file, problem }) => ({ where: `${scan}/${file}`, message: problem })),
    );
    return [];
  });
  // The board's sources are missing, so there is nothing to recompute it from.
  if (broken.length > 0) return { directory, problems: broken, otherParts: [] };
  const changed = changedInputs(board, scans);
  const { simulated: allowSimulated = false, example } = board;
  const input = { ...(await readInput(context)), scans, allowSimulated, example };
  const found = await checkAgainstScans(board, input, directory);
  const otherParts = found.length === 0 || example === undefined ? [] : await partsOfThen(context, scans);
  // An example may keep the wording of its time. A board of results must match the parts here.
  const problems = otherParts.length === 0 ? found : checkBoard(board, board);
  const strict = options.strict
    ? checkBoardStrictly(board, scans, input.calibration, input.corpus.models)
    : [];
  return { directory, problems: [...changed, ...problems, ...strict], otherParts };
}

/** Reads the parts from the sealed scans, not from the board. */
async function partsOfThen(context: BenchContext, scans: readonly HashedScan[]): Promise<readonly string[]> {
  const corpus = await context.corpus();
  return [...new Set(scans.flatMap(({ plan }) => changedHere(plan.fingerprints.scoring.parts, corpus)))];
}

async function checkAgainstScans(
  board: Leaderboard,
  input: LeaderboardInput,
  directory: string,
): Promise<readonly BoardProblem[]> {
  try {
    const recomputed = buildLeaderboard(input);
    return [...checkBoard(board, recomputed), ...(await checkFiles(directory, recomputed))];
  } catch (error) {
    if (!(error instanceof BoardRefusedError)) throw error;
    return error.refusals.map(({ name, message }) => ({
      where: "its scans",
      message: `${name}: ${message}`,
    }));
  }
}

export async function diffLeaderboards(before: string, after: string): Promise<BoardChanges> {
  return compareBoards(await readBoard(before), await readBoard(after));
}

async function readScans(
  context: BenchContext,
  paths: readonly string[],
  directory: string,
  signal: AbortSignal,
): Promise<readonly HashedScan[]> {
  const name = (scan: string) => relative(directory, resolve(scan)).split(sep).join("/");
  const scans: HashedScan[] = [];
  for (const path of paths) scans.push(await readHashedScan(context, path, { name, signal }));
  return scans;
}

async function readInput(context: BenchContext): Promise<Pick<LeaderboardInput, "corpus" | "calibration">> {
  const corpus = await context.corpus();
  // The config's own families take precedence, as its prices do.
  const models = { models: [...(context.config.prices ?? []), ...corpus.models.models] };
  return { corpus: { ...corpus, models }, calibration: await readCalibration(context.corpusRoot) };
}

async function readBoard(path: string): Promise<Leaderboard> {
  const file = boardFile(path);
  try {
    return await readJsonArtefact(file, Leaderboard, LEADERBOARD_VERSION);
  } catch (error) {
    if (!hasCode(error, "IB_NO_SUCH_ARTIFACT")) throw error;
    throw storeErrors.IB_NO_SUCH_ARTIFACT(file, {
      cause: error,
      hint: "Make a board with `bench.board.build(scans)`, or name the folder of one.",
    });
  }
}

function changedInputs(board: Leaderboard, scans: readonly HashedScan[]): readonly BoardProblem[] {
  return board.scans.flatMap(({ path, files }) => {
    const found = scans.find((scan) => scan.path === path)?.files ?? {};
    return Object.entries(files)
      .filter(([name, hash]) => found[name] !== hash)
      .map(([name]) => ({ where: `${path}/${name}`, message: "it is not the file the board was made from" }));
  });
}

/** Compares tables and pages with those of the recomputed board. */
async function checkFiles(directory: string, board: Leaderboard): Promise<readonly BoardProblem[]> {
  const files = boardFiles(board);
  const problems: BoardProblem[] = [];
  for (const [name, content] of files) {
    if (name === BOARD_FILES.board) continue;
    const path = join(directory, name);
    if (!(await pathExists(path))) problems.push({ where: name, message: "it is missing" });
    else if (!Buffer.from(content).equals(await readFile(path)))
      problems.push({ where: name, message: "it is not what the board's scans give" });
  }
  for (const page of await strayPages(directory, files))
    problems.push({ where: page, message: "it is of no model of this board" });
  return problems;
}

async function strayPages(
  directory: string,
  files: ReadonlyMap<string, unknown>,
): Promise<readonly string[]> {
  const pages = (await listNames(join(directory, BOARD_FILES.pages))).files.map((name) =>
    join(BOARD_FILES.pages, name),
  );
  return pages.filter((page) => page.endsWith(BOARD_FILES.pageSuffix) && !files.has(page));
}

/** Returns every file of a board's folder, by path: the same bytes for the same board. */
export function boardFiles(board: Leaderboard): ReadonlyMap<string, string | Uint8Array> {
  const columns = boardTable(board);
  const lines = board.models.map((_, index) => columns.map(({ data }) => data[index] ?? null));
  return new Map<string, string | Uint8Array>([
    [BOARD_FILES.board, writeBoard(board)],
    [BOARD_FILES.csv, [columns.map(({ name }) => name), ...lines].map(csvRow).join("")],
    [BOARD_FILES.parquet, new Uint8Array(parquetWriteBuffer({ columnData: [...columns] }))],
    ...board.models.map(
      (model) =>
        [
          join(BOARD_FILES.pages, `${modelSlug(model.model_id, sha256)}${BOARD_FILES.pageSuffix}`),
          renderModelPage(board, model),
        ] as const,
    ),
  ]);
}

/** Writes one part per line, and one line for each item of a list: compact, and a diff shows the place. */
function writeBoard(board: Leaderboard): string {
  const parts = Object.entries(board).map(([key, value]) => {
    const written = Array.isArray(value)
      ? `[\n${value.map((item) => JSON.stringify(item)).join(",\n")}\n]`
      : JSON.stringify(value);
    return `${JSON.stringify(key)}: ${written}`;
  });
  return `{\n${parts.join(",\n")}\n}\n`;
}
