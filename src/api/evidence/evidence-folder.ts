/** A folder of evidence: a page, its data, and a manifest of hashes over both and over all their sources. */
import { basename, join, relative, resolve, sep } from "node:path";
import { sha256 } from "../../kernel/hash.ts";
import { Sha256 } from "../../schema/ids.ts";
import {
  type ArtefactFound,
  EVIDENCE_MANIFEST_VERSION,
  EVIDENCE_VERSION,
  Evidence,
  EvidenceManifest,
} from "../../schema/scan/evidence.ts";
import type { ScanPlan } from "../../schema/scan/scan-plan.ts";
import type { Seal, SealedFile } from "../../schema/scan/seal.ts";
import { readJsonArtefact, toJsonText } from "../../store/artefact-files.ts";
import { writeAtomically } from "../../store/atomic-write.ts";
import type { FileProblem } from "../../store/errors.ts";
import { ensureDirectory, hashFile, pathExists } from "../../store/file-system.ts";
import {
  calibrationStatusFile,
  EVIDENCE_FILES,
  evidenceFile,
  runDirectoryAt,
  type ScanDirectory,
  scanDirectory,
} from "../../store/layout.ts";
import { brokenTranscripts, hashFiles, isAsSealed, type SealedPlace } from "../../store/seal.ts";
import { apiErrors } from "../errors.ts";

export interface EvidenceParts {
  readonly evidence: Evidence;
  readonly html: string;
  readonly inputs: EvidenceManifest["inputs"];
  readonly transcripts: EvidenceManifest["transcripts"];
  readonly corpus: EvidenceManifest["corpus"];
}

/**
 * Lists every file of a scan that evidence is made from. A seal has the hashes of all but itself and of files that a
 * gate wrote later.
 */
export async function evidenceInputs(scan: ScanDirectory, seal: Seal): Promise<EvidenceManifest["inputs"]> {
  const later = await hashFiles(scan, [scan.seal, scan.gateJunit, scan.gateMarkdown]);
  return { ...seal.evidence, ...seal.derived, ...later };
}

/** Lists the artefacts that a framework may ask for and that exist. An empty one counts as missing. */
export function findArtefacts(
  inputs: EvidenceManifest["inputs"],
  { fingerprints }: Pick<ScanPlan, "fingerprints">,
  calibration: { readonly sha256: Sha256; readonly measured: number } | null,
): readonly ArtefactFound[] {
  const [ofScan, ofRun] = [scanDirectory(""), runDirectoryAt("")];
  const named = (...paths: readonly string[]): Record<string, Sha256> =>
    Object.fromEntries(
      Object.entries(inputs)
        .filter(([path, { bytes }]) => paths.includes(basename(path)) && bytes > 0)
        .map(([path, file]) => [path, file.sha256]),
    );
  const { transcripts, scoring } = fingerprints;
  const prints = {
    ...(transcripts === null ? {} : { transcripts: Sha256.parse(transcripts.hash) }),
    scoring: Sha256.parse(scoring.hash),
  };
  const found = (artefact: ArtefactFound["artefact"], files: Record<string, Sha256>) => ({
    artefact,
    present: Object.keys(files).length > 0,
    files,
  });
  const unmeasured = "Nobody has measured this corpus's checks against people's labels.";
  return [
    found("run_plan", named(ofRun.runPlan)),
    found("scan_plan", named(ofScan.scanPlan)),
    found("fingerprints", prints),
    calibration === null || calibration.measured === 0
      ? { ...found("calibration", {}), note: unmeasured }
      : {
          ...found("calibration", { [calibrationStatusFile("")]: calibration.sha256 }),
          note: `Checks with labels of people: ${calibration.measured}.`,
        },
    found("gate", named(ofScan.gateJunit, ofScan.gateMarkdown)),
    found("review", named(ofScan.labels)),
    found("journal", named(ofScan.journal)),
    found("seal", named(ofScan.seal)),
    found("summary", named(ofScan.summaryJson)),
  ];
}

/** Returns the text as stored on disk. */
export function evidenceText(evidence: Evidence): string {
  return toJsonText(Evidence.parse(evidence));
}

/**
 * Writes the three files, the manifest last.
 * @returns the manifest's own hash, to keep separately, and the hash of a manifest that it replaced
 */
export async function writeEvidenceFolder(
  directory: string,
  scan: ScanDirectory,
  { evidence, html, inputs, transcripts, corpus }: EvidenceParts,
): Promise<{ readonly sha256: Sha256; readonly replaced: Sha256 | null }> {
  const files = evidenceFolder(directory);
  await refuseOthersFiles(directory);
  const before = (await pathExists(files.manifest)) ? (await hashFile(files.manifest)).sha256 : null;
  await ensureDirectory(files.path);
  await writeAtomically(files.json, evidenceText(evidence));
  await writeAtomically(files.html, html);
  const outputs: Record<string, SealedFile> = {};
  for (const path of [files.html, files.json]) outputs[basename(path)] = await hashFile(path);
  const manifest = EvidenceManifest.parse({
    schema_version: EVIDENCE_MANIFEST_VERSION,
    ...(evidence.private ? { private: true } : {}),
    scan: relative(files.path, scan.path).split(sep).join("/"),
    inputs,
    transcripts,
    corpus,
    ...(evidence.changes === undefined ? {} : { previous: evidence.changes.previous.sha256 }),
    outputs,
  });
  const text = toJsonText(manifest);
  await writeAtomically(files.manifest, text);
  const after = Sha256.parse(sha256(text));
  return { sha256: after, replaced: before === after ? null : before };
}

function evidenceFolder(directory: string) {
  const path = resolve(directory);
  const { html, json, manifest } = EVIDENCE_FILES;
  return { path, html: join(path, html), json: join(path, json), manifest: join(path, manifest) };
}

/** Refuses to overwrite files of these names unless a manifest of ours lists them. */
async function refuseOthersFiles(directory: string): Promise<void> {
  const { manifest, html, json } = evidenceFolder(directory);
  if (await pathExists(manifest)) {
    await readManifest(directory).catch(() => {
      throw apiErrors.IB_EVIDENCE_FOLDER(manifest);
    });
    return;
  }
  for (const path of [html, json]) if (await pathExists(path)) throw apiErrors.IB_EVIDENCE_FOLDER(path);
}

/** Returns `null` if the folder has no manifest. */
export async function readManifest(directory: string): Promise<EvidenceManifest | null> {
  const { manifest } = evidenceFolder(directory);
  if (!(await pathExists(manifest))) return null;
  return readJsonArtefact(manifest, EvidenceManifest, EVIDENCE_MANIFEST_VERSION);
}

/** @param path of the file, or of the folder it is in */
export async function readEvidence(
  path: string,
): Promise<{ readonly evidence: Evidence; readonly sha256: Sha256 }> {
  const file = evidenceFile(resolve(path));
  const evidence = await readJsonArtefact(file, Evidence, EVIDENCE_VERSION);
  return { evidence, sha256: (await hashFile(file)).sha256 };
}

/** Lists differences between a folder's own files and its manifest. */
export async function changedOutputs(
  directory: string,
  { outputs }: EvidenceManifest,
): Promise<readonly FileProblem[]> {
  const { path, html, json } = evidenceFolder(directory);
  const unlisted = [html, json].map((file) => basename(file)).filter((name) => outputs[name] === undefined);
  return [
    ...unlisted.map((file) => ({ file, problem: "the manifest does not name it" })),
    ...(await changedFiles(path, outputs)),
  ];
}

/** Lists differences between a scan and the evidence made from it. */
export async function changedInputs(
  place: SealedPlace,
  { inputs, transcripts }: EvidenceManifest,
): Promise<readonly FileProblem[]> {
  return [
    ...(await changedFiles(place.scan.path, inputs)),
    ...(await brokenTranscripts(place, { transcripts })),
  ];
}

async function changedFiles(
  folder: string,
  files: Readonly<Record<string, SealedFile>>,
): Promise<readonly FileProblem[]> {
  const problems: FileProblem[] = [];
  for (const [file, hashed] of Object.entries(files)) {
    const found = await isAsSealed(join(folder, file), hashed);
    if (found === true) continue;
    problems.push({ file, problem: found === "missing" ? "it is missing" : "it was changed" });
  }
  return problems;
}
