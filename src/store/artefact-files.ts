/** Artefact files: checked by their schema when read, and written whole. */

import { readFile } from "node:fs/promises";
import type * as z from "zod";
import { messageOf } from "../kernel/errors.ts";
import type { FileLine } from "../kernel/split-lines.ts";
import type { SealedFile } from "../schema/scan/seal.ts";
import { writeAtomically } from "./atomic-write.ts";
import { ArtefactError, type ArtefactPlace, storeErrors } from "./errors.ts";
import { toReadError } from "./file-system.ts";
import { readLines } from "./files/read-lines.ts";

export interface JsonLinesOptions {
  /** The newest `schema_version` the schema reads. */
  readonly version: number;
  /** Treatment of an unfinished last line: damage, or a killed writer. */
  readonly tornLastLine: "refuse" | "drop";
}

export interface JsonRecord<Value> {
  readonly value: Value;
  readonly line: FileLine;
}

export async function readJsonArtefact<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  version: number,
): Promise<z.output<Schema>> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    throw toReadError(error, path);
  }
  return parseArtefact(decodeJson(bytes, { path }), schema, version, { path });
}

/** Reads the rows of a file one at a time, for files of any size. */
export async function* readJsonLines<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  options: JsonLinesOptions,
): AsyncGenerator<z.output<Schema>> {
  for await (const record of readJsonRecords(path, schema, options)) yield record.value;
}

/** `readJsonLines` for a reader that also needs the place of each row. */
export async function* readJsonRecords<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  options: JsonLinesOptions,
): AsyncGenerator<JsonRecord<z.output<Schema>>> {
  for await (const line of readJsonLineBytes(path)) {
    const where = { path, line: line.number };
    let parsed: unknown;
    try {
      parsed = decodeJson(line.bytes, where);
    } catch (error) {
      const isTorn = error instanceof ArtefactError && !line.isTerminated;
      if (isTorn && options.tornLastLine === "drop") return;
      throw error;
    }
    yield { value: parseArtefact(parsed, schema, options.version, where), line };
  }
}

async function* readJsonLineBytes(path: string): AsyncGenerator<FileLine> {
  try {
    yield* readLines(path);
  } catch (error) {
    throw toReadError(error, path);
  }
}

const ISSUES_SHOWN = 3;

/** Parses a value with its schema. `version` is the newest `schema_version` the schema reads. */
export function parseArtefact<Schema extends z.ZodType>(
  value: unknown,
  schema: Schema,
  version: number,
  where: ArtefactPlace,
): z.output<Schema> {
  const found = schemaVersion(value);
  if (found !== undefined && found > version) throw storeErrors.IB_NEWER_SCHEMA(where, found, version);
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new ArtefactError(where, describeIssues(result.error), { cause: result.error });
}

function schemaVersion(value: unknown): number | undefined {
  if (typeof value !== "object" || value === null || !("schema_version" in value)) return undefined;
  return typeof value.schema_version === "number" ? value.schema_version : undefined;
}

function describeIssues(error: z.ZodError): string {
  const shown = error.issues.slice(0, ISSUES_SHOWN).map((issue) => {
    const path = issue.path.map(String).join(".");
    return path === "" ? issue.message : `${path}: ${issue.message}`;
  });
  const hidden = error.issues.length - shown.length;
  return hidden === 0 ? shown.join("; ") : `${shown.join("; ")}; and ${hidden} more`;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Bytes must be valid UTF-8: an invalid byte inside a string is damage, not data. */
export function decodeJson(source: string | Uint8Array, where: ArtefactPlace): unknown {
  try {
    return JSON.parse(typeof source === "string" ? source : utf8.decode(source));
  } catch (error) {
    const reason = messageOf(error);
    throw new ArtefactError(where, `not JSON: ${reason}`, { cause: error });
  }
}

export type Rows<Row> = AsyncIterable<Row> | Iterable<Row>;

/** Keys keep the order of `value`, so a value fresh from its schema always gives the same bytes. */
export function writeJsonArtefact(path: string, value: unknown): Promise<SealedFile> {
  return writeAtomically(path, toJsonText(value));
}

/** The text that `writeJsonArtefact` writes. */
export function toJsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Writes one row per line as they arrive, for any number of rows. */
export function writeJsonLines(path: string, rows: Rows<unknown>): Promise<SealedFile> {
  return writeAtomically(path, toLines(rows));
}

/** The text that `writeJsonLines` writes, line by line. */
export async function* toLines(rows: Rows<unknown>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}
