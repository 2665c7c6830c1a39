import type { ScenarioPage } from "../../../../src/site/pages/build-scenario-page.ts";
import { ScrollBox } from "../../parts/boxes.tsx";

const COLUMN = 72;
const ROW = 46;
const RADIUS = 14;

/** Shows the script as a small graph. The text below holds all of its content. */
export function ScriptGraph({ scenario }: { readonly scenario: ScenarioPage }) {
  const { nodes, edges, columns, rows } = placeScript(scenario);
  const x = ({ column }: PlacedNode) => column * COLUMN + RADIUS + 10;
  const y = ({ row }: PlacedNode) => row * ROW + RADIUS + 24;
  const sessions = scenario.sessions_told.slice(1);
  return (
    <ScrollBox name="Graph of the script">
      <svg
        width={columns * COLUMN + 20}
        height={rows * ROW + 34}
        role="img"
        aria-label={`${columns} turns, ${nodes.length - columns} of them branches; the same in words below`}
        className="text-ink"
      >
        {sessions.map(({ session_number, first_turn }) => {
          const first = nodes.find(({ node }) => node.turn === first_turn);
          if (first === undefined) return null;
          const at = x(first) - COLUMN / 2;
          return (
            <g key={session_number}>
              <line x1={at} x2={at} y1="0" y2={rows * ROW + 34} stroke="var(--edge)" strokeDasharray="3 4" />
              <text x={at + 4} y="11" fontSize="11" fill="var(--quiet)">
                session {session_number}
              </text>
            </g>
          );
        })}
        {edges.map(({ from, to, when }) => (
          <path
            key={`${from.node.id} ${to.node.id}`}
            d={curve(x(from), y(from), x(to), y(to))}
            fill="none"
            stroke={when === null ? "var(--edge)" : "var(--ink)"}
            strokeDasharray={when === null ? undefined : "4 3"}
          />
        ))}
        {nodes.map((placed) => (
          <Mark key={placed.node.id} placed={placed} x={x(placed)} y={y(placed)} />
        ))}
      </svg>
      <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-quiet">
        <span>○ a message of the script</span>
        <span>▢ a branch</span>
        <span>filled: it holds a cue</span>
        <span>dashed line: only if the reply before fits</span>
      </p>
    </ScrollBox>
  );
}

function curve(x1: number, y1: number, x2: number, y2: number): string {
  const [start, end] = [x1 + RADIUS, x2 - RADIUS];
  const middle = (start + end) / 2;
  return `M${start} ${y1}C${middle} ${y1} ${middle} ${y2} ${end} ${y2}`;
}

function Mark({
  placed: { node },
  x,
  y,
}: {
  readonly placed: PlacedNode;
  readonly x: number;
  readonly y: number;
}) {
  const hasCue = node.cues.length > 0;
  const look = { fill: hasCue ? "var(--ink)" : "var(--surface)", stroke: "var(--ink)", strokeWidth: 1.5 };
  return (
    <g>
      {node.branch_id === "main" ? (
        <circle cx={x} cy={y} r={RADIUS} {...look} />
      ) : (
        <rect
          x={x - RADIUS + 1}
          y={y - RADIUS + 1}
          width={2 * RADIUS - 2}
          height={2 * RADIUS - 2}
          rx="3"
          {...look}
        />
      )}
      <text
        x={x}
        y={y + 4.5}
        textAnchor="middle"
        fontSize="13"
        fill={hasCue ? "var(--ground)" : "var(--ink)"}
      >
        {node.turn}
      </text>
    </g>
  );
}

type Script = Pick<ScenarioPage, "nodes" | "edges">;
type ScriptNode = Script["nodes"][number];

interface PlacedNode {
  readonly node: ScriptNode;
  /** Column from the left, one per turn. */
  readonly column: number;
  /** Row from the top; the turn's own message is 0. */
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

/** Places turns from left to right and a turn's branches from top to bottom. */
function placeScript({ nodes, edges }: Script): PlacedScript {
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
