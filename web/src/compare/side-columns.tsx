import { formatScore } from "../words/format-number.ts";

interface SideNames {
  readonly a: string;
  readonly b: string;
}

export function SideHeadings({ names }: { readonly names: SideNames }) {
  return (["a", "b"] as const).map((side) => (
    <th key={side} scope="col" className="number">
      <bdi>{names[side]}</bdi>
    </th>
  ));
}

interface SideScoresProps {
  readonly names: SideNames;
  readonly a: number | null;
  readonly b: number | null;
}

/** Below `SideHeadings`. */
export function SideScores({ names, ...scores }: SideScoresProps) {
  return (["a", "b"] as const).map((side) => (
    <td key={side} className="number" data-label={names[side]}>
      {formatScore(scores[side])}
    </td>
  ));
}
