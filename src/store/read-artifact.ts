import { readFile } from "node:fs/promises";
import type * as z from "zod";
import { ArtifactError } from "./artifact-error.ts";
import { parseArtifact } from "./parse-artifact.ts";
import { parseJson } from "./parse-json.ts";
import { toReadError } from "./read-error.ts";
import { type Line, readLines } from "./read-lines.ts";

export interface JsonLinesOptions {
  /** The newest `schema_version` the schema reads. */
  readonly version: number;
  /** What an unfinished last line means: damage, or a writer that was killed. */
  readonly tornLastLine: "refuse" | "drop";
}

export interface JsonRecord<Value> {
  readonly value: Value;
  readonly line: Line;
}

export async function readJsonArtifact<Schema extends z.ZodType>(
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
  return parseArtifact(parseJson(bytes, { path }), schema, version, { path });
}

/** The rows of a file, one at a time, so that its size does not matter. */
export async function* readJsonLines<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  options: JsonLinesOptions,
): AsyncGenerator<z.output<Schema>> {
  for await (const record of readJsonRecords(path, schema, options)) yield record.value;
}

/** `readJsonLines` for a reader that also needs to know where each row lies. */
export async function* readJsonRecords<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  options: JsonLinesOptions,
): AsyncGenerator<JsonRecord<z.output<Schema>>> {
  for await (const line of readJsonLineBytes(path)) {
    const where = { path, line: line.number };
    let parsed: unknown;
    try {
      parsed = parseJson(line.bytes, where);
    } catch (error) {
      const isTorn = error instanceof ArtifactError && !line.isTerminated;
      if (isTorn && options.tornLastLine === "drop") return;
      throw error;
    }
    yield { value: parseArtifact(parsed, schema, options.version, where), line };
  }
}

async function* readJsonLineBytes(path: string): AsyncGenerator<Line> {
  try {
    yield* readLines(path);
  } catch (error) {
    throw toReadError(error, path);
  }
}
