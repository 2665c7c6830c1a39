import { cutText, type TextSpan } from "./cut-text.ts";

/** What a marked stretch of text is evidence of. */
export interface QuoteMark {
  readonly id: string;
  readonly tone: "fail" | "unclear" | "pass";
  readonly chosen: boolean;
}

interface MarkedTextProps {
  readonly source: string;
  readonly start?: number;
  readonly end?: number;
  readonly spans?: readonly TextSpan<QuoteMark>[];
}

const TONES = ["fail", "unclear", "pass"] as const;

/** Untrusted text as text: quotes marked where they stand, characters that nobody could see shown by name. */
export function MarkedText({ source, start = 0, end = source.length, spans = [] }: MarkedTextProps) {
  return cutText(source, start, end, spans).map(({ start: at, text, hidden, marks }) => {
    const shown = hidden === null ? text : <HiddenCharacter key={at} label={hidden} />;
    const tone = TONES.find((candidate) => marks.some((mark) => mark.tone === candidate));
    if (tone === undefined) return shown;
    const chosen = marks.find((mark) => mark.chosen);
    return (
      <mark
        key={at}
        className={`quote ${tone}${chosen === undefined ? "" : " chosen"}`}
        data-checks={marks.map(({ id }) => id).join(" ")}
      >
        {shown}
      </mark>
    );
  });
}

function HiddenCharacter({ label }: { readonly label: string }) {
  return (
    <span className="hidden-character" title="A character that cannot be seen">
      {label}
    </span>
  );
}
