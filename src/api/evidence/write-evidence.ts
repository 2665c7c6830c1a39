import { join, resolve } from "node:path";
import type { Corpus } from "../../corpus/corpus.ts";
import { describeEvidence } from "../../domain/evidence-words.ts";
import { hashOf } from "../../kernel/hash.ts";
import { toolVersion } from "../../kernel/tool-version.ts";
import { buildEvidence, type EvidenceSource } from "../../publish/build-evidence.ts";
import { compareEvidence } from "../../publish/compare-evidence.ts";
import { renderEvidenceHtml } from "../../report/render-evidence.ts";
import type { Regime } from "../../schema/corpus/regime.ts";
import { Sha256 } from "../../schema/ids.ts";
import { Evidence, type EvidenceManifest } from "../../schema/scan/evidence.ts";
import type { Seal } from "../../schema/scan/seal.ts";
import { EVIDENCE_FILES, EVIDENCE_NAME } from "../../store/layout.ts";
import { readCalibration } from "../../store/read-calibration.ts";
import type { BenchContext } from "../bench-context.ts";
import { apiErrors } from "../errors.ts";
import { openEvidence } from "../open-scan.ts";
import { evidenceInputs, findArtefacts, readEvidence, writeEvidenceFolder } from "./evidence-folder.ts";
import { type OpenedScan, partsThatDiffer } from "./verify-and-repair.ts";

export interface EvidenceOptions {
  /** Ids of regimes. @default all of the corpus */
  readonly regimes?: readonly string[];
  /** Output folder. @default `evidence` in the scan's folder */
  readonly directory?: string;
  /** An earlier `evidence.json`, or its folder. The page then lists what changed. */
  readonly previous?: string;
}

export interface WrittenEvidence {
  readonly directory: string;
  readonly html: string;
  readonly evidence: Evidence;
  /** Hash of `manifest.json`, which names the hash of everything else: stored separately, it shows that nothing was exchanged. */
  readonly manifestSha256: string;
}

/** Shows the findings of a scan on the duties of some regimes: a page, its data and a manifest of hashes. Asks no model. */
export async function writeEvidence(
  context: BenchContext,
  path: string,
  options: EvidenceOptions = {},
): Promise<WrittenEvidence> {
  const { seal, ...opened } = await openEvidence(context, path);
  const unlike = await partsThatDiffer(context, opened.scan);
  if (unlike.length > 0) throw apiErrors.IB_CORPUS_CHANGED(path, unlike);
  const regimes = chosenRegimes(await context.corpus(), options.regimes);
  const made = await makeEvidence(context, { ...opened, seal }, regimes);
  const previous = options.previous === undefined ? null : await readEvidence(options.previous);
  const evidence: Evidence =
    previous === null
      ? made.evidence
      : {
          ...made.evidence,
          // Statements about a private scan stay private in every file.
          ...(previous.evidence.private ? { private: true } : {}),
          changes: compareEvidence(previous.evidence, made.evidence, previous.sha256),
        };
  const directory = resolve(options.directory ?? join(opened.scan.directory, EVIDENCE_NAME));
  const manifest = await writeEvidenceFolder(directory, opened.scan.paths, {
    evidence,
    html: await renderedEvidence(context, evidence),
    inputs: made.inputs,
    transcripts: seal.transcripts,
    corpus: await corpusHashes(context),
  });
  if (manifest.replaced !== null)
    context.onNotice(
      `${directory}: other evidence was written over, whose manifest had the SHA-256 ${manifest.replaced}. To keep both, name a folder of its own for each.`,
    );
  return { directory, html: join(directory, EVIDENCE_FILES.html), evidence, manifestSha256: manifest.sha256 };
}

export function chosenRegimes(
  { regimes, byPack }: Pick<Corpus, "regimes" | "byPack">,
  wanted: readonly string[] = [],
): readonly Regime[] {
  const unknown = (id: string | null) => apiErrors.IB_UNKNOWN_REGIME(id, [...regimes.keys()], byPack?.name);
  if (wanted.length === 0) {
    if (regimes.size === 0) throw unknown(null);
    return [...regimes.values()];
  }
  return [...new Set(wanted)].map((id) => {
    const regime = regimes.get(id);
    if (regime === undefined) throw unknown(id);
    return regime;
  });
}

export async function makeEvidence(
  context: BenchContext,
  { run, scan, seal }: OpenedScan & { readonly seal: Seal },
  regimes: readonly Regime[],
): Promise<{ readonly evidence: Evidence; readonly inputs: EvidenceManifest["inputs"] }> {
  const corpus = await context.corpus();
  const calibration = await readCalibration(corpus.root);
  const [plan, summary] = [await scan.readPlan(), await scan.readSummary()];
  const cards = await Array.fromAsync(scan.readScorecards());
  const runPlans = await Promise.all(run.runs.map((each) => each.readRunPlan()));
  const inputs = await evidenceInputs(scan.paths, seal);
  const measured = Object.values(calibration?.checks ?? {}).filter((check) => (check?.items ?? 0) > 0).length;
  const source: EvidenceSource = {
    seal,
    plan,
    summary,
    cards,
    rates: await scan.readBlindspotRates(),
    dutyRows: (await Array.fromAsync(scan.readScorerResults())).filter(({ scorer }) => scorer === "duty"),
    isPrivate:
      plan.private === true ||
      summary.private === true ||
      cards.some((card) => card.private === true) ||
      runPlans.some((each) => each.corpus.private === true),
    notes: describeEvidence(seal),
    artefacts: findArtefacts(
      inputs,
      plan,
      calibration && { sha256: Sha256.parse(hashOf(calibration)), measured },
    ),
  };
  const world = { corpus, calibration, toolVersion: toolVersion() };
  return { evidence: Evidence.parse(buildEvidence(source, regimes, world)), inputs };
}

export async function renderedEvidence(context: BenchContext, evidence: Evidence): Promise<string> {
  return renderEvidenceHtml(
    evidence,
    (await context.corpus()).scoring.publication.min_opportunities_for_rate,
  );
}

/** Hashes the corpus part by part: the parts that decide, and those shown beside them. */
export async function corpusHashes(context: BenchContext): Promise<EvidenceManifest["corpus"]> {
  const { partHashes, regimes, root } = await context.corpus();
  const calibration = await readCalibration(root);
  const hashes = { ...partHashes, regimes: hashOf([...regimes.values()]), calibration: hashOf(calibration) };
  return Object.fromEntries(Object.entries(hashes).map(([name, hash]) => [name, Sha256.parse(hash)]));
}
