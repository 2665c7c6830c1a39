import { resolve } from "node:path";
import { sha256 } from "../../kernel/hash.ts";
import { Evidence, type EvidenceManifest } from "../../schema/scan/evidence.ts";
import type { FileProblem } from "../../store/errors.ts";
import { pathExists } from "../../store/file-system.ts";
import { EVIDENCE_FILES } from "../../store/layout.ts";
import { sealedPlace } from "../../store/scan-source.ts";
import type { BenchContext } from "../bench-context.ts";
import { openEvidence, openScan } from "../open-scan.ts";
import { contextOfScan } from "../packs/context-of.ts";
import {
  changedInputs,
  changedOutputs,
  evidenceText,
  readEvidence,
  readManifest,
} from "./evidence-folder.ts";
import { chosenRegimes, corpusHashes, makeEvidence, renderedEvidence } from "./write-evidence.ts";

/** Result of checking a folder of evidence against its manifest and its scan. */
export interface EvidenceVerification {
  readonly directory: string;
  readonly outputs: number;
  readonly inputs: number;
  /** Whether the scan was available: without it, only the folder's own files were checked. */
  readonly scanSeen: boolean;
  /** Problems found; empty if everything is intact. */
  readonly problems: readonly FileProblem[];
}

/**
 * Checks a folder of evidence against its manifest, its scan and the corpus, and recomputes it. `null` if it is no
 * such folder.
 */
export async function verifyEvidence(
  bench: BenchContext,
  path: string,
): Promise<EvidenceVerification | null> {
  const directory = resolve(path);
  const manifest = await readManifest(directory);
  if (manifest === null) return null;
  const outputs = await changedOutputs(directory, manifest);
  const found = {
    directory,
    outputs: Object.keys(manifest.outputs).length,
    inputs: Object.keys(manifest.inputs).length + Object.keys(manifest.transcripts).length,
  };
  const scan = resolve(directory, manifest.scan);
  if (!(await pathExists(scan))) return { ...found, scanSeen: false, problems: outputs };
  const context = await contextOfScan(bench, scan);
  const opened = await openScan(context, scan);
  const problems = [
    ...outputs,
    ...(await changedInputs(sealedPlace(opened.run, opened.scan), manifest)),
    ...(await changedCorpus(context, manifest)),
  ];
  const unlike =
    problems.length > 0 ? problems : await unlikeEvidence(context, { directory, manifest, scan });
  return { ...found, scanSeen: true, problems: unlike };
}

async function changedCorpus(context: BenchContext, manifest: EvidenceManifest): Promise<FileProblem[]> {
  return Object.entries(await corpusHashes(context))
    .filter(([name, hash]) => manifest.corpus[name] !== hash)
    .map(([name]) => ({ file: `the corpus's ${name.replace("_", " ")}`, problem: "it is another one here" }));
}

/** Anyone can write a manifest, so this compares findings: the same files must give the same ones. */
async function unlikeEvidence(
  context: BenchContext,
  {
    directory,
    manifest,
    scan,
  }: { readonly directory: string; readonly manifest: EvidenceManifest; readonly scan: string },
): Promise<FileProblem[]> {
  const { json, html } = EVIDENCE_FILES;
  const { evidence } = await readEvidence(directory);
  const regimes = chosenRegimes(
    await context.corpus(),
    evidence.regimes.map(({ id }) => id),
  );
  const { evidence: again } = await makeEvidence(context, await openEvidence(context, scan), regimes);
  const { changes, private: isPrivate } = evidence;
  // The changes rest on an earlier file that is not available, which may also be the reason for `private`.
  const whole = Evidence.parse({
    ...again,
    ...(changes === undefined ? {} : { changes, ...(isPrivate ? { private: true } : {}) }),
  });
  const problem =
    evidence.tool_version === again.tool_version
      ? "it is not what the scan gives"
      : `it was made by version ${evidence.tool_version}, and this one makes another`;
  const made = { [json]: evidenceText(whole), [html]: await renderedEvidence(context, whole) };
  return Object.entries(made)
    .filter(([file, text]) => manifest.outputs[file]?.sha256 !== sha256(text))
    .map(([file]) => ({ file, problem }));
}
