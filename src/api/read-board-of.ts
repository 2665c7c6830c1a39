import { join, resolve } from "node:path";
import type { StoredScan } from "../read-site-scan.ts";
import { LEADERBOARD_VERSION, Leaderboard } from "../schema/leaderboard.ts";
import { pathExists } from "../store/path-exists.ts";
import { readJsonArtifact } from "../store/read-artifact.ts";
import { hashFile } from "./hash-file.ts";
import { NotOnBoardError } from "./not-on-board-error.ts";

/** A board whose tiers may stand beside these scans, because it was made from them as they are. */
export async function readBoardOf(path: string, scans: readonly StoredScan[]): Promise<Leaderboard> {
  const board = await readJsonArtifact(resolve(path), Leaderboard, LEADERBOARD_VERSION);
  for (const { scan } of scans) {
    const areFiles = await Promise.all(board.scans.map(({ files }) => holds(scan.directory, files)));
    if (!areFiles.includes(true)) throw new NotOnBoardError(scan.directory, path);
  }
  return board;
}

/** Whether every file is the one that was hashed, by its path relative to the scan. */
async function holds(directory: string, files: Readonly<Record<string, string>>): Promise<boolean> {
  for (const [name, hash] of Object.entries(files)) {
    const path = join(directory, name);
    if (!(await pathExists(path)) || (await hashFile(path)) !== hash) return false;
  }
  return true;
}
