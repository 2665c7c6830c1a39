import type { Bench } from "./bench.ts";
import type { BenchOptions } from "./bench-options.ts";

/** Creates a bench over a corpus and a results folder. Loads each part on first use. */
export function createBench(options: BenchOptions = {}): Bench {
  const context = async () => (await import("./bench-context.ts")).openBenchContext(options);
  let opened: ReturnType<typeof context> | undefined;
  const open = () => {
    opened ??= context();
    return opened;
  };
  const ofScan = async (scan: string) =>
    (await import("./packs/context-of.ts")).contextOfScan(await open(), scan);
  const ofRuns = async (runs: readonly string[]) =>
    (await import("./packs/context-of.ts")).contextOfRuns(await open(), runs);
  const judgedBy = async (runs: readonly string[], pack: string) =>
    (await import("./packs/context-of.ts")).contextByPack(await open(), runs, pack);
  return {
    evaluate: async (...args) => (await import("./eval.ts")).evaluate(await open(), ...args),
    run: async (...args) => (await import("./eval.ts")).run(await open(), ...args),
    scan: async (given, ...args) => {
      const runs = typeof given === "string" ? [given] : given;
      const byPack = args[0]?.byPack;
      const bench = byPack === undefined ? await ofRuns(runs) : await judgedBy(runs, byPack);
      return (await import("./scan.ts")).scan(bench, runs, ...args);
    },

    openScan: async (scan) => (await import("./open-scan.ts")).readScan(await open(), scan),
    explain: async (scan, ...args) =>
      (await import("./explain.ts")).explain(await ofScan(scan), scan, ...args),
    find: async (scan, ...args) => (await import("./site/find.ts")).find(await ofScan(scan), scan, ...args),
    report: async (scan, ...args) => (await import("./report.ts")).report(await ofScan(scan), scan, ...args),
    brief: async (scan, ...args) =>
      (await import("./site/write-brief.ts")).writeBrief(await ofScan(scan), scan, ...args),
    evidence: async (scan, ...args) =>
      (await import("./evidence/write-evidence.ts")).writeEvidence(await ofScan(scan), scan, ...args),
    verifyEvidence: async (folder) =>
      (await import("./evidence/verify-evidence.ts")).verifyEvidence(await open(), folder),
    verifyScan: async (scan, ...args) =>
      (await import("./verify.ts")).verifyScan(await ofScan(scan), scan, ...args),
    compare: async (first, ...args) =>
      (await import("./compare.ts")).compare(await ofScan(first), first, ...args),
    contrast: async (...args) => (await import("./compare.ts")).contrast(await open(), ...args),
    gate: async (...args) => (await import("./gate.ts")).gate(await open(), ...args),
    view: async (...args) => (await import("./view.ts")).view(await open(), ...args),
    publish: async (...args) => (await import("./publish.ts")).publishSite(await open(), ...args),

    import: async (...args) =>
      (await import("./exchange/import.ts")).importConversations(await open(), ...args),
    export: async (...args) => (await import("./exchange/export.ts")).exportRun(await open(), ...args),
    exportTable: async (...args) =>
      (await import("./exchange/export-table.ts")).exportTable(await open(), ...args),
    exportCorpus: async (directory) =>
      (await import("./exchange/export-corpus.ts")).exportCorpus(await open(), directory),

    work: async (options) => (await import("./fleet/worker.ts")).work(await open(), options),
    queue: {
      migrate: async (options) => (await import("./fleet/queue.ts")).migrateQueue(await open(), options),
      status: async (options) => (await import("./fleet/queue.ts")).readQueue(await open(), options),
    },

    init: async (...args) => (await import("./init.ts")).init(await open(), ...args),
    lint: async (...args) => (await import("./corpus.ts")).lint(await open(), ...args),
    list: async (kind) => (await import("./list.ts")).list(await open(), kind),
    listCoverage: async () => (await import("./list.ts")).listCoverage(await open()),
    show: async (id) => (await import("./corpus/show.ts")).show(await open(), id),
    doctor: async () => (await import("./doctor.ts")).doctor(await open()),

    runs: {
      measure: async (run) => (await import("./runs.ts")).measureRun(await open(), run),
      delete: async (...args) => (await import("./runs.ts")).deleteRun(await open(), ...args),
    },
    monitor: {
      count: async (...args) => (await import("./monitor/count.ts")).monitorLog(await open(), ...args),
      plan: async (...args) => (await import("./monitor/count.ts")).planMonitor(await open(), ...args),
      rates: async (...args) => (await import("./monitor/rates.ts")).monitorRates(await open(), ...args),
      alarm: async (...args) => (await import("./monitor/rates.ts")).monitorAlarm(...args),
      compare: async (...args) => (await import("./monitor/rates.ts")).compareMonitors(await open(), ...args),
      forget: async (...args) => (await import("./monitor/forget.ts")).forgetWords(await open(), ...args),
    },
    board: {
      build: async (...args) => (await import("./board.ts")).writeLeaderboard(await open(), ...args),
      check: async (...args) => (await import("./board.ts")).checkLeaderboard(await open(), ...args),
      diff: async (...args) => (await import("./board.ts")).diffLeaderboards(...args),
    },
    calibrate: {
      lexicons: async (file) => (await import("./corpus.ts")).calibrateLexiconsOnFile(await open(), file),
      cues: async (...args) => (await import("./corpus.ts")).calibrateCuesOnFiles(await open(), ...args),
      golden: async (...args) => (await import("./corpus.ts")).calibrateGoldenCards(await open(), ...args),
      long: async (...args) =>
        (await import("./calibrate/long-cards.ts")).calibrateLongCards(await open(), ...args),
      labels: async (...args) =>
        (await import("./calibrate/labels.ts")).calibrateVerdictLabels(await open(), ...args),
      judge: async (...args) =>
        (await import("./calibrate/judge-cards.ts")).calibrateJudge(await open(), ...args),
      drift: async (...args) =>
        (await import("./calibrate/judge-cards.ts")).calibrateDrift(await open(), ...args),
      repeat: async (scan, ...args) =>
        (await import("./calibrate/judge-again.ts")).calibrateRepeat(await ofScan(scan), scan, ...args),
      attacks: async (...args) =>
        (await import("./calibrate/attacks.ts")).calibrateAttacks(await open(), ...args),
      bots: async (...args) => (await import("./calibrate/bots.ts")).calibrateBots(await open(), ...args),
      policies: async (scan) =>
        (await import("./calibrate/policies.ts")).calibratePolicies(await open(), scan),
      plan: async (...args) => (await import("./calibrate/plan.ts")).planMoreLabels(await open(), ...args),
      uncertainty: async (scans, ...args) =>
        (await import("./calibrate/uncertainty.ts")).calibrateUncertainty(
          await open(),
          typeof scans === "string" ? [scans] : scans,
          ...args,
        ),
      claims: async () => (await import("./list.ts")).claimReport(await open()),
    },
    review: {
      export: async (scan, ...args) =>
        (await import("./review/export.ts")).exportReview(await ofScan(scan), scan, ...args),
      serve: async (...args) => (await import("./review/serve.ts")).serveReview(await open(), ...args),
      merge: async (...args) => (await import("./review/merge.ts")).mergeReview(...args),
      apply: async (scan, ...args) =>
        (await import("./review/apply.ts")).applyReview(await ofScan(scan), scan, ...args),
    },
  };
}
