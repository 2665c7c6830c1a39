import type { ReactNode } from "react";
import type { Verdict } from "../../../src/schema/scan/verdict.ts";
import { verdictWords } from "../words/verdict-words.ts";

const TONES: Readonly<Record<Verdict, string>> = {
  FAIL: "text-fail",
  UNCLEAR: "text-unclear",
  PASS: "text-pass",
  NOT_APPLICABLE: "text-quiet",
};

/** One shape per verdict, so that colour is not needed to tell them apart. */
export function VerdictShape({ verdict }: { readonly verdict: Verdict }) {
  return (
    <svg className="inline-block size-[1em] shrink-0 align-[-0.12em]" viewBox="0 0 16 16" aria-hidden="true">
      {verdict === "FAIL" && (
        <>
          <rect x="1" y="1" width="14" height="14" rx="2" fill="currentColor" />
          <path d="M5 5l6 6M11 5l-6 6" stroke="var(--surface)" strokeWidth="2" strokeLinecap="round" />
        </>
      )}
      {verdict === "UNCLEAR" && (
        <>
          <path d="M8 1.2 14.8 8 8 14.8 1.2 8z" fill="none" stroke="currentColor" strokeWidth="1.6" />
          <path d="M8 5v3.6" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
          <circle cx="8" cy="11.1" r="1" fill="currentColor" />
        </>
      )}
      {verdict === "PASS" && (
        <path
          d="M2.5 8.5 6.2 12.2 13.5 4"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
        />
      )}
      {verdict === "NOT_APPLICABLE" && <path d="M4 8h8" stroke="currentColor" strokeWidth="2" />}
    </svg>
  );
}

/** The shape and the word. */
export function VerdictMark({ verdict }: { readonly verdict: Verdict }) {
  return (
    <VerdictTone verdict={verdict}>
      <span className="whitespace-nowrap font-semibold">
        <VerdictShape verdict={verdict} /> {verdictWords[verdict]}
      </span>
    </VerdictTone>
  );
}

interface VerdictToneProps {
  readonly verdict: Verdict;
  readonly children: ReactNode;
}

export function VerdictTone({ verdict, children }: VerdictToneProps) {
  return <span className={TONES[verdict]}>{children}</span>;
}
