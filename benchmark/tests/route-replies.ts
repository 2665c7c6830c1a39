/** Where written replies lead at the branch points of the scenarios: `node benchmark/tests/route-replies.ts` prints the table. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { loadCorpus } from "../../src/corpus/load-corpus.ts";
import { messagesOf, scenarioTurns } from "../../src/domain/scenarios.ts";
import { listenerFor } from "../../src/harness/listener.ts";
import { selectBranch } from "../../src/harness/select-branch.ts";
import { MAIN_BRANCH, UNSURE_BRANCH } from "../../src/schema/corpus/scenario.ts";

const folder = new URL("./branch-replies/", import.meta.url);

/**
 * `short` replies came with the first conditions. `open` ones are full length and were there while the conditions were written;
 * `frozen` ones were written afterwards, by somebody who had not seen them, and only they count in the published rate.
 */
const KINDS = ["short", "open", "frozen"] as const;
const Written = z.array(z.strictObject({ way: z.string(), reply: z.string().min(1) }));
const Replies = z.record(
  z.string().regex(/^t\d+$/),
  z.strictObject({ short: Written.optional(), open: Written.optional(), frozen: Written.optional() }),
);

export interface RoutedReply {
  readonly scenarioId: string;
  readonly turn: number;
  readonly kind: (typeof KINDS)[number];
  readonly reply: string;
  /** Where a reader says that it leads. */
  readonly way: string;
  readonly taken: string;
  readonly outcome: "right" | "wrong" | "unsure";
}

/** Every written reply, and where it leads. */
export async function routeReplies(): Promise<readonly RoutedReply[]> {
  const corpus = await loadCorpus(fileURLToPath(new URL("..", import.meta.url)));
  const { hear } = listenerFor(corpus.words);
  const scenarios = new Map<string, ReturnType<typeof scenarioTurns>>(
    [...corpus.scenarios.values()].map((scenario) => [scenario.scenario_id, scenarioTurns(scenario)]),
  );
  return readdirSync(folder).flatMap((file) => {
    const scenarioId = file.replace(/\.json$/, "");
    const points = Replies.parse(JSON.parse(readFileSync(new URL(file, folder), "utf8")));
    return Object.entries(points).flatMap(([name, written]) => {
      const turn = scenarios.get(scenarioId)?.find((each) => `t${each.turn.t}` === name)?.turn;
      if (turn?.branches === undefined) throw new Error(`${file}: ${scenarioId} has no branches at ${name}`);
      const ways = new Set(messagesOf(turn).map(({ branch_id }) => branch_id));
      return KINDS.flatMap((kind) =>
        (written[kind] ?? []).map(({ way, reply }): RoutedReply => {
          if (!ways.has(way)) throw new Error(`${file}, ${name}: there is no way "${way}"`);
          const taken = selectBranch(turn, reply, hear)?.branchId ?? MAIN_BRANCH;
          const outcome = taken === way ? "right" : taken === UNSURE_BRANCH ? "unsure" : "wrong";
          return { scenarioId, turn: turn.t, kind, reply, way, taken, outcome };
        }),
      );
    });
  });
}

/** How many of some replies lead wrong, and how many into doubt. */
export function routingRates(replies: readonly RoutedReply[]) {
  const count = (outcome: RoutedReply["outcome"]) =>
    replies.filter((reply) => reply.outcome === outcome).length;
  return { replies: replies.length, wrong: count("wrong"), unsure: count("unsure") };
}

if (import.meta.main) {
  const all = await routeReplies();
  const rates = KINDS.flatMap((kind) => {
    const ofKind = all.filter((reply) => reply.kind === kind);
    const points = Map.groupBy(ofKind, ({ scenarioId, turn }) => `  ${scenarioId} t${turn}`);
    return [[kind, ofKind] as const, ...points].map(([name, some]) => {
      const { replies, wrong, unsure } = routingRates(some);
      return `${name}: ${replies} replies, ${wrong} wrong, ${unsure} unsure`;
    });
  });
  const wrong = all
    .filter(({ outcome }) => outcome === "wrong")
    .map(({ kind, scenarioId, turn, way, taken, reply }) =>
      [`wrong (${kind}): ${scenarioId} t${turn}, "${way}" led to "${taken}"`, reply.slice(0, 200)].join(
        "\n  ",
      ),
    );
  process.stdout.write(`${[...rates, ...wrong].join("\n")}\n`);
}
