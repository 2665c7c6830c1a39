import { expect, test } from "vitest";
import { addressesAt, KEYS } from "../providers/served-model.fixture.ts";
import { startModelServerProcess } from "../servers/start-model-server-process.ts";
import { runCli } from "./cli.fixture.ts";
import { printedCommands, shellWords } from "./printed-commands.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

test.for(["openrouter/anthropic/claude-haiku-4.5", "openrouter/llama3:8b"])(
  "the command that eval names next finds the conversations of %s",
  async (model) => {
    await using server = await startModelServerProcess({ latencyMs: 0 });
    await using folder = await temporaryFolder();
    const env = { ...KEYS, ...addressesAt(server.url) };
    const evaluated = await runCli(
      [
        ...["eval", "--model", model, "--profile", "smoke", "--scenario", "safety_crisis_bin_days_001"],
        ...["--out", folder.path, "--run-id", "served", "--yes", "--quiet"],
      ],
      { env },
    );
    expect(evaluated).toMatchObject({ exitCode: 0 });
    const [next = ""] = printedCommands(evaluated.stdout);
    expect(await runCli(shellWords(next), { env })).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("Caregiver"),
    });
  },
);
