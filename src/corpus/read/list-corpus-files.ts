import { readdir, stat } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { messageOf } from "../../kernel/errors.ts";
import { by } from "../../kernel/order.ts";
import { nearestName } from "../../text/match/nearest-name.ts";
import { NoCorpusError } from "../errors.ts";
import type { Problem } from "../problem.ts";
import { fileStem, problemWithFile } from "./source-file.ts";

/** Folders whose files are read, with the one extension each of them takes. */
const FOLDERS = {
  scenarios: { folder: "scenarios", extension: ".json", isDeep: true },
  checks: { folder: "checks", extension: ".yaml", isDeep: false },
  lexicons: { folder: "lexicons", extension: ".yaml", isDeep: false },
  words: { folder: "words", extension: ".yaml", isDeep: false },
  golden: { folder: "golden", extension: ".yaml", isDeep: false },
  longCards: { folder: "golden/long", extension: ".yaml", isDeep: false },
  replies: { folder: "replies", extension: ".yaml", isDeep: false },
  reference: { folder: "reference", extension: ".yaml", isDeep: false },
  helpLines: { folder: "help-lines", extension: ".yaml", isDeep: false },
  rules: { folder: "configs/rules", extension: ".yaml", isDeep: false },
  regimes: { folder: "configs/regimes", extension: ".yaml", isDeep: false },
} as const;

const READ_FOLDERS: ReadonlySet<string> = new Set(Object.values(FOLDERS).map(({ folder }) => folder));

/** Notes for people, and rows that measure neighbouring files. */
const COMPANION = /(?:\/README\.md|\.jsonl)$/;
/** Folders that hold such companions and nothing else. */
const COMPANION_FOLDERS: ReadonlySet<string> = new Set(["golden/readings", "golden/long/readings"]);

type FolderName = keyof typeof FOLDERS;

export interface CorpusFiles extends Readonly<Record<FolderName, readonly string[]>> {
  readonly problems: readonly Problem[];
}

/** The files of a corpus, relative to its root and sorted. An absent folder has none. */
export async function listCorpusFiles(root: string, signal?: AbortSignal): Promise<CorpusFiles> {
  await refuseUnlessFolder(root);
  const problems: Problem[] = [];
  const list = async (name: FolderName): Promise<string[]> => {
    const { folder, extension, isDeep } = FOLDERS[name];
    signal?.throwIfAborted();
    const all = await filesIn(root, folder, isDeep, problems);
    const isRead = (file: string) => file.endsWith(extension) && !COMPANION_FOLDERS.has(dirname(file));
    for (const file of all) {
      if (isRead(file) || COMPANION.test(file)) continue;
      const expected = COMPANION_FOLDERS.has(dirname(file)) ? ".jsonl" : extension;
      const message = `only ${expected} files are read here: this one is ignored${extname(file) === expected ? "" : `; write it as ${expected.slice(1).toUpperCase()}`}`;
      problems.push(problemWithFile(file, { severity: "warning", code: "unexpected-file", message }));
    }
    return all.filter(isRead).sort();
  };
  return {
    scenarios: await list("scenarios"),
    checks: await list("checks"),
    lexicons: await list("lexicons"),
    words: await list("words"),
    golden: await list("golden"),
    longCards: await list("longCards"),
    replies: await list("replies"),
    reference: await list("reference"),
    helpLines: await list("helpLines"),
    rules: await list("rules"),
    regimes: await list("regimes"),
    problems,
  };
}

/** Folders that no pack has. */
export const NOT_IN_A_PACK: readonly FolderName[] = ["words", "longCards", "helpLines"];

const FILES_OF_A_PACK = ["pack.yaml", "tags.yaml"];
const MAY_BE_DATA = /\.(?:ya?ml|json)$/;

/**
 * Folders and data files of a pack with nearly the name of a known one, or in another place: they would be
 * ignored silently.
 */
export async function strayEntries(root: string): Promise<readonly Problem[]> {
  const around = [".", "configs"];
  const listed = await Promise.all(around.map((folder) => entriesOf(root, folder)));
  const folders = ["configs", ...READ_FOLDERS].filter((folder) => around.includes(dirname(folder)));
  const refused = NOT_IN_A_PACK.map((name): string => FOLDERS[name].folder);
  return listed.flat().flatMap(({ path, isFolder }) => {
    const known = isFolder ? folders : FILES_OF_A_PACK;
    if (known.includes(path) || !(isFolder || MAY_BE_DATA.test(path))) return [];
    // Compares the names alone: an extension or a folder around them would make any two names alike.
    const meant = nearestName(fileStem(path), known.map(fileStem));
    const near = known.find((name) => fileStem(name) === meant);
    if (near === undefined) return [];
    const message = `nothing of a pack is read from here: ${isFolder ? "this folder" : "this file"} is ignored`;
    const nearest = refused.includes(near) ? undefined : near;
    return [problemWithFile(path, { severity: "warning", code: "unexpected-file", message, nearest })];
  });
}

async function entriesOf(root: string, folder: string) {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw new NoCorpusError(join(root, folder), "unreadable", { cause: error });
  });
  return entries
    .filter(({ name }) => !name.startsWith("."))
    .map((entry) => ({
      path: folder === "." ? entry.name : `${folder}/${entry.name}`,
      isFolder: entry.isDirectory(),
    }))
    .toSorted(by(({ path }) => path));
}

async function refuseUnlessFolder(root: string): Promise<void> {
  const found = await stat(root).catch((cause: unknown) => {
    throw new NoCorpusError(root, isAbsent(cause) ? "absent" : "unreadable", { cause });
  });
  if (!found.isDirectory()) throw new NoCorpusError(root, "not a folder");
}

async function filesIn(
  root: string,
  folder: string,
  isDeep: boolean,
  problems: Problem[],
): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    const message = `the folder cannot be read: ${messageOf(error)}`;
    problems.push(problemWithFile(folder, { code: "unreadable-file", message }));
    return [];
  });
  const files: string[] = [];
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    // Editors and operating systems leave dot files everywhere.
    if (entry.name.startsWith(".")) continue;
    if (!entry.isDirectory()) files.push(path);
    // A folder that is read itself is not read again with its parent.
    else if (READ_FOLDERS.has(path) && !isDeep) continue;
    else if (isDeep || COMPANION_FOLDERS.has(path))
      files.push(...(await filesIn(root, path, isDeep, problems)));
    else {
      const message = "folders are not read here: this one is ignored";
      problems.push(problemWithFile(path, { severity: "warning", code: "unexpected-file", message }));
    }
  }
  return files;
}

export function isAbsent(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}
