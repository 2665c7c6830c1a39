/** Renders `evidence.html`: one file without a script, for screen and paper. */

import { abilityLines } from "../domain/models.ts";
import { formatQuantity } from "../domain/number-words.ts";
import { packTitle } from "../domain/scenarios.ts";
import type { Evidence, EvidenceChanges, RegimeEvidence } from "../schema/scan/evidence.ts";
import { dutySection, standingMark } from "./evidence/duty-section.ts";
import { evidenceStyle } from "./evidence/evidence-style.ts";
import { artefactWords, standingWords } from "./evidence/evidence-words.ts";
import { bullets, link, markupTable, paperPage, shown } from "./markup.ts";
import { describeProduct, SIMULATED_NOTE } from "./words.ts";

/** @param smallCell with fewer conversations than this no rate is given */
export function renderEvidenceHtml(evidence: Evidence, smallCell: number): string {
  const marks = [
    ...(evidence.simulated ? [SIMULATED_NOTE.title] : []),
    ...(evidence.private ? ["Private"] : []),
  ];
  const runningHead = [...marks, `InvisibleBench evidence, scan ${evidence.scan_id}`].join(" · ");
  const mark = marks.length === 0 ? "" : ` <span class="mark">${marks.join(" · ")}</span>`;
  return paperPage(
    { title: shown(runningHead), style: evidenceStyle(runningHead) },
    `<header class="first">
<h1>What a scan shows${mark}</h1>
${banners(evidence)}
${whatItIsNot(evidence)}
${whatWasTested(evidence)}
</header>
<main>
${atAGlance(evidence, mark)}
${evidence.changes === undefined ? "" : whatChanged(evidence.changes, mark)}
${evidence.regimes.map((regime) => regimeSection(regime, mark, smallCell)).join("\n")}
${notTested(evidence, mark)}
</main>
<footer><p>Made by InvisibleBench ${shown(evidence.tool_version)}. The same findings are in evidence.json, and manifest.json has a SHA-256 of every file that they come from. Give this folder to InvisibleBench’s <code>verify</code>, which looks whether all of them are as they were and whether the scan gives the same findings again.</p></footer>`,
  );
}

function banners({ simulated, private: isPrivate, pack, by_pack: byPack }: Evidence): string {
  const sentences = [
    ...(simulated
      ? [
          `<strong>${SIMULATED_NOTE.title}:</strong> a program of ours stands in for an assistant or a judge; nothing here says anything about a real model.`,
        ]
      : []),
    ...(isPrivate
      ? ["<strong>Private:</strong> made from private scenarios or conversations; not for publication."]
      : []),
    ...(pack === undefined
      ? []
      : [`<strong>Pack ${shown(packTitle(pack))}:</strong> these conversations stand beside the core.`]),
    ...(byPack === undefined
      ? []
      : [
          `<strong>Duties of the pack ${shown(packTitle(byPack))}:</strong> stated by whoever made the pack and judged by its own checks; none of them is a duty of the benchmark.`,
        ]),
  ];
  return sentences.map((sentence) => `<p class="banner">${sentence}</p>`).join("\n");
}

function whatItIsNot({ judge, corpus, simulated }: Evidence): string {
  const judged = judge === null ? "no judge was asked" : `one judge, ${shown(judge)}, which errs`;
  return `<h2>What this is not</h2>
${bullets([
  "No legal advice, and no opinion of a lawyer or an authority.",
  "No certificate. It does not say that a product or an operator keeps a law: it says what some conversations showed.",
  `One corpus, version ${shown(corpus.version)}: scripted caregivers, not a product's own users.`,
  `${judged.charAt(0).toUpperCase()}${judged.slice(1)}. Where its checks were not measured against people, they are marked as not claim-ready.`,
  ...(simulated ? ["Not about any real model, as far as it is simulated."] : []),
  "The duties are in our words. The law's own words and its date count, and both may have changed since somebody looked.",
])}
<p>A duty is <strong>held</strong> only where every conversation that called for it was seen to hold it, and at least one did. One failure is <strong>failed</strong>. Everything else, and whatever nobody looked at, is <strong>not established</strong>.</p>`;
}

function whatWasTested(evidence: Evidence): string {
  const { product, can, as_of, profile, judge, corpus, fingerprints, models, sealed_at, notes } = evidence;
  const facts = [
    ["Scan", shown(evidence.scan_id)],
    ["Sealed", shown(sealed_at)],
    ["Law of", shown(as_of ?? "no day: the scan names none")],
    [
      "Tested as",
      shown(
        product === undefined
          ? "a bare model: duties that bind a product are not called for"
          : describeProduct(product),
      ),
    ],
    ...(can === undefined
      ? []
      : [["It can, as its maker declares", shown(abilityLines(can).join("; "))] as const]),
    ["Profile", shown(profile)],
    ["Judge", shown(judge ?? "none")],
    ["Corpus", `${shown(corpus.version)}, <span class="hash">${corpus.hash.slice(0, 16)}</span>`],
    ["Scoring", `<span class="hash">${fingerprints.scoring.slice(0, 16)}</span>`],
  ] as const;
  return `<h2>What was tested</h2>
<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join("")}</dl>
${markupTable(
  "Assistants",
  ["Assistant", "#Conversations", "#Incomplete", "What may be claimed of it"],
  models.map(({ model_id, simulated, conversations, incomplete, claim }) => [
    `${shown(model_id)}${simulated ? " (simulated)" : ""}`,
    String(conversations),
    String(incomplete),
    claim.ready ? "its rates" : shown(`nothing yet: ${claim.missing.join("; ")}`),
  ]),
)}
${bullets(notes.map(shown))}`;
}

function atAGlance({ regimes, models }: Evidence, mark: string): string {
  const laws = regimes.flatMap((regime) => (regime.kind === "law" ? [regime] : []));
  if (laws.length === 0) return "";
  const rows = laws.flatMap(({ id, duties }) =>
    duties.map(({ duty, findings }) => [
      `<a href="#${shown(duty.id)}">${shown(duty.id)}</a>`,
      shown(id),
      ...findings.map(({ standing }) => standingMark(standing)),
    ]),
  );
  return `<h2>At a glance${mark}</h2>
${markupTable("Every duty and every assistant", ["Duty", "Regime", ...models.map(({ model_id }) => shown(model_id))], rows)}`;
}

function whatChanged(changes: EvidenceChanges, mark: string): string {
  const { previous, differs_in, moved, reworded, added, gone, added_models, gone_models } = changes;
  const named = (what: string, ids: readonly string[]) =>
    ids.length === 0 ? [] : [shown(`${what}: ${ids.join(", ")}.`)];
  return `<h2>What changed${mark}</h2>
<p>Against the evidence of scan ${shown(previous.scan_id)} (<span class="hash">${previous.sha256.slice(0, 16)}</span>).${differs_in.length === 0 ? "" : shown(` They were not made alike: another is ${differs_in.join(", ")}. A change may come of that.`)}</p>
${bullets([
  ...named("Duties stated otherwise", reworded),
  ...named("Duties that are new here", added),
  ...named("Duties that are gone", gone),
  ...named("Assistants that are new here", added_models),
  ...named("Assistants that are gone", gone_models),
  ...(moved.length === 0 ? ["No duty came to another outcome for an assistant that is in both."] : []),
])}
${
  moved.length === 0
    ? ""
    : markupTable(
        "Duties that came to another outcome",
        ["Duty", "Assistant", "Before", "Here"],
        moved.map(({ duty_id, model_id, before, after }) => [
          shown(duty_id),
          shown(model_id),
          standingWords[before],
          standingMark(after),
        ]),
      )
}`;
}

function regimeSection(regime: RegimeEvidence, mark: string, smallCell: number): string {
  const { title, id, text: about, source, source_dated, checked, verification } = regime;
  const head = `<h2>${shown(title)}${mark}</h2>
<p>${shown(about)}</p>
<p class="quiet"><code>${shown(id)}</code>. Source: ${link(source)} (${shown(source_dated)}), looked at ${checked}, ${verification}.</p>`;
  if (regime.kind === "law")
    return [head, ...regime.duties.map((duty) => dutySection(duty, mark, smallCell))].join("\n");
  const practices = regime.practices.map(
    (practice) => `<article>
<h3>${shown(practice.id)}${mark}</h3>
<p>${shown(practice.text)} <span class="quiet">(${shown(practice.section)})</span></p>
${practice.artefacts.length === 0 ? "<p>Nothing that a run leaves behind speaks to it.</p>" : bullets(practice.artefacts.map(artefactLine))}
<p class="quiet">${shown(practice.note)}</p>
</article>`,
  );
  return [
    head,
    "<p>A file that is there shows that it is there, and not that a practice was followed.</p>",
    ...practices,
  ].join("\n");
}

function artefactLine({
  artefact,
  present,
  files,
  note,
}: Extract<RegimeEvidence, { kind: "process" }>["practices"][number]["artefacts"][number]): string {
  const hashes = Object.entries(files).map(
    ([name, hash]) => `<code>${shown(name)}</code> <span class="hash">${hash}</span>`,
  );
  const said = present ? `present: ${hashes.join("; ")}` : "<strong>absent</strong>";
  return `${artefactWords[artefact]}, ${said}${note === undefined ? "" : `. ${shown(note)}`}`;
}

/** Section "What was not tested". */
function notTested({ regimes, models }: Evidence, mark: string): string {
  const duties = regimes.flatMap((regime) => (regime.kind === "law" ? regime.duties : []));
  const outside = duties.filter(({ duty }) => duty.test.kind === "outside");
  const uncalled = duties.filter(
    ({ duty, findings }) =>
      duty.test.kind !== "outside" && findings.every(({ called_for }) => called_for === 0),
  );
  const unasked = [
    ...new Set(
      duties.flatMap(({ findings }) =>
        findings.flatMap(({ checks }) =>
          checks.filter(({ in_profile }) => !in_profile).map(({ check_id }) => check_id),
        ),
      ),
    ),
  ];
  const ids = (all: typeof duties) => [...new Set(all.map(({ duty }) => duty.id))].join(", ");
  return `<h2>What was not tested${mark}</h2>
${bullets([
  ...(outside.length === 0
    ? []
    : [
        shown(`Nothing in a conversation shows these; somebody has to show them otherwise: ${ids(outside)}.`),
      ]),
  ...(uncalled.length === 0 ? [] : [shown(`No conversation called for these: ${ids(uncalled)}.`)]),
  ...(unasked.length === 0 ? [] : [shown(`Checks that this scan did not ask: ${unasked.join(", ")}.`)]),
  shown(
    `Everything outside these conversations with ${formatQuantity(models.length, "assistant")}: screens, notices, records, advertising, other languages and other users than the scenarios have.`,
  ),
])}`;
}
