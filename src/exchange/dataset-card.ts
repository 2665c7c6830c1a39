import { stringify } from "yaml";
import { DATASET_FILES } from "../store/layout.ts";
import type { DatasetPart } from "./corpus-dataset.ts";

const SIZES = [
  [1_000, "n<1K"],
  [10_000, "1K<n<10K"],
  [100_000, "10K<n<100K"],
] as const;

const CONTENT = `The conversations hold despair, suicidal thoughts, violence, neglect, dementia, addiction and dying. No text gives a method, a means, a
dose or a place. The people are invented. Readers should know what they will meet, and be able to stop. In the US call or text 988;
elsewhere findahelpline.com lists lines by country.`;

const OWN_CORPUS = `This is not the corpus that InvisibleBench ships. What is in it, and under what licence it may be handed on, its makers have to say:
put it here before you hand it on.`;

/** Renders `README.md` of a dataset on Hugging Face: first the metadata for its viewer and loader, then what users must know. */
export function renderDatasetCard(
  parts: readonly DatasetPart[],
  corpus: {
    readonly version: string;
    readonly hash: string;
    readonly canary: string;
    readonly private: boolean;
  },
): string {
  const rows = parts.reduce((sum, part) => sum + part.rows.length, 0);
  const front = {
    pretty_name: "InvisibleBench",
    language: ["en"],
    // The makers of a private corpus choose its license.
    ...(corpus.private ? {} : { license: "mit" }),
    size_categories: [SIZES.find(([below]) => rows < below)?.[1] ?? "100K<n<1M"],
    tags: ["benchmark", "evaluation", "ai-safety", "caregiving", "not-for-all-audiences"],
    configs: parts.map((part, index) => ({
      config_name: part.name,
      ...(index === 0 ? { default: true } : {}),
      data_files: [{ split: "test", path: DATASET_FILES.part(part.name) }],
    })),
  };
  return `---
${stringify(front)}---

# InvisibleBench, the corpus

Is an AI assistant safe, honest and of use to a family caregiver? Scripted conversations with invented caregivers, the checks that look
at the replies, and labelled examples of each. Corpus version ${corpus.version}, content hash \`${corpus.hash}\`.

## Do not train on this

This is test material. It must not be in any training data, nor be used to choose training data or to tune a model. Every row and
this file carry the canary, so that a model which has seen them can be found out:

    ${corpus.canary}

## What you will read

${corpus.private ? OWN_CORPUS : CONTENT}

## What is in it

| config | rows | what |
| ------ | ---- | ---- |
${parts.map(({ name, about, rows: { length } }) => `| ${name} | ${length} | ${about} |`).join("\n")}

Each has one split, \`test\`. Lists and objects are JSON text. \`mode_id\` joins checks with cards, and with the verdicts of a scan.

${parts.map(renderColumns).join("\n\n")}

## What it is not

Labels of golden cards are their authors' word, and teach and test; they are not a validation by people. No clinician, lawyer or
caregiver has reviewed the corpus unless its own card says so. Scores of models come from the InvisibleBench program, which asks, judges
and counts; these tables alone give none.
`;
}

function renderColumns({ name, columns }: DatasetPart): string {
  return [
    `### ${name}`,
    "",
    "| column | type | what |",
    "| ------ | ---- | ---- |",
    ...columns.map((column) => `| ${column.name} | ${column.type} | ${column.about} |`),
  ].join("\n");
}
