import { join } from "node:path";
import { CALIBRATION_STATUS_VERSION, CalibrationStatus } from "../schema/calibration-status.ts";
import { pathExists } from "./path-exists.ts";
import { readJsonArtifact } from "./read-artifact.ts";

/** How far the corpus's checks were measured against people; `null` where nobody did. */
export async function readCalibration(corpusRoot: string): Promise<CalibrationStatus | null> {
  const path = join(corpusRoot, "calibration", "status.json");
  if (!(await pathExists(path))) return null;
  return readJsonArtifact(path, CalibrationStatus, CALIBRATION_STATUS_VERSION);
}
