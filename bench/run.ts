/** Runs the benches named on the command line, or all of them: `npm run bench -- match`. */
const benches = [
  "match",
  "journal",
  "startup",
  "orchestration",
  "leaderboard",
  "scan",
  "workers",
  "judge",
  "viewer",
  "labels",
  "gate",
  "groups",
  "fleet",
  "tables",
  "monitor",
  "import",
];

interface BenchModule {
  /** Measures, and returns the results as lines of text. */
  bench(): Promise<readonly string[]>;
}

const named = process.argv.slice(2);
const unknown = named.filter((name) => !benches.includes(name));
if (unknown.length > 0) {
  console.error(`No bench is named ${unknown.join(", ")}. There are: ${benches.join(", ")}.`);
  process.exitCode = 2;
} else {
  for (const name of named.length > 0 ? named : benches) {
    console.log(`\n== ${name} ==`);
    // The names above are the modules of this folder, each of which exports `bench`.
    const module = (await import(`./${name}.ts`)) as BenchModule;
    for (const line of await module.bench()) console.log(line);
  }
}
