import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { formatName } from "../../../src/domain/dimensions.ts";
import { useCheckBrief } from "../data/use-chunk.ts";
import type { FindSearch } from "./find-search.ts";

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
      {named && brief !== undefined && ` ${formatName(brief.name)}`}
    </Link>
  );
}

interface ConversationLinkProps {
  readonly scan: string;
  readonly conversation: string;
  /** Which verdict to open. */
  readonly checkId?: string;
  /** Which turn to show. */
  readonly turn?: number;
  readonly className?: string;
  readonly children: ReactNode;
}

/** To a conversation, and in it to the quote that a check found. */
export function ConversationLink({
  scan,
  conversation,
  checkId,
  turn,
  className,
  children,
}: ConversationLinkProps) {
  return (
    <Link
      to="/s/$scan/conversations/$conversation"
      params={{ scan, conversation }}
      search={{
        ...(checkId === undefined ? {} : { check: checkId }),
        ...(turn === undefined ? {} : { turn }),
      }}
      {...(className === undefined ? {} : { className })}
    >
      {children}
    </Link>
  );
}

interface FindLinkProps {
  readonly scan: string;
  readonly search: FindSearch;
  readonly className?: string;
  readonly children: ReactNode;
}

/** To a set of findings or replies, in Find: `<FindLink scan={scan} search={{ check: "IB-A8", verdict: "FAIL" }}>`. */
export function FindLink({ scan, search, className, children }: FindLinkProps) {
  return (
    <Link
      to="/s/$scan/find"
      params={{ scan }}
      search={search}
      {...(className === undefined ? {} : { className })}
    >
      {children}
    </Link>
  );
}
