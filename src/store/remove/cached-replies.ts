/** Removes a run's replies from the cache, so that no later run finds them. */
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import * as z from "zod";
import { BenchError } from "../../kernel/errors.ts";
import { sha256 } from "../../kernel/hash.ts";
import type { RunId } from "../../schema/ids.ts";
import { listNames, pathExists, removeFile, toReadError } from "../file-system.ts";
import { readJournalEntries } from "../journal.ts";
import { CACHE_NAME, type RunDirectory, scanDirectory } from "../layout.ts";
import { scansBeside } from "./delete-scans.ts";

/** The only part of a cache entry that is read. */
const CachedReply = z.looseObject({ content: z.string() });

interface CachedRun {
  readonly results: string;
  readonly runId: RunId;
  readonly run: RunDirectory;
  /** Other results folders whose caches its scans may have used: a scan caches replies in the folder where it was started. */
  readonly otherResults?: readonly string[];
}

/**
 * Removes a run's cached replies and returns their number. A cache entry does not name its run. It belongs to the run
 * if the run's journals contain the same words. If that cannot be determined, it is removed. Call it before the
 * journals are deleted.
 */
export async function removeCachedReplies(cached: CachedRun): Promise<number> {
  const { results, otherResults = [] } = cached;
  const caches = new Set([results, ...otherResults].map((path) => join(resolve(path), CACHE_NAME)));
  const files: string[] = [];
  for (const cache of caches) files.push(...(await filesIn(cache)));
  if (files.length === 0) return 0;
  const own = await repliesIn(await journalsOf(cached));
  let removed = 0;
  for (const path of files) {
    const reply = own && (await readReply(path));
    if (own !== null && reply !== null && !own.has(sha256(reply))) continue;
    await removeFile(path);
    removed += 1;
  }
  return removed;
}

async function filesIn(cache: string): Promise<readonly string[]> {
  const folders = (await listNames(cache)).folders.map((name) => join(cache, name));
  const files = folders.map(async (folder) =>
    (await listNames(folder)).files.map((name) => join(folder, name)),
  );
  return (await Promise.all(files)).flat();
}

async function journalsOf({ results, runId, run }: CachedRun): Promise<readonly string[]> {
  const scans = (await listNames(run.scans)).folders.map((name) => scanDirectory(join(run.scans, name)));
  const others = await scansBeside(results, runId);
  return [run.journal, ...[...scans, ...others].map(({ journal }) => journal)];
}

/**
 * Hashes of the replies of journals. `null` if a journal cannot be read or lacks a call's outcome: a reply reaches the
 * cache before the journal, and a kill may fall in between.
 */
async function repliesIn(journals: readonly string[]): Promise<ReadonlySet<string> | null> {
  const replies = new Set<string>();
  const underWay = new Set<string>();
  const lost = new Set<string>();
  try {
    for (const journal of journals) {
      if (!(await pathExists(journal))) continue;
      for await (const { value } of readJournalEntries(journal)) {
        if (value.event === "sent") {
          if (underWay.has(value.unit)) lost.add(value.unit);
          underWay.add(value.unit);
        }
        if (value.event === "replied" || value.event === "failed" || value.event === "settled")
          underWay.delete(value.unit);
        if (value.event === "replied") {
          replies.add(sha256(value.content));
          // The lost reply came from the cache, so it is known.
          if (value.from_cache) lost.delete(value.unit);
        }
      }
    }
  } catch (error) {
    if (error instanceof BenchError) return null;
    throw error;
  }
  return underWay.size + lost.size > 0 ? null : replies;
}

/** `null` if the file is not a reply. */
async function readReply(path: string): Promise<string | null> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw toReadError(error, path);
  });
  try {
    return CachedReply.safeParse(JSON.parse(text)).data?.content ?? null;
  } catch {
    return null;
  }
}
