/** A figure for use outside the page, with the parts it must keep: its title, its subject, and that it is simulated. */
import { drawMarks, drawTicks, type IntervalMarks, MARKS_HEIGHT } from "./interval-marks.ts";
import { type Inks, PAPER_INKS, type Shape, shape, svgText } from "./shapes.ts";

export interface FigureBody {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

export interface Figure {
  readonly title: string;
  readonly body: FigureBody;
  /** Subject and source, a line each. */
  readonly caption: readonly string[];
  /** Labels above a figure that shows no real model, an example or private data. */
  readonly marks: readonly string[];
}

export interface FigureRow extends Pick<IntervalMarks, "value" | "interval"> {
  readonly name: string;
  /** The numbers as text. */
  readonly words: string;
}

const NAMES_WIDTH = 230;
const PLOT_WIDTH = 290;
const WIDTH = 760;
const ROW_HEIGHT = 30;
const LONGEST_NAME = 34;
const LONGEST_LINE = 105;

/** Rows on one axis, as on the page. */
export function drawRows(
  rows: readonly FigureRow[],
  axis: Pick<IntervalMarks, "shape" | "domain" | "reference"> & { readonly ticks: readonly string[] },
  inks: Inks = PAPER_INKS,
): FigureBody {
  const { ticks, ...marks } = axis;
  const plot = { x: NAMES_WIDTH, width: PLOT_WIDTH, overflow: "visible" };
  const text = (x: number, y: number, words: string) =>
    shape("text", { x, y, fill: inks.ink, fontSize: 13 }, words);
  return {
    width: WIDTH,
    height: rows.length * ROW_HEIGHT + 20,
    shapes: [
      ...rows.flatMap(({ name, words, value, interval }, index) => {
        const y = index * ROW_HEIGHT;
        return [
          text(0, y + 20, cut(name, LONGEST_NAME)),
          shape(
            "svg",
            { ...plot, y: y + 4, height: MARKS_HEIGHT },
            ...drawMarks({ ...marks, value, interval }, inks),
          ),
          text(NAMES_WIDTH + PLOT_WIDTH + 24, y + 20, cut(words, LONGEST_NAME)),
        ];
      }),
      shape(
        "svg",
        { ...plot, y: rows.length * ROW_HEIGHT, height: 16, fontSize: 11 },
        ...drawTicks(ticks, inks),
      ),
    ],
  };
}

const EDGE = 20;
const LINE = 16;

/**
 * A file of its own, dark on white. @param size for a place with other proportions; defaults to the content's
 * size
 */
export function figureSvg(
  { title, body, caption, marks }: Figure,
  size?: { readonly width: number; readonly height: number },
): string {
  const lines = caption.flatMap((line) => wrap(line, LONGEST_LINE));
  const head = wrap(title, 70);
  const top = EDGE + head.length * 22 + (marks.length === 0 ? 0 : LINE) + 8;
  const width = Math.max(WIDTH, body.width) + 2 * EDGE;
  const height = top + body.height + 12 + lines.length * LINE + EDGE;
  const inks = PAPER_INKS;
  const line = (words: string, y: number, attributes: Shape["attributes"]) =>
    shape("text", { x: EDGE, y, fill: inks.quiet, fontSize: 11.5, ...attributes }, words);
  const picture = shape(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      width: size?.width ?? width,
      height: size?.height ?? height,
      viewBox: `0 0 ${width} ${height}`,
      fontFamily: "Helvetica, Arial, 'Liberation Sans', sans-serif",
      role: "img",
    },
    shape("title", {}, [title, ...marks].join(" · ")),
    shape("desc", {}, caption.join(" ")),
    // Wider and higher than the content, for a size with other proportions.
    shape("rect", { x: -width, y: -height, width: 3 * width, height: 3 * height, fill: inks.ground }),
    ...head.map((words, index) =>
      line(words, EDGE + 14 + index * 22, { fill: inks.ink, fontSize: 17, fontWeight: 700 }),
    ),
    ...(marks.length === 0
      ? []
      : [line(marks.join(" · "), EDGE + head.length * 22 + 10, { fill: MARK_INK, fontWeight: 700 })]),
    shape(
      "svg",
      { x: EDGE, y: top, width: body.width, height: body.height, overflow: "visible" },
      ...body.shapes,
    ),
    ...lines.map((words, index) => line(words, top + body.height + 22 + index * LINE, {})),
  );
  return svgText(picture);
}

/** Colour of labels for undecided values and of "simulated". */
const MARK_INK = "#684a00";

/** A CSV table for other programs. A value that a spreadsheet would read as a formula becomes text. */
export function tableCsv(
  columns: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
  notes: readonly string[],
): string {
  const cell = (value: string | number | null) => {
    if (value === null) return "";
    if (typeof value === "number") return String(value);
    const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows, ...notes.map((note) => [note])]
    .map((row) => `${row.map(cell).join(",")}\r\n`)
    .join("");
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** Breaks text into lines of at most this many characters; a longer word gets its own line and is cut. */
function wrap(text: string, most: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).map((it) => cut(it, most))) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length + 1 <= most)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
