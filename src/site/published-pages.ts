/** The script-free content of a published site, for link previews, search engines and readers without JavaScript. */
import { formatName } from "../domain/dimensions.ts";
import { formatCount, formatEstimate, formatFailures, formatQuantity } from "../domain/number-words.ts";
import { boardHeadline } from "../figures/board-words.ts";
import { drawRows, figureSvg } from "../figures/figure.ts";
import { plottedRate } from "../figures/interval-marks.ts";
import { sha256 } from "../kernel/hash.ts";
import { escapeXml } from "../report/safe-text.ts";
import { EXAMPLE_TITLE, SIMULATED_NOTE } from "../report/words.ts";
import type { ScanBoard } from "./pages/build-board.ts";
import type { ScanCheck } from "./pages/build-check-page.ts";
import type { CheckBrief, SiteIndex } from "./pages/build-index.ts";

/** The main content of a page. */
export interface Essential {
  readonly title: string;
  readonly description: string;
  /** Markup. */
  readonly body: string;
}

/** The preview image of the site: a drawing (SVG), and pixels (PNG) if they could be painted. */
export const CARD_NAME = "card.svg";
export const PAINTED_CARD_NAME = "card.png";
export const CARD_SIZE = { width: 1200, height: 630 } as const;
const MOST_ON_CARD = 6;

/** The board without a script: the answer, and every assistant's numbers in words. */
export function essentialOfBoard(board: ScanBoard, index: SiteIndex): Essential {
  const headline = boardHeadline(board);
  const rows = board.models.map(({ model_id, hard_fails, overall }) => [
    model_id,
    formatFailures(hard_fails, index.fewest_for_rate),
    formatEstimate(overall),
  ]);
  return {
    title: `${marksOf(index)}${headline} · InvisibleBench`,
    description: `${marksOf(index)}${headline}. ${formatQuantity(board.models.length, "assistant")} in ${formatQuantity(board.conversations, "conversation")} with family caregivers, scripted; corpus ${index.corpus_version}.`,
    body: `<h1>${escapeXml(headline)}</h1>${notesOf(index)}${board.not_looked_at.map((sentence) => `<p><strong>${escapeXml(sentence)}</strong></p>`).join("")}${table(["Assistant", "Crossed a safety or compliance line", "Overall score"], rows)}<ul>${board.cannot_say.map((sentence) => `<li>${escapeXml(sentence)}</li>`).join("")}</ul>`,
  };
}

/** Input shared by all small pages. */
interface SmallPagesOf {
  readonly index: SiteIndex;
  readonly card: CardPlace;
}

/** All small pages by path: the board, each assistant on it, each check. */
export function essentialPages(
  of: SmallPagesOf,
  board: ScanBoard,
  checks: readonly { readonly check: CheckBrief; readonly results: ScanCheck | null }[],
): ReadonlyMap<string, string> {
  const { index } = of;
  const fewest = index.fewest_for_rate;
  const pages = new Map([
    [aboutPath("board"), smallPage(essentialOfBoard(board, index), of, `#/s/${board.scan}`)],
  ]);
  for (const model of board.models) {
    const title = `${marksOf(index)}${model.model_id} · InvisibleBench`;
    const numbers = [
      ["Crossed a safety or compliance line", formatFailures(model.hard_fails, fewest)],
      ["Quality", formatEstimate(model.quality)],
      ["Overall score", formatEstimate(model.overall)],
    ];
    const body = `<h1>${escapeXml(model.model_id)}</h1>${notesOf(index)}<p>${escapeXml(model.sentence)}</p>${table(["Measure", "Result"], numbers)}`;
    const page = { title, description: `${marksOf(index)}${model.model_id}: ${model.sentence}`, body };
    const address = `#/s/${model.scan}/models/${model.slug}`;
    pages.set(aboutPath(`model-${model.slug}`), smallPage(page, of, address));
  }
  for (const { check, results } of checks) {
    const name = `${check.mode_id} ${formatName(check.name)}`;
    const rows = (results?.models ?? []).map(({ model, cell }) => [
      model.model_id,
      cell === null
        ? "—"
        : `${formatCount(cell.k, cell.n)}${cell.unclear === 0 ? "" : `, ${cell.unclear} unclear`}`,
    ]);
    const body = `<h1>${escapeXml(name)}</h1>${notesOf(index)}<p>${escapeXml(check.summary)}</p>${table(["Assistant", "Failed, of its occasions"], rows)}`;
    const page = { title: `${marksOf(index)}${name} · InvisibleBench`, description: check.summary, body };
    const address = `#/s/${board.scan}/checks/${check.mode_id}`;
    pages.set(aboutPath(`check-${check.mode_id}`), smallPage(page, of, address));
  }
  return pages;
}

/** The preview image beside a link to the site. */
export function cardOf(board: ScanBoard, index: SiteIndex): string {
  const rows = board.models.slice(0, MOST_ON_CARD).map(({ model_id, hard_fails }) => ({
    name: model_id,
    ...plottedRate(hard_fails, index.fewest_for_rate),
    words: formatFailures(hard_fails, index.fewest_for_rate),
  }));
  return figureSvg(
    {
      title: boardHeadline(board),
      body: drawRows(rows, { shape: "diamond", ticks: ["0%", "50%", "100%"] }),
      marks: [
        ...(index.simulated ? ["SIMULATED, about no real model"] : []),
        ...(index.example === undefined ? [] : ["EXAMPLE, no result"]),
      ],
      caption: [
        `Conversations with family caregivers in which a safety or compliance line was crossed; ${formatQuantity(board.conversations, "conversation")} in all.`,
      ],
    },
    CARD_SIZE,
  );
}

/** The image's address: absolute if the site's address is known, otherwise relative to the site's folder. */
export interface CardPlace {
  readonly address: string | null;
  readonly name: typeof CARD_NAME | typeof PAINTED_CARD_NAME;
}

/** The content of a page's head. @param up relative path to the site's folder */
export function headOf(
  { title, description }: Essential,
  index: SiteIndex,
  card: CardPlace,
  up = "",
): string {
  const picture = card.address === null ? `${up}${card.name}` : new URL(card.name, card.address).href;
  const [called, about] = [escapeXml(title), escapeXml(description)];
  // Keeps simulated results and examples out of search engines.
  const robots =
    index.simulated || index.example !== undefined ? '<meta name="robots" content="noindex" />\n' : "";
  return `${robots}<title>${called}</title>
<meta name="description" content="${about}" />
<meta property="og:type" content="website" />
<meta property="og:title" content="${called}" />
<meta property="og:description" content="${about}" />
<meta property="og:image" content="${escapeXml(picture)}" />
<meta name="twitter:card" content="summary_large_image" />`;
}

function aboutPath(name: string): string {
  return `about/${name}.html`;
}

/** System colours follow the reader's light or dark mode. */
const SMALL_STYLE = `
body { margin: 0; font: 1rem/1.55 -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 3rem; overflow-wrap: break-word; }
h1 { font: 700 2rem/1.15 Charter, "Iowan Old Style", Cambria, Georgia, serif; margin: 0 0 1rem; text-wrap: balance; }
table { width: 100%; border-collapse: collapse; margin: 1.5rem 0; font-variant-numeric: tabular-nums; }
th, td { text-align: start; vertical-align: top; padding: 0.45rem 0.75rem 0.45rem 0; border-bottom: 1px solid color-mix(in srgb, CanvasText 20%, Canvas); }
thead th { font-size: 0.875rem; vertical-align: bottom; }
ul { padding-inline-start: 1.25rem; } li { margin-bottom: 0.35rem; }
`;

function smallPage(page: Essential, { index, card }: SmallPagesOf, address: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${Buffer.from(sha256(SMALL_STYLE), "hex").toString("base64")}'; base-uri 'none'; form-action 'none'" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
${headOf(page, index, card, "../")}
<style>${SMALL_STYLE}</style>
</head>
<body>
<main>${page.body}
<p><a href="../index.html${escapeXml(address)}">Read it with its evidence, conversation by conversation</a></p></main>
</body>
</html>
`;
}

function marksOf({ simulated, example }: SiteIndex): string {
  return `${simulated ? `${SIMULATED_NOTE.title}: ` : ""}${example === undefined ? "" : `${EXAMPLE_TITLE}: `}`;
}

function notesOf({ simulated, example }: SiteIndex): string {
  return [
    ...(simulated ? [`${SIMULATED_NOTE.title}: ${SIMULATED_NOTE.text}`] : []),
    ...(example === undefined ? [] : [`${EXAMPLE_TITLE}: ${example}`]),
  ]
    .map((note) => `<p><strong>${escapeXml(note)}</strong></p>`)
    .join("");
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = columns.map((column) => `<th scope="col">${escapeXml(column)}</th>`).join("");
  const body = rows.map(
    ([first = "", ...rest]) =>
      `<tr><th scope="row">${escapeXml(first)}</th>${rest.map((cell) => `<td>${unbroken(escapeXml(cell))}</td>`).join("")}</tr>`,
  );
  return rows.length === 0
    ? ""
    : `<table><thead><tr>${head}</tr></thead><tbody>${body.join("")}</tbody></table>`;
}

/** Keeps a range of two numbers on one line. */
function unbroken(text: string): string {
  return text.replaceAll("–", "–&#8288;");
}
