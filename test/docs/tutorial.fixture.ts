import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { type CliResult, runCli } from "../e2e/cli.fixture.ts";
import { shellWords } from "../e2e/printed-commands.fixture.ts";

/** A tutorial reader's next step: saves a file, or types a command and sees the output. */
type Step =
  | { readonly kind: "file"; readonly path: string; readonly text: string }
  | {
      readonly kind: "command";
      readonly line: string;
      readonly exitCode: number;
      readonly shown: readonly string[];
    };

const FENCE = /^```(?<language>\w+)(?: (?<path>\S+))?\n(?<body>[\s\S]*?)^```$/gm;
const PROGRAM = "invisiblebench ";
/** Commands that serve until Ctrl-C; the test stops them when they print their address. */
const SERVES = /^(?:review (?:serve|adjudicate)|view)\b/;

/**
 * The steps of a page, in its order. A block whose fence names a path behind the language is a file to be saved there. A
 * `console` block holds commands, each behind `$ `; `# exits with 100` behind one says that it does not end with 0. The lines
 * below a command are what it prints: each stands in what was printed, in this order, and `…` stands for anything.
 */
export function stepsOf(page: string): readonly Step[] {
  return Array.from(page.matchAll(FENCE), ({ groups }): readonly Step[] => {
    const { language = "", path, body = "" } = groups ?? {};
    if (path !== undefined) return [{ kind: "file", path, text: body }];
    return language === "console" ? commandsOf(body) : [];
  }).flat();
}

function commandsOf(body: string): readonly Step[] {
  const blocks = body.split(/^\$ /m).slice(1);
  return blocks.map((block) => {
    const [typed = "", ...shown] = block.split("\n");
    const [, line = typed, exitCode = "0"] = /^(.*?) +# exits with (\d+)$/.exec(typed) ?? [];
    return {
      kind: "command",
      line: line.trim(),
      exitCode: Number(exitCode),
      shown: shown.filter((text) => text.trim() !== ""),
    };
  });
}

/** Does what the page says, in a folder that has to be the one the process is in: paths are relative to it, as they are typed. */
export async function follow(page: string, folder: string): Promise<void> {
  for (const step of stepsOf(page)) {
    if (step.kind === "file") save(join(folder, step.path), step.text);
    else expectShown(step, await type(step.line, folder));
  }
}

function save(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

async function type(line: string, folder: string): Promise<CliResult> {
  if (!line.startsWith(PROGRAM)) return typeInShell(line, folder);
  const args = line.slice(PROGRAM.length);
  const stopped = SERVES.test(args) ? { interruptAt: /http:\/\// } : {};
  const result = await runCli(shellWords(args), { cwd: folder, ...stopped });
  return "interruptAt" in stopped && result.exitCode === 130 ? { ...result, exitCode: 0 } : result;
}

const CHECKOUT = join(import.meta.dirname, "../..");

/** `rm`, `cat` and the like, with the variable that docs/tutorials/README.md has readers set. */
function typeInShell(line: string, cwd: string): CliResult {
  if (line.includes(PROGRAM)) throw new Error(`only a command alone can be followed: ${line}`);
  const env = { ...process.env, CHECKOUT };
  return {
    exitCode: 0,
    stdout: execFileSync("sh", ["-c", line], { cwd, env, encoding: "utf8" }),
    stderr: "",
  };
}

function expectShown(
  step: Extract<Step, { kind: "command" }>,
  { exitCode, stdout, stderr }: CliResult,
): void {
  expect(exitCode, `$ ${step.line}\n${stdout}\n${stderr}`).toBe(step.exitCode);
  const printed = squeezed(`${stdout}\n${stderr}`);
  const [missing] = missingLines(step.shown, printed);
  expect(missing, `$ ${step.line} prints\n${printed}`).toBeUndefined();
}

/** The lines that do not stand in what was printed behind those before them. */
export function missingLines(shown: readonly string[], printed: string): readonly string[] {
  let rest = squeezed(printed);
  return shown.filter((line) => {
    const parts = squeezed(line)
      .split("…")
      .map((part) => part.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const found = new RegExp(parts.join(".*?")).exec(rest);
    if (found === null) return true;
    rest = rest.slice(found.index + found[0].length);
    return false;
  });
}

/** Column widths depend on the content. */
function squeezed(text: string): string {
  return text.replaceAll(/[ \t]+/g, " ").replaceAll(/─+/g, "─");
}
