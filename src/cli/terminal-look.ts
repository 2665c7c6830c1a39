/** Width and colour of standard output. */
import { styleText } from "node:util";

export interface TerminalLook {
  /** Largest width of a table on stdout. */
  readonly width: number;
  /** Whether prose is wrapped to that width: in a file or a pipe, a sentence is one line. */
  readonly wrapsProse: boolean;
  readonly hasColour: boolean;
}

/** Width for a file or a pipe: CI logs and code pages show it without a scroll bar. */
export const WIDTH_WITHOUT_TERMINAL = 120;
/** Width for a terminal that reports 0. */
const WIDTH_UNKNOWN = 80;
/** Minimum width: output is unreadable below it, whatever the terminal reports. */
const NARROWEST = 30;

interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** COLUMNS is set by a person, so it takes precedence over the terminal's own width. */
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

/** Returns the width that an output reports. */
export function widthOf({ columns = WIDTH_WITHOUT_TERMINAL }: Pick<Output, "columns">): number {
  return columns === 0 ? WIDTH_UNKNOWN : columns;
}

/** Decides like Node: FORCE_COLOR, then NO_COLOR, then whether the output is a terminal with colours. */
function wantsColour(isTerminal: boolean, env: Environment): boolean {
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  if (env["NO_COLOR"]) return false;
  return isTerminal && !isDumb(env);
}

/** Whether a terminal supports no codes for cursor and colour. */
export function isDumb(env: Environment): boolean {
  return env["TERM"] === "dumb";
}

type Style = Parameters<typeof styleText>[0];

const RULE = /^ *─+(?: {2}─+)*$/;

/** Styles only our own words, as whole words: an assistant's text stays plain. */
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

/** Colours and weights the text. They add nothing to its words and marks. */
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
  // The caller has already decided on colour.
  return styleText(how, words, { validateStream: false });
}
