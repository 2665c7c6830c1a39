import type * as z from "zod";
import { BadImportError } from "./bad-import-error.ts";
import { type ImportPlace, inside } from "./import-place.ts";

/** A part of a record as its schema knows it. The error names the first fault and what the format looks like. */
export function parseRecord<Schema extends z.ZodType>(
  value: unknown,
  schema: Schema,
  place: ImportPlace,
  shape: string,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const at = issue === undefined ? place : inside(place, ...issue.path);
  throw new BadImportError(at, issue?.message ?? "not understood", shape, { cause: result.error });
}
