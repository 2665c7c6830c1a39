import fc from "fast-check";
import { expect, test } from "vitest";
import { type MarkdownBlock, parseMarkdown } from "./parse-markdown.ts";

function piecesOf(block: MarkdownBlock) {
  return block.kind === "list" ? block.items.flatMap(({ pieces }) => pieces) : block.pieces;
}

/** Formats one line per block, with the style of its pieces. */
function read(source: string): readonly string[] {
  const text = (block: { pieces: ReturnType<typeof piecesOf> }) =>
    block.pieces
      .map(({ start, end, strong, emphasis, code }) => {
        const style = `${strong ? "s" : ""}${emphasis ? "e" : ""}${code ? "c" : ""}`;
        return style === "" ? source.slice(start, end) : `<${style}:${source.slice(start, end)}>`;
      })
      .join("");
  return parseMarkdown(source).flatMap((block) =>
    block.kind === "list"
      ? block.items.map(({ marker, pieces }) => `${marker} ${text({ pieces })}`)
      : [`${block.kind}: ${text(block)}`],
  );
}

test("paragraphs are separated by blank lines and keep their line ends", () => {
  expect(read("One\ntwo\n\nThree")).toEqual(["paragraph: One\ntwo", "paragraph: Three"]);
});

test("emphasis, strong and code are set, alone and inside one another", () => {
  expect(read("a *b* **c** `d`")).toEqual(["paragraph: a <e:b> <s:c> <c:d>"]);
  expect(read("**a *b* c**")).toEqual(["paragraph: <s:a ><se:b><s: c>"]);
  expect(read("***both***")).toEqual(["paragraph: <se:both>"]);
  expect(read("`*no*`")).toEqual(["paragraph: <c:*no*>"]);
});

test("marks without a partner, and underscores inside words, are text", () => {
  expect(read("2 * 3 and snake_case_name and **open")).toEqual([
    "paragraph: 2 * 3 and snake_case_name and **open",
  ]);
});

test("lists keep their markers, and lines that go on belong to their item", () => {
  expect(read("- one\n- two\n  more\n\n3. three")).toEqual(["- one", "- two\n  more", "3. three"]);
});

test("headings, quotations and code are blocks of their own", () => {
  expect(read("# Title\n> said\n> so\n```\nlet x;\n```")).toEqual([
    "heading: Title",
    "quotation: said\nso",
    "code: let x;",
  ]);
});

test("links, images and HTML stay the text they are", () => {
  const hostile = "[click](javascript:alert(1)) ![x](http://a.test/x.png) <img src=x onerror=alert(1)>";
  expect(read(hostile)).toEqual([`paragraph: ${hostile}`]);
});

const markdownLike = fc
  .array(
    fc.constantFrom("a", " ", "\n", "*", "**", "_", "`", "```", "- ", "# ", "> ", "1. ", "é", "💛", "\u202E"),
    {
      maxLength: 60,
    },
  )
  .map((parts) => parts.join(""));

test("pieces follow the source in order, inside it, without overlap", () => {
  fc.assert(
    fc.property(markdownLike, (source) => {
      let position = 0;
      for (const { start, end } of parseMarkdown(source).flatMap(piecesOf)) {
        expect(start).toBeGreaterThanOrEqual(position);
        expect(end).toBeGreaterThan(start);
        position = end;
      }
      expect(position).toBeLessThanOrEqual(source.length);
    }),
  );
});

test("every letter is shown, whatever stands around it", () => {
  fc.assert(
    fc.property(markdownLike, (source) => {
      const shown = parseMarkdown(source)
        .flatMap(piecesOf)
        .map(({ start, end }) => source.slice(start, end))
        .join("");
      const letters = (text: string) => text.replaceAll(/[^aé💛]/gu, "");
      expect(letters(shown)).toBe(letters(source));
    }),
  );
});
