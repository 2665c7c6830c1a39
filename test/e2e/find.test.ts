import { expect, test } from "vitest";
import { runCli } from "./cli.fixture.ts";
import { evaluatedRun, succeed } from "./evaluated-run.fixture.ts";

test("find prints the rows that a pattern and filters want, the same as JSON and as a table", async () => {
  await using folder = await evaluatedRun();
  const at = ["--out", folder.path];

  const said = await succeed("find", "all", "you.re not alone|don.t worry", ...at);
  expect(said).toMatch(/«(you.re not alone|don.t worry)»/i);
  expect(said).toMatch(/\d+ rows?.*\.\s*$/);

  const all = JSON.parse(await succeed("find", "all", "--verdict", "FAIL", "--json", ...at)) as {
    rows: { mode_id: string }[];
  };
  const check = all.rows[0]?.mode_id ?? "";
  const failures = JSON.parse(
    await succeed("find", "all", "--check", check, "--verdict", "FAIL", "--json", ...at),
  ) as { rows: { mode_id: string; kind: string; words: string }[]; counts: Record<string, object> };
  expect(failures.rows.length).toBeGreaterThan(0);
  expect(failures.rows.every(({ mode_id, kind }) => mode_id === check && kind === "FAIL")).toBe(true);
  expect(failures.rows.every(({ words }) => words !== "")).toBe(true);
  expect(failures.counts["verdict"]).toMatchObject({ FAIL: failures.rows.length });

  const [header = "", ...lines] = (
    await succeed("find", "all", "--check", check, "--verdict", "FAIL", "--csv", ...at)
  ).split("\r\n");
  expect(header).toContain("model_id,kind,mode_id");
  expect(lines.filter((line) => line.includes(`,FAIL,${check},`))).toHaveLength(failures.rows.length);

  const one = JSON.parse(
    await succeed("find", "all", "--model", "sim/careful", "--verdict", "reply", "--json", ...at),
  ) as { rows: { model_id: string; mode_id: string | null }[] };
  expect(new Set(one.rows.map(({ model_id, mode_id }) => `${model_id} ${mode_id}`))).toEqual(
    new Set(["sim/careful null"]),
  );
});

test("find says what is wrong with a pattern or a name, and which name is near", async () => {
  await using folder = await evaluatedRun();
  const at = ["--out", folder.path];
  expect(await runCli(["find", "all", "don(t", ...at])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("IB_BAD_PATTERN"),
  });
  expect(await runCli(["find", "all", "--check", "IB-B22", ...at])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('Did you mean "IB-B2"'),
  });
  expect(await runCli(["find", "all", "--model", "sim/carefull", ...at])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('"sim/careful"'),
  });
});
