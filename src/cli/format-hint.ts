/** Translates the library's options, methods and camel case to the terminal's flags and commands, and JSON to snake case. */
import type { Command, RouteMap } from "@stricli/core";
import { shellQuote } from "./command-line.ts";
import type { CliContext } from "./context.ts";
import { kebab } from "./flag-values.ts";

/** Maps an option to its flag: those of all commands, as passed to `declareFlags`, and that of every bench. */
const FLAGS = new Map([["packs", "pack"]]);

type Commands = RouteMap<CliContext> | Command<CliContext>;

/**
 * Declares the flags for hints: those of all commands below a route. If two commands set an option by different
 * flags, the first one counts.
 */
export function declareFlags(commands: Commands): void {
  if ("getAllEntries" in commands) {
    for (const { target } of commands.getAllEntries()) declareFlags(target);
    return;
  }
  for (const [name, flag] of Object.entries(commands.parameters.flags ?? {})) {
    const option = "option" in flag ? String(flag.option) : name;
    if (!FLAGS.has(option)) FLAGS.set(option, kebab(name));
  }
}

/** Methods whose commands have another name. */
const COMMANDS: ReadonlyMap<string, string> = new Map([
  ["board", "leaderboard"],
  ["evaluate", "eval"],
]);

/** Methods whose commands take every location flag. */
const WORK: ReadonlySet<string> = new Set(["evaluate", "run", "scan"]);

/** Options of a method that become a separate command. */
const COMMANDS_OF_THEIR_OWN: ReadonlyMap<string, string> = new Map([
  ['review.serve mode: "adjudicate"', "review.adjudicate"],
]);

const QUOTED = /`([^`]+)`/g;
const METHOD = /^bench\.([a-zA-Z.]+)\((.*)\)$/;
/** Matches the options that open a bench, and the call on it. */
const OPENED = /^createBench\(\{ (.+) \}\)(\..+)$/;
const SETTING = /^([a-zA-Z]+)(?:: (.+))?$/;

/**
 * Translates a hint for the terminal: `` `maxCostUsd` `` becomes `--max-cost-usd`, `` `bench.list("runs")` `` a
 * command.
 * @param location flags that make the named command look in the same place as the typed one
 */
export function formatHint(hint: string, program: string, location = ""): string {
  return hint.replaceAll(QUOTED, (quoted, text: string) => {
    const spoken = asCommand(text, program, location) ?? asFlags(text) ?? ownCommand(text, program);
    return spoken === null ? quoted : `\`${spoken}\``;
  });
}

function asCommand(text: string, program: string, location: string): string | null {
  const [, settings, asked] = OPENED.exec(text) ?? [];
  if (settings !== undefined) {
    const [command, flags] = [asCommand(`bench${asked}`, program, location), asFlags(settings)];
    return command === null || flags === null ? null : `${command} ${flags}`;
  }
  const [, method, given = ""] = METHOD.exec(text) ?? [];
  if (method === undefined) return null;
  const [, named = "", options] = /^(.*?)(?:, )?(?:\{ (.+) \})?$/.exec(given) ?? [];
  const own = options === undefined ? undefined : COMMANDS_OF_THEIR_OWN.get(`${method} ${options}`);
  const words = (own ?? method).split(".").map((word) => COMMANDS.get(word) ?? kebab(word));
  const flags = options === undefined || own !== undefined ? "" : (asFlags(options) ?? `{ ${options} }`);
  const values = [...piecesOf(named).map((value) => unquoted(value) ?? value.toUpperCase()), flags];
  const command = [program, ...words, ...values].filter((word) => word !== "").join(" ");
  return WORK.has(method) ? command + location : command;
}

/** Replaces the name in the command line's own errors, which name commands as after a global install. */
function ownCommand(text: string, program: string): string | null {
  return text.startsWith("invisiblebench ") ? text.replace("invisiblebench", program) : null;
}

function asFlags(text: string): string | null {
  const flags: string[] = [];
  for (const setting of piecesOf(text)) {
    const [, option, value] = SETTING.exec(setting) ?? [];
    // Leaves a word in backticks unchanged if it is no option.
    const flag = option === undefined ? undefined : FLAGS.get(option);
    if (flag === undefined) return null;
    flags.push(
      value === "false" ? `--no-${flag}` : `--${flag}`,
      ...(value === undefined || /^(?:true|false)$/.test(value)
        ? []
        : [unquoted(value) ?? placeholder(value)]),
    );
  }
  return flags.join(" ");
}

/** Splits at ", ", except inside quotation marks. */
function piecesOf(text: string): readonly string[] {
  return (text.match(/(?:"[^"]*"|[^",]|,(?! ))+/g) ?? []).map((piece) => piece.trim());
}

/** Returns a placeholder word for a library variable; a number stays as it is. */
function placeholder(value: string): string {
  return /^[a-z]+$/.test(value) ? value.toUpperCase() : value;
}

/** Converts a quoted string, a list, or one of several, to the quoting of the user's shell. */
function unquoted(value: string): string | null {
  if (!/^\[?"[^"]*"(?:[|,]"[^"]*")*\]?$/.test(value)) return null;
  const texts = Array.from(value.matchAll(/"([^"]*)"/g), ([, text = ""]) => shellQuote(text));
  return texts.join(value.includes('"|"') ? "|" : ",");
}

/** Converts a result of the library to snake case, as in all other JSON on disk and in output. */
export function inSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inSnakeCase);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [snake(key), inSnakeCase(inner)]));
}

/** Leaves names of models, checks and scenarios unchanged: they are keys too, but never look like `leftOut`. */
function snake(key: string): string {
  if (!/^[a-z]+(?:[A-Z][a-z]*)+$/.test(key)) return key;
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
