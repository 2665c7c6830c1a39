/** Removes a run's words from the cache of replies, where a later run would find them. */
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import * as z from "zod";
import { BenchError } from "../../kernel/errors.ts";
import type { RunId } from "../../schema/ids.ts";
import { listNames, pathExists, removeFile, toReadError } from "../file-system.ts";
import { readJournalEntries } from "../journal.ts";
import { CACHE_NAME, CALIBRATION_NAME, type RunDirectory, SCANS_NAME, scanDirectory } from "../layout.ts";
import { redactText } from "./redact-by-schema.ts";
import { scansNaming } from "./redact-scan.ts";

/** All that is read of what is kept in the cache. */
const CachedReply = z.looseObject({ content: z.string() });

interface CachedRun {
  readonly results: string;
  readonly runId: RunId;
  readonly run: RunDirectory;
  /** Results folders whose caches its scans may have used, beside its own: a scan keeps replies where it was started. */
  readonly otherResults?: readonly string[];
}

/**
 * What is kept does not say whose it is: it is a run's where its journals have the same words, or their hash. Where nobody
 * can tell, it goes. Returns how many went. To be called while the journals are still there.
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
    if (own !== null && reply !== null && !own.has(redactText(reply))) continue;
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
  const named = [SCANS_NAME, CALIBRATION_NAME].map((name) => scansNaming(join(results, name), runId));
  const others = (await Promise.all(named)).flat().map(({ scan }) => scan);
  return [run.journal, ...[...scans, ...others].map(({ journal }) => journal)];
}

/**
 * As a redaction leaves them, so that one that was redacted before is found too. `null` where a journal cannot be read, or does
 * not say what a call came to: a reply is in the cache before it is in the journal, and a kill may fall between the two.
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
          replies.add(redactText(value.content));
          // What was lost had been kept, and was found.
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

/** `null` where it is no reply. */
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
