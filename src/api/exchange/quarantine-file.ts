import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import { type BadRecord, describePath } from "../../exchange/foreign-conversation.ts";
import { QUARANTINE_VERSION, QuarantinedRecord } from "../../schema/run/quarantined-record.ts";
import { ensureDirectory, toWriteError } from "../../store/file-system.ts";

/** File that lists unreadable records. */
export interface QuarantineFile {
  readonly path: string;
  add(record: BadRecord): Promise<void>;
  /** Resolves once all records are on disk. Idempotent. */
  close(): Promise<void>;
}

/** A file that is created with the first record and replaces an older one. Without a record, no file is made. */
export function quarantineFile(path: string): QuarantineFile {
  let handle: FileHandle | null = null;
  return {
    path,
    add: async (record) => {
      try {
        if (handle === null) {
          await ensureDirectory(dirname(path));
          handle = await open(path, "w");
        }
        await handle.appendFile(`${JSON.stringify(rowOf(record))}\n`);
      } catch (error) {
        throw toWriteError(error, path);
      }
    },
    close: async () => {
      const opened = handle;
      handle = null;
      await opened?.sync();
      await opened?.close();
    },
  };
}

function rowOf({ place: { file, line, path }, reason, hint }: BadRecord): QuarantinedRecord {
  return QuarantinedRecord.parse({
    schema_version: QUARANTINE_VERSION,
    file,
    line: line ?? null,
    path: describePath(path),
    reason,
    hint,
  });
}
