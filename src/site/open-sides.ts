/** Opens two models of a site's scans, or one model in two of them, for comparison. */
import { sharedChecks } from "../domain/profiles.ts";
import type { SidePath } from "../schema/site-paths.ts";
import { modelBriefs } from "./briefs.ts";
import type { ComparedSide } from "./build-comparison.ts";
import { createFindingDescriber } from "./describe-finding.ts";
import type { SiteCorpus, SitePorts, SiteScan } from "./site-ports.ts";

/** A side with its scan. */
export interface OpenedSide extends ComparedSide {
  readonly scan: SiteScan;
}

export interface OpenedSides {
  readonly a: OpenedSide;
  readonly b: OpenedSide;
  readonly corpus: SiteCorpus;
  /** Adds the context of the described findings. */
  complete(): Promise<void>;
}

/** `null` if a side does not exist. Scores cover the checks that both scans asked. */
export async function openSides(
  ports: SitePorts,
  nameA: SidePath,
  nameB: SidePath,
): Promise<OpenedSides | null> {
  const a = await openSide(ports, nameA);
  const b = await openSide(ports, nameB);
  if (a === null || b === null) return null;
  const { shared, leftOut } = sharedChecks(a.facts.plan, b.facts.plan);
  const isAll = leftOut.first.length + leftOut.second.length === 0;
  const overShared = async (side: OpenedSide): Promise<OpenedSide> => {
    const scorecards = isAll ? undefined : await side.scan.scoreSome?.(shared);
    return scorecards === undefined ? side : { ...side, scorecards };
  };
  return {
    a: await overShared(a),
    b: await overShared(b),
    corpus: a.scan.corpus ?? ports.corpus,
    complete: async () => {
      for (const { findings, scan } of [a, b])
        await findings.complete(({ transcriptId }) => scan.readTranscript(transcriptId));
    },
  };
}

async function openSide(ports: SitePorts, { scan: key, slug }: SidePath) {
  const scan = await ports.openScan(key);
  if (scan === null) return null;
  const { facts } = scan;
  const modelId = modelBriefs(facts).find((model) => model.slug === slug)?.model_id;
  if (modelId === undefined) return null;
  const findings = createFindingDescriber(facts, scan.corpus ?? ports.corpus);
  return { facts, modelId, describe: findings.describe, scan, findings };
}
