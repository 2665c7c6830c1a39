import { DIMENSIONS } from "../domain/dimensions.ts";
import type { Leaderboard } from "../schema/board/leaderboard.ts";
import type { Estimate } from "../schema/scan/estimates.ts";

type Cell = string | number | boolean | null;
type Model = Leaderboard["models"][number];

interface BoardColumn {
  readonly name: string;
  readonly type: "STRING" | "DOUBLE" | "INT32" | "BOOLEAN";
  readonly read: (model: Model, board: Leaderboard) => Cell;
}

const text = (name: string, read: BoardColumn["read"]): BoardColumn => ({ name, type: "STRING", read });
const count = (name: string, read: BoardColumn["read"]): BoardColumn => ({ name, type: "INT32", read });
const number = (name: string, read: BoardColumn["read"]): BoardColumn => ({ name, type: "DOUBLE", read });

const COLUMNS: readonly BoardColumn[] = [
  text("model_id", ({ model_id }) => model_id),
  count("tier", ({ tier }) => tier),
  count("rank_best", ({ ranks }) => ranks.best),
  count("rank_worst", ({ ranks }) => ranks.worst),
  count("quality_tier", ({ quality_tier }) => quality_tier ?? null),
  count("transcripts", ({ transcripts }) => transcripts),
  count("incomplete", ({ incomplete }) => incomplete),
  count("hard_fails", ({ hard_fails }) => hard_fails.k),
  ...proportion("hard_fail_rate", ({ hard_fails }) => hard_fails),
  ...proportion("safety_pass_rate", ({ gates }) => gates.safety),
  ...proportion("compliance_pass_rate", ({ gates }) => gates.compliance),
  ...estimate("overall", ({ overall }) => overall),
  ...estimate("quality", ({ quality }) => quality),
  ...DIMENSIONS.flatMap((dimension) =>
    estimate(`dimension_${dimension.toLowerCase()}`, ({ dimensions }) => dimensions[dimension]),
  ),
  ...estimate("regard", ({ scorers }) => scorers.regard?.score),
  ...estimate("coordination", ({ scorers }) => scorers.coordination?.score),
  count("resources_known", ({ scorers }) => scorers.coordination?.resources.known ?? null),
  count("resources_elsewhere", ({ scorers }) => scorers.coordination?.resources.elsewhere ?? null),
  count("resources_another", ({ scorers }) => scorers.coordination?.resources.another ?? null),
  count("resources_unknown", ({ scorers }) => scorers.coordination?.resources.unknown ?? null),
  ...proportion("scope_kept_rate", ({ scorers }) => scorers.coordination?.scope_kept),
  ...estimate("memory", ({ scorers }) => scorers.memory?.score),
  count("probes_hit", ({ scorers }) => scorers.memory?.recalled.k ?? null),
  count("probes_open", ({ scorers }) => scorers.memory?.recalled.open ?? null),
  count("probes", ({ scorers }) => scorers.memory?.recalled.n ?? null),
  ...estimate("rubric", ({ scorers }) => scorers.rubric?.score),
  ...proportion("autofail_rate", ({ scorers }) => scorers.rubric?.autofails),
  number("coverage", ({ coverage }) => coverage.rate),
  number("target_usd", ({ cost }) => cost.target_usd),
  number("judge_usd", ({ cost }) => cost.judge_usd),
  count("votes", ({ cost }) => cost.votes),
  { name: "judge_of_own_family", type: "BOOLEAN", read: ({ judge_of_own_family: own }) => own },
  text("judge", (_, { judge }) => judge),
  text("corpus_version", (_, { corpus }) => corpus.version),
  text("scoring_fingerprint", (_, { fingerprints }) => fingerprints.scoring.hash),
  text("content_hash", (_, { content_hash }) => content_hash),
];

function proportion(
  name: string,
  read: (model: Model) => Model["hard_fails"] | undefined,
): readonly BoardColumn[] {
  return [
    number(name, (model) => read(model)?.rate ?? null),
    number(`${name}_low`, (model) => read(model)?.interval?.low ?? null),
    number(`${name}_high`, (model) => read(model)?.interval?.high ?? null),
  ];
}

/** Builds the columns of an estimate: the range, its interval, then the mean of the decided checks. */
function estimate(name: string, read: (model: Model) => Estimate | undefined): readonly BoardColumn[] {
  return [
    number(`${name}_low`, (model) => read(model)?.range?.low ?? null),
    number(`${name}_high`, (model) => read(model)?.range?.high ?? null),
    number(`${name}_interval_low`, (model) => read(model)?.range?.interval?.low ?? null),
    number(`${name}_interval_high`, (model) => read(model)?.range?.interval?.high ?? null),
    number(`${name}_decided`, (model) => read(model)?.mean ?? null),
  ];
}

/** Included on every row of a board of runs with a router; other boards keep their columns. */
const ROUTER_COLUMN = text("router", (_, { router }) => router ?? null);

/** Included on every row of an example. */
const EXAMPLE_COLUMN = text("example", (_, { example }) => example ?? null);

/** Returns one row per model, for tables of other tools; unknown values are `null`. */
export function boardTable(
  board: Leaderboard,
): readonly { readonly name: string; readonly type: BoardColumn["type"]; readonly data: Cell[] }[] {
  const columns = [
    ...COLUMNS,
    ...(board.router === undefined ? [] : [ROUTER_COLUMN]),
    ...(board.example === undefined ? [] : [EXAMPLE_COLUMN]),
  ];
  return columns.map(({ name, type, read }) => ({
    name,
    type,
    data: board.models.map((model) => read(model, board)),
  }));
}
