import type { ReactNode } from "react";
import { cutText, type TextSpan } from "./cut-text.ts";
import type { MarkdownPiece } from "./markdown/parse-inline.ts";
import { type MarkdownBlock, parseMarkdown } from "./markdown/parse-markdown.ts";

interface ModelTextProps {
  readonly source: string;
  readonly spans?: readonly TextSpan<QuoteMark>[];
}

/** Text of a model or a script as safe Markdown, without anything that could be followed, loaded or run. */
export function ModelText({ source, spans = [] }: ModelTextProps) {
  return (
    <div className="model-text" dir="auto">
      {parseMarkdown(source).map((block, index) => (
        // The source decides the blocks, and it does not change.
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no name but their place
        <Block key={index} block={block} render={(pieces) => renderPieces(pieces, source, spans)} />
      ))}
    </div>
  );
}

interface BlockProps {
  readonly block: MarkdownBlock;
  readonly render: (pieces: readonly MarkdownPiece[]) => ReactNode;
}

function Block({ block, render }: BlockProps) {
  if (block.kind === "list")
    return (
      <ul className="list">
        {block.items.map(({ marker, pieces }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no name but their place
          <li key={index} className="text">
            <span className="marker">{/^[-*+]$/.test(marker) ? "•" : marker}</span>
            <span>{render(pieces)}</span>
          </li>
        ))}
      </ul>
    );
  if (block.kind === "code") return <pre className="text">{render(block.pieces)}</pre>;
  if (block.kind === "quotation") return <blockquote className="text">{render(block.pieces)}</blockquote>;
  // A heading inside a reply is not a heading of the page.
  return <p className={`text${block.kind === "heading" ? " font-semibold" : ""}`}>{render(block.pieces)}</p>;
}

function renderPieces(
  pieces: readonly MarkdownPiece[],
  source: string,
  spans: readonly TextSpan<QuoteMark>[],
): ReactNode {
  return pieces.map((piece) => {
    const text = <MarkedText source={source} start={piece.start} end={piece.end} spans={spans} />;
    return <Styled key={piece.start} piece={piece} text={text} />;
  });
}

function Styled({ piece, text }: { readonly piece: MarkdownPiece; readonly text: ReactNode }) {
  if (piece.code) return <code>{text}</code>;
  const emphasised = piece.emphasis ? <em>{text}</em> : text;
  return piece.strong ? <strong>{emphasised}</strong> : emphasised;
}

const TONES = ["fail", "cue", "unclear", "pass", "instead", "found"] as const;
/** Kinds of differing answers; their words get a line of their own below other marks. */
const VOICES = ["dissent", "second"] as const;
type Tone = (typeof TONES)[number] | (typeof VOICES)[number];

/** The finding that a marked part of the text is evidence of. */
export interface QuoteMark {
  readonly id: string;
  readonly tone: Tone;
  readonly chosen: boolean;
}

interface MarkedTextProps {
  readonly source: string;
  readonly start?: number;
  readonly end?: number;
  readonly spans?: readonly TextSpan<QuoteMark>[];
}

/** Renders untrusted text as text: marks quotes, and shows invisible characters by name. */
export function MarkedText({ source, start = 0, end = source.length, spans = [] }: MarkedTextProps) {
  return cutText(source, start, end, spans).map(({ start: at, text, hidden, marks }) => {
    const shown = hidden === null ? text : <HiddenCharacter key={at} label={hidden} />;
    const tone = TONES.find((candidate) => marks.some((mark) => mark.tone === candidate));
    const voices = VOICES.filter((candidate) => marks.some((mark) => mark.tone === candidate));
    if (tone === undefined && voices.length === 0) return shown;
    const chosen = marks.find((mark) => mark.chosen && mark.tone === tone);
    return (
      <mark
        key={at}
        className={[
          "quote",
          tone ?? "voice",
          ...voices,
          ...(chosen === undefined ? [] : ["chosen"]),
          ...(tone !== "found" && marks.some((mark) => mark.tone === "found") ? ["found"] : []),
        ].join(" ")}
        title={marks.some((mark) => mark.tone === "found") ? "What you searched for" : undefined}
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
