import type { ScenarioPage } from "../../../src/schema/site-reference.ts";
import { ScrollBox } from "../layout/scroll-box.tsx";
import { type PlacedNode, placeScript } from "./place-script.ts";

const COLUMN = 72;
const ROW = 46;
const RADIUS = 14;

/** The script as a small graph. Everything in it stands in words below. */
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
