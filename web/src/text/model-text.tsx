import type { ReactNode } from "react";
import type { TextSpan } from "./cut-text.ts";
import type { MarkdownPiece } from "./markdown-piece.ts";
import { MarkedText, type QuoteMark } from "./marked-text.tsx";
import { type MarkdownBlock, parseMarkdown } from "./parse-markdown.ts";

interface ModelTextProps {
  readonly source: string;
  readonly spans?: readonly TextSpan<QuoteMark>[];
}

/** What a model or a script wrote: safe Markdown, nothing that could be followed, loaded or run. */
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
  // A heading inside a reply is no heading of the page.
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
