/** Prints figures of the source tree and its violations of the house rules (docs/decisions/0017-rooms-with-doors.md). */
import { resolve } from "node:path";
import { figuresOf, houseComplaints, surveyHouse } from "./survey-house.ts";

const root = resolve(import.meta.dirname, "..");
const parts = new Map(["src", "web/src"].map((folder) => [folder, surveyHouse(root, folder)]));
const everywhere = [...parts.values()].flat();

const rows = [...parts].map(([folder, files]) => {
  const figures = figuresOf(files, everywhere);
  return {
    part: folder,
    files: figures.files,
    "median lines": figures.median,
    p90: figures.p90,
    largest: `${figures.largest?.lines} ${figures.largest?.path}`,
    "largest folder": `${figures.largestFolder.files} ${figures.largestFolder.path}`,
    "error files": figures.errorFiles,
    "one importer": `${Math.round(100 * figures.oneImporterShare)}%`,
    "names twice": figures.namesTwice.size,
  };
});
const [first] = rows;
for (const column of Object.keys(first ?? {}) as (keyof (typeof rows)[number])[]) {
  console.log([column.padEnd(16), ...rows.map((row) => String(row[column]).padEnd(38))].join("").trimEnd());
}
const complaints = [...parts.values()].flatMap((files) => houseComplaints(files, everywhere));
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exitCode = 1;
