import type { ScenarioPage } from "../../../src/schema/site-reference.ts";

type Script = Pick<ScenarioPage, "nodes" | "edges">;
type ScriptNode = Script["nodes"][number];

export interface PlacedNode {
  readonly node: ScriptNode;
  /** From the left, one per turn. */
  readonly column: number;
  /** From the top; the turn's own message is 0. */
  readonly row: number;
}

export interface PlacedScript {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly {
    readonly from: PlacedNode;
    readonly to: PlacedNode;
    readonly when: string | null;
  }[];
  readonly columns: number;
  readonly rows: number;
}

/** Turns from left to right, the ways a turn can go from top to bottom. */
export function placeScript({ nodes, edges }: Script): PlacedScript {
  const turns = [...new Set(nodes.map(({ turn }) => turn))].sort((a, b) => a - b);
  const placed = turns.flatMap((turn, column) =>
    nodes.filter((node) => node.turn === turn).map((node, row) => ({ node, column, row })),
  );
  const byId = new Map(placed.map((it) => [it.node.id, it]));
  return {
    nodes: placed,
    edges: edges.flatMap(({ from, to, when }) => {
      const [start, end] = [byId.get(from), byId.get(to)];
      return start === undefined || end === undefined ? [] : [{ from: start, to: end, when }];
    }),
    columns: turns.length,
    rows: Math.max(1, ...placed.map(({ row }) => row + 1)),
  };
}
