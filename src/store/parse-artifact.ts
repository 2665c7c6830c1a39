import type * as z from "zod";
import { ArtifactError, type ArtifactPlace } from "./artifact-error.ts";
import { NewerSchemaError } from "./newer-schema-error.ts";

const ISSUES_SHOWN = 3;

/** What was read, as the schema knows it. `version` is the newest `schema_version` the schema reads. */
export function parseArtifact<Schema extends z.ZodType>(
  value: unknown,
  schema: Schema,
  version: number,
  where: ArtifactPlace,
): z.output<Schema> {
  const found = schemaVersion(value);
  if (found !== undefined && found > version) throw new NewerSchemaError(where, found, version);
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new ArtifactError(where, describeIssues(result.error), { cause: result.error });
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
