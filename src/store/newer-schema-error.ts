import { BenchError } from "../kernel/bench-error.ts";
import { type ArtifactPlace, describePlace } from "./artifact-error.ts";

/** A file was written by a newer version, whose format this one does not know. */
export class NewerSchemaError extends BenchError {
  readonly code = "IB_NEWER_SCHEMA";

  constructor(place: ArtifactPlace, found: number, supported: number) {
    super(
      `${describePlace(place)} was written by a newer InvisibleBench ` +
        `(schema_version ${found}, this one reads up to ${supported}).`,
      { hint: "Upgrade InvisibleBench to read it." },
    );
  }
}
