import { networkInterfaces } from "node:os";
import { fileURLToPath } from "node:url";
import { findDisagreements } from "../../review/merge-labels.ts";
import { ADJUDICATED, AnnotatorName } from "../../schema/review/review-label.ts";
import type { ReaderOpinion, ReviewMode } from "../../schema/review/review-session.ts";
import { issueTokens } from "../../server/access.ts";
import { createReviewApp } from "../../server/review-app.ts";
import { serveOnHost } from "../../server/serve.ts";
import { ensureDirectory } from "../../store/file-system.ts";
import { reviewDirectory } from "../../store/layout.ts";
import { readReviewBatch, type StoredBatch } from "../../store/review-batch.ts";
import { type LabelLog, lockReview, openLabelLog, readLabelLogs } from "../../store/review-labels.ts";
import { readPageFiles } from "../../store/site-folder.ts";
import { createNegatorTest } from "../../text/normalise/words.ts";
import { type BenchContext, lockOptions } from "../bench-context.ts";
import { type Stoppable, signalOf, type TakingOver } from "../bench-options.ts";
import { apiErrors } from "../errors.ts";
import { createReviewDesk, refuseAdjudicators, refuseLabellers } from "./desk.ts";

/** Resolves to the same folder from the source and from the build. */
const REVIEW_PAGE = fileURLToPath(new URL("../../../dist-web/review", import.meta.url));
const LOOPBACK = new Set(["127.0.0.1", "::1", "localhost"]);

export interface ReviewServeOptions extends Stoppable, TakingOver {
  /** @default "label" */
  readonly mode?: ReviewMode;
  /** @default one, called `reader` or `adjudicator` */
  readonly annotators?: readonly string[];
  /** @default "127.0.0.1" */
  readonly host?: string;
  /** @default a free one */
  readonly port?: number;
}

export interface ServedReview {
  readonly batchId: string;
  readonly items: number;
  /** A link for each annotator, with a token in place of their name. */
  readonly links: readonly { readonly annotator: string; readonly url: string }[];
  /** Whether other machines can reach it. */
  readonly beyondLoopback: boolean;
  /** Resolves when the server has stopped and every label is on disk. */
  readonly closed: Promise<void>;
}

/** Opens a batch for labelling, or its disagreements for adjudication, in the browser. */
export async function serveReview(
  context: BenchContext,
  path: string,
  options: ReviewServeOptions = {},
): Promise<ServedReview> {
  const { mode = "label", host = "127.0.0.1", port = 0 } = options;
  const signal = signalOf(options);
  const stored = await readReviewBatch(path);
  const paths = reviewDirectory(path);
  const annotators = checkNames(options.annotators ?? [mode === "label" ? "reader" : "adjudicator"]);
  if (mode === "label") refuseAdjudicators(annotators, await readLabelLogs(paths.adjudication, stored));
  const opinions = mode === "label" ? null : await readOpinions(path, stored, annotators);
  const page = await readPageFiles(REVIEW_PAGE);

  const folder = mode === "label" ? paths.labels : paths.adjudication;
  await ensureDirectory(folder);
  const { words } = await context.corpus();
  const isNegator = createNegatorTest(words.exceptions.negation);
  const lock = await lockReview(
    folder,
    mode === "label" ? "labelling" : "adjudication",
    lockOptions(context, options),
  );
  const logs = new Map<string, LabelLog>();
  const release = async () => {
    await Promise.all([...logs.values()].map((log) => log.close()));
    await lock.release();
  };
  try {
    for (const name of annotators) logs.set(name, await openLabelLog(folder, name, stored, lock));
    const tokens = issueTokens(annotators);
    const loopbackOnly = LOOPBACK.has(host);
    const desk = createReviewDesk({ stored, mode, logs, opinions, clock: context.clock, isNegator });
    const app = createReviewApp({ desk, page, tokens, loopbackOnly });
    const served = await serveOnHost(app, { host, port }, signal);
    const origin = `http://${visibleAddress(host)}:${served.port}`;
    return {
      batchId: stored.batch.batch_id,
      items: opinions?.size ?? stored.items.length,
      // A token after the # is neither sent in a request nor logged.
      links: tokens.issued.map(({ name, token }) => ({ annotator: name, url: `${origin}/#token=${token}` })),
      beyondLoopback: !loopbackOnly,
      closed: served.closed.then(release),
    };
  } catch (error) {
    await release();
    throw error;
  }
}

function checkNames(names: readonly string[]): readonly string[] {
  for (const [index, name] of names.entries()) {
    const parsed = AnnotatorName.safeParse(name);
    const problem = parsed.error?.issues[0]?.message;
    if (problem) throw apiErrors.IB_BAD_ANNOTATOR(name, `cannot be an annotator: a name has ${problem}`);
    if (name === ADJUDICATED)
      throw apiErrors.IB_BAD_ANNOTATOR(name, "cannot be an annotator: it stands for what was adjudicated");
    if (names.indexOf(name) < index) throw apiErrors.IB_BAD_ANNOTATOR(name, "is given twice");
  }
  return names;
}

async function readOpinions(
  path: string,
  stored: StoredBatch,
  adjudicators: readonly string[],
): Promise<ReadonlyMap<string, readonly ReaderOpinion[]>> {
  const labels = await readLabelLogs(reviewDirectory(path).labels, stored);
  refuseLabellers(adjudicators, labels);
  const opinions = findDisagreements(labels);
  if (opinions.size === 0) throw apiErrors.IB_NOTHING_TO_ADJUDICATE(path);
  return opinions;
}

const EVERY_ADDRESS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** Returns the address under which other machines reach the server: one of this machine's, if it listens on all of them. */
function visibleAddress(host: string): string {
  if (!EVERY_ADDRESS.has(host)) return host.includes(":") ? `[${host}]` : host;
  const addresses = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return addresses.find(({ internal, family }) => !internal && family === "IPv4")?.address ?? "localhost";
}
