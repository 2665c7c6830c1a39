import { hideCredentials } from "../../kernel/address.ts";
import type { Problem } from "../problem.ts";
import { parseJsonSource } from "./parse-json.ts";
import { parseYamlSource } from "./parse-yaml.ts";
import {
  childOf,
  memberOf,
  nodeValue,
  type ParsedSource,
  type SourceNode,
  type SourcePath,
  type SourceRange,
  type SyntaxFault,
  syntaxFaults,
} from "./source-node.ts";

const EXCERPT_LENGTH = 80;

export interface SourceLocation extends LinePosition {
  /** The source text, on one line, cut at 80 characters. */
  readonly text: string;
}

/** One file of a corpus: its value, and the place of every part of it. */
export interface SourceFile {
  /** Relative to the corpus, with forward slashes. */
  readonly file: string;
  /** `undefined` if the text could not be parsed; `problems` says why. */
  readonly value: unknown;
  readonly problems: readonly Problem[];
  /** The place of a value, or the nearest place if the value is absent. */
  locate(path: SourcePath): SourceLocation;
  /** The place of the key that a path ends in. */
  locateKey(path: SourcePath): SourceLocation;
}

/** Reads JSON or YAML by the file's name; anything else is one line of text. Never throws on bad text. */
export function parseSource(file: string, text: string): SourceFile {
  const source = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const { root, faults } = parseSafely(file, source);
  const positionOf = createLineIndex(source);
  const at = (range: SourceRange): SourceLocation => ({
    ...positionOf(range.start),
    text: excerpt(source, range),
  });
  const messages = (fault: SyntaxFault): string =>
    fault.first === undefined
      ? fault.message
      : `${fault.message} (first on line ${positionOf(fault.first).line})`;
  return {
    file,
    value: root === null ? undefined : nodeValue(root),
    problems: oncePerLine(
      faults.map((fault) => {
        const { line, column, text: excerptText } = at(fault);
        return {
          severity: "error",
          code: fault.code,
          file,
          line,
          column,
          message: messages(fault),
          excerpt: excerptText,
        };
      }),
    ),
    locate: (path) => at(nearestNode(root, path)),
    locateKey: (path) => at(keyRange(root, path)),
  };
}

function parseSafely(file: string, text: string): ParsedSource {
  try {
    const parsed = parseByName(file, text);
    if (parsed.root === null) return parsed;
    const more = syntaxFaults(parsed.root);
    const isTooDeep = more.some((fault) => fault.code === "too-deep");
    return { root: isTooDeep ? null : parsed.root, faults: [...parsed.faults, ...more] };
  } catch (error) {
    // Parsers recurse: deeply nested text exhausts the stack.
    if (!(error instanceof RangeError)) throw error;
    return {
      root: null,
      faults: [{ code: "too-deep", message: "nested too deeply to read", start: 0, end: 0 }],
    };
  }
}

function parseByName(file: string, text: string): ParsedSource {
  if (file.endsWith(".json")) return parseJsonSource(text);
  if (file.endsWith(".yaml")) return parseYamlSource(text);
  return { root: { kind: "scalar", value: text.trim(), start: 0, end: text.length }, faults: [] };
}

function nearestNode(root: SourceNode | null, path: SourcePath): SourceRange {
  let node = root ?? { start: 0, end: 0 };
  let at = root;
  for (const step of path) {
    const next = at === null ? undefined : childOf(at, step);
    if (next === undefined) break;
    node = next;
    at = next;
  }
  return node;
}

function keyRange(root: SourceNode | null, path: SourcePath): SourceRange {
  let node: SourceNode | undefined = root ?? undefined;
  for (const step of path.slice(0, -1)) node = node === undefined ? undefined : childOf(node, step);
  const last = path.at(-1);
  const member = node === undefined || last === undefined ? undefined : memberOf(node, last);
  return member?.keyRange ?? nearestNode(root, path);
}

function excerpt(text: string, { start, end }: SourceRange): string {
  // Four times the length leaves enough after indentation is folded, without copying a long node.
  const some = text.slice(start, Math.min(end, start + EXCERPT_LENGTH * 4));
  // Before the cut, because half a password would not be recognised.
  const oneLine = hideCredentials(some).replace(/\s+/g, " ").trim();
  return oneLine.length > EXCERPT_LENGTH ? `${oneLine.slice(0, EXCERPT_LENGTH - 1)}…` : oneLine;
}

/** Keeps one problem per line: parsers report one mistake several times. */
function oncePerLine(problems: readonly Problem[]): Problem[] {
  const seen = new Set<string>();
  return problems.filter(({ code, line }) => {
    const key = code.startsWith("malformed") ? `${code} ${line}` : `${seen.size}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

interface LinePosition {
  readonly line: number;
  readonly column: number;
}

/** Line and column, both from 1, of an offset in a text. */
function createLineIndex(text: string): (offset: number) => LinePosition {
  const starts = [0];
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

/** `checks/IB-A1.yaml` is named `IB-A1`. */
export function fileStem(file: string): string {
  const name = file.slice(file.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? name : name.slice(0, dot);
}

interface Finding {
  /** Defaults to an error. */
  readonly severity?: Problem["severity"];
  readonly code: string;
  readonly message: string;
  /** The nearest right name, if there is one. */
  readonly nearest?: string | undefined;
}

/** A problem with the value at a path of a file. */
export function problemAt(source: SourceFile, path: SourcePath, finding: Finding): Problem {
  const { line, column, text } = source.locate(path);
  return {
    severity: finding.severity ?? "error",
    code: finding.code,
    file: source.file,
    line,
    column,
    message: finding.message,
    excerpt: text,
    ...(finding.nearest === undefined ? {} : { suggestion: `"${finding.nearest}"` }),
  };
}

/** A problem with a file as a whole, for one that could not be read. */
export function problemWithFile(file: string, finding: Finding): Problem {
  const { severity = "error", code, message, nearest } = finding;
  const suggestion = nearest === undefined ? {} : { suggestion: `"${nearest}"` };
  return { severity, code, file, line: 1, column: 1, message, excerpt: "", ...suggestion };
}
