import type * as z from "zod";
import { readJsonArtefact, writeJsonArtefact } from "../artefact-files.ts";
import type { WriteAccess } from "../lock/write-access.ts";

/** A small document kept in memory: what this process wrote, it does not read back. */
export interface SmallDocument<Schema extends z.ZodType> {
  /** Throws if the folder is not writable. */
  write(value: z.input<Schema>): Promise<void>;
  read(): Promise<z.output<Schema>>;
}

/** @param version the newest `schema_version` that the schema reads */
export function smallDocument<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  version: number,
  { assertWritable, written }: Pick<WriteAccess, "assertWritable" | "written">,
): SmallDocument<Schema> {
  let kept: { readonly value: z.output<Schema> } | undefined;
  return {
    write: async (value) => {
      await assertWritable();
      const checked = schema.parse(value);
      kept = undefined;
      written.set(path, await writeJsonArtefact(path, checked));
      kept = { value: checked };
    },
    read: async () => (kept === undefined ? readJsonArtefact(path, schema, version) : kept.value),
  };
}
