import { CALIBRATION_STATUS_VERSION, CalibrationStatus } from "../schema/review/calibration-status.ts";
import { readJsonArtefact } from "./artefact-files.ts";
import { pathExists } from "./file-system.ts";
import { calibrationStatusFile } from "./layout.ts";

/** Reads how the corpus's checks were measured against people; `null` if they were not. */
export async function readCalibration(corpusRoot: string): Promise<CalibrationStatus | null> {
  const path = calibrationStatusFile(corpusRoot);
  if (!(await pathExists(path))) return null;
  return readJsonArtefact(path, CalibrationStatus, CALIBRATION_STATUS_VERSION);
}
