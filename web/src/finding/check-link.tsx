import { Link } from "@tanstack/react-router";
import { useCheckBrief } from "../data/use-site-index.ts";
import { readName } from "../words/read-name.ts";

interface CheckLinkProps {
  readonly scan: string;
  readonly checkId: string;
  /** Also what the check is called. */
  readonly named?: boolean;
}

export function CheckLink({ scan, checkId, named = false }: CheckLinkProps) {
  const brief = useCheckBrief(checkId);
  return (
    <Link to="/s/$scan/checks/$check" params={{ scan, check: checkId }} title={brief?.summary}>
      {checkId}
      {named && brief !== undefined && ` ${readName(brief.name)}`}
    </Link>
  );
}
