/** Notes in a run's folder that a queue's database holds words of it: there from before it does until it does no more. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { sha256 } from "../../kernel/hash.ts";
import { writeAtomically } from "../atomic-write.ts";
import { ArtefactError } from "../errors.ts";
import { listNames, removeFile, toReadError } from "../file-system.ts";
import { QUEUE_NOTE_NAME, queueNote } from "../layout.ts";

const QueueNote = z.strictObject({
  /** Under this name it is in the queue: a run, or a scan of it. */
  work: z.string(),
  /** Which database, without user, password or anything else that lets somebody in. */
  queue: z.string(),
});
export type QueueNote = z.infer<typeof QueueNote>;

const pathOf = (run: string, work: string) => queueNote(run, sha256(work).slice(0, 16));

/** Safe on disk when it resolves, so that no row is without a note. @param run its folder */
export async function noteInQueue(run: string, note: QueueNote): Promise<void> {
  await writeAtomically(pathOf(run, note.work), `${JSON.stringify(note)}\n`);
}

/** The queue has forgotten the work. */
export async function removeQueueNote(run: string, work: string): Promise<void> {
  await removeFile(pathOf(run, work));
}

export async function readQueueNotes(
  run: string,
): Promise<readonly (QueueNote & { readonly path: string })[]> {
  const names = (await listNames(run)).files.filter((name) => QUEUE_NOTE_NAME.test(name)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const path = join(run, name);
      const text = await readFile(path, "utf8").catch((error: unknown) => {
        throw toReadError(error, path);
      });
      try {
        return { ...QueueNote.parse(JSON.parse(text)), path };
      } catch {
        throw new ArtefactError({ path }, "is no note of what a queue holds");
      }
    }),
  );
}
