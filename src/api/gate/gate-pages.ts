/** Finds the pages that show a gate's findings, and the baseline's replies at the same turns. */

import { relative } from "node:path";
import { conversationKey } from "../../domain/keys.ts";
import { modelSlug, transcriptId } from "../../domain/transcript-names.ts";
import { orNull } from "../../kernel/errors.ts";
import { sha256 } from "../../kernel/hash.ts";
import type { GatePages } from "../../report/render-gate-markdown.ts";
import type { GateResult, GateRule } from "../../schema/board/release-gate.ts";
import type { ModelId } from "../../schema/ids.ts";
import type { Transcript } from "../../schema/run/transcript.ts";
import { findScan } from "../../store/find.ts";
import type { BenchContext } from "../bench-context.ts";
import { apiErrors } from "../errors.ts";
import { openScan } from "../open-scan.ts";

type GateFinding = GateRule["findings"][number];
type GatedModel = GateResult["models"][number];

/** The addresses of a gate's pages, below a site that shows both scans, or in the viewer. */
export async function gatePages(
  context: BenchContext,
  paths: { readonly scan: string; readonly baseline: string | undefined },
  { site, viewCommand }: { readonly site?: string; readonly viewCommand?: string },
): Promise<GatePages> {
  if (site !== undefined && !/^https?:$/.test(URL.parse(site)?.protocol ?? ""))
    throw apiErrors.IB_BAD_SITE_ADDRESS(site);
  const subject = await keyOf(context, paths.scan);
  const baseline = paths.baseline === undefined ? null : await keyOf(context, paths.baseline);
  const shown = relative(process.cwd(), subject.results);
  const folder = shown.startsWith("..") ? subject.results : shown;
  return {
    site: site ?? null,
    viewer: viewCommand === undefined ? folder : `${viewCommand} ${folder}`,
    changes: ({ model_id, baseline_model_id }) => {
      const slug = modelSlug(model_id, sha256);
      if (baseline === null || baseline_model_id === null) return `#/s/${subject.key}/models/${slug}`;
      if (baseline_model_id === model_id) return `#/line/${slug}?from=${baseline.key}&to=${subject.key}`;
      const other = `${baseline.key}@${modelSlug(baseline_model_id, sha256)}`;
      return `#/s/${subject.key}/compare?a=${other}&b=${subject.key}@${slug}`;
    },
    conversation: ({ model_id }, finding) => {
      const key = conversationKey(transcriptOf(model_id, finding));
      return `#/s/${subject.key}/conversations/${key}?check=${finding.mode_id}`;
    },
  };
}

async function keyOf(context: BenchContext, path: string) {
  const { results, runId, scanId } = await findScan(path, context.results);
  return { results, key: runId === null ? scanId : `${runId}~${scanId}` };
}

function transcriptOf(modelId: ModelId, { scenario_id, repeat }: GateFinding) {
  return transcriptId(modelSlug(modelId, sha256), scenario_id, repeat);
}

/** Adds the baseline's reply at that turn to each finding, if the caregiver's messages were the same. */
export async function withWordsBefore(
  context: BenchContext,
  paths: { readonly scan: string; readonly baseline: string },
  result: GateResult,
): Promise<GateResult> {
  const [subject, baseline] = [
    (await openScan(context, paths.scan)).run,
    (await openScan(context, paths.baseline)).run,
  ];
  const saidBefore = async (model: GatedModel, finding: GateFinding): Promise<string | null> => {
    if (finding.turn === null || model.baseline_model_id === null) return null;
    // A conversation missing from the baseline has no earlier reply.
    const now = await orNull(subject.readTranscript(transcriptOf(model.model_id, finding)));
    const then = await orNull(baseline.readTranscript(transcriptOf(model.baseline_model_id, finding)));
    const asked = wordsOf(now, finding.turn, "user");
    return asked !== null && asked === wordsOf(then, finding.turn, "user")
      ? wordsOf(then, finding.turn, "assistant")
      : null;
  };
  const models = await Promise.all(
    result.models.map(async (model) => ({
      ...model,
      rules: await Promise.all(
        model.rules.map(async (rule) => ({
          ...rule,
          findings: await Promise.all(
            rule.findings.map(async (finding) => ({ ...finding, before: await saidBefore(model, finding) })),
          ),
        })),
      ),
    })),
  );
  return { ...result, models };
}

function wordsOf(transcript: Transcript | null, turn: number, role: "user" | "assistant"): string | null {
  return (
    transcript?.messages.find((message) => message.turn === turn && message.role === role)?.content ?? null
  );
}
