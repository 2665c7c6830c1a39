/** How standard output looks: how wide it is, and whether it is in colour. */
import { styleText } from "node:util";

/** What a terminal can show. */
export interface TerminalLook {
  /** How wide a table on stdout may be. */
  readonly width: number;
  /** Whether prose is broken to that width, too: in a file or a pipe a sentence is a line. */
  readonly wrapsProse: boolean;
  readonly hasColour: boolean;
}

/** Of a file or a pipe: what a log of CI and a page of code show without a bar to scroll. */
export const WIDTH_WITHOUT_TERMINAL = 120;
/** Of a terminal that does not know its own width, and says 0. */
const WIDTH_UNKNOWN = 80;
/** Below it nothing can be read, whatever somebody says that they have. */
const NARROWEST = 30;

interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** COLUMNS is a person's word, and goes before what the terminal says. */
export function lookOf(stdout: Output, env: Environment): TerminalLook {
  const isTerminal = stdout.isTTY === true;
  const wished = Number(env["COLUMNS"] || Number.NaN);
  const isWished = Number.isInteger(wished) && wished > 0;
  return {
    width: Math.max(NARROWEST, isWished ? wished : widthOf(isTerminal ? stdout : {})),
    wrapsProse: isTerminal || isWished,
    hasColour: wantsColour(isTerminal, env),
  };
}

/** How wide an output is by its own word. */
export function widthOf({ columns = WIDTH_WITHOUT_TERMINAL }: Pick<Output, "columns">): number {
  return columns === 0 ? WIDTH_UNKNOWN : columns;
}

/** As Node decides it: FORCE_COLOR, then NO_COLOR, then whether somebody sees it on what can show it. */
function wantsColour(isTerminal: boolean, env: Environment): boolean {
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  if (env["NO_COLOR"]) return false;
  return isTerminal && !isDumb(env);
}

/** A terminal that knows no codes for cursor and colour. */
export function isDumb(env: Environment): boolean {
  return env["TERM"] === "dumb";
}

type Style = Parameters<typeof styleText>[0];

const RULE = /^ *─+(?: {2}─+)*$/;

/** Words of our own alone, as a whole: what an assistant said stays as plain as it is. */
const STYLES: readonly (readonly [RegExp, Style])[] = [
  [/✕ (?:\d+ of \d+ failed|does not hold)/g, "red"],
  [/✓ (?:\d+ passed|holds)/g, "green"],
  [/\? (?:\d+ of \d+ not established|inconclusive)/g, "yellow"],
  [/(?<=^IB-\S+ .* {2})FAIL\b/g, "red"],
  [/(?<=^IB-\S+ .* {2})UNCLEAR\b/g, "yellow"],
  [/(?<=^IB-\S+ .* {2})PASS\b/g, "green"],
  [/^(?:Simulated|Example):/g, ["bold", "yellow"]],
  [
    /^(?:What to look at first|Read first|Why not established|Next|Report|Continue|Ask again)\b[^:]*:/g,
    "bold",
  ],
  [/^\d+ (?:Caregiver|Assistant)\b.*$/g, "bold"],
];

/** The text in colour and weight. They say nothing that its words and marks do not. */
export function paint(text: string): string {
  const lines = text.split("\n");
  return lines
    .map((line, index) => {
      if (RULE.test(line)) return style("dim", line);
      if (RULE.test(lines[index + 1] ?? "")) return style("bold", line);
      return STYLES.reduce(
        (painted, [pattern, how]) => painted.replace(pattern, (words) => style(how, words)),
        line,
      );
    })
    .join("\n");
}

function style(how: Style, words: string): string {
  // Whether there is colour was decided before.
  return styleText(how, words, { validateStream: false });
}
