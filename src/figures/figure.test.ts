import { expect, test } from "vitest";
import { drawRows, figureSvg, tableCsv } from "./figure.ts";

const row = { name: "sim/brittle", value: 0.6, interval: { low: 0.48, high: 0.71 }, words: "38/63 (48–71%)" };
const figure = {
  title: "Conversations in which a line was crossed",
  body: drawRows([row], { shape: "diamond", ticks: ["0%", "50%", "100%"] }),
  caption: ["63 conversations; judged by sim/judge, 16 November 2026.", "Corpus 0.9.0."],
  marks: ["SIMULATED, about no real model"],
};

test("a figure that leaves the page has its title, numbers, caption and that it is simulated in it", () => {
  const svg = figureSvg(figure);
  for (const words of [figure.title, row.name, row.words, ...figure.caption, ...figure.marks])
    expect(svg).toContain(words);
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  expect(svg).not.toContain("var(--");
});

test("a row of a figure is drawn on the scale of the page", () => {
  expect(figureSvg(figure)).toContain('<svg x="60%" y="11" overflow="visible">');
});

test("hostile names stay text, and long ones do not reach into the plot", () => {
  const hostile = `</text><script>alert(1)</script>${"x".repeat(200)}`;
  const svg = figureSvg({
    ...figure,
    title: hostile,
    body: drawRows([{ ...row, name: hostile }], { ticks: [] }),
  });
  expect(svg).not.toContain("<script");
  expect(svg.replace(/<title>.*?<\/title>/, "")).not.toContain("x".repeat(120));
});

test("data are a table in which no cell is a formula", () => {
  const csv = tableCsv(
    ["name", "k"],
    [
      ["=HYPERLINK(1)", 2],
      ['a "b", c', null],
    ],
    ["SIMULATED"],
  );
  expect(csv).toBe('name,k\r\n\'=HYPERLINK(1),2\r\n"a ""b"", c",\r\nSIMULATED\r\n');
});
