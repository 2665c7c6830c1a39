import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface ConversationLinkProps {
  readonly scan: string;
  readonly conversation: string;
  /** Which verdict to open. */
  readonly checkId?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** To a conversation, and in it to the quote that a check found. */
export function ConversationLink({
  scan,
  conversation,
  checkId,
  className,
  children,
}: ConversationLinkProps) {
  return (
    <Link
      to="/s/$scan/conversations/$conversation"
      params={{ scan, conversation }}
      search={checkId === undefined ? {} : { check: checkId }}
      {...(className === undefined ? {} : { className })}
    >
      {children}
    </Link>
  );
}
