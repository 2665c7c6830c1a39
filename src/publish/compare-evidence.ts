import type { Sha256 } from "../schema/ids.ts";
import type { DutyEvidence, Evidence, EvidenceChanges } from "../schema/scan/evidence.ts";

/** Lists the differences between an evidence file and an earlier one. */
export function compareEvidence(before: Evidence, after: Evidence, sha256: Sha256): EvidenceChanges {
  const [earlier, later] = [dutiesOf(before), dutiesOf(after)];
  const shared = [...later.values()].flatMap((duty) => {
    const past = earlier.get(duty.duty.id);
    return past === undefined ? [] : [{ duty, past }];
  });
  const models = (evidence: Evidence) => evidence.models.map(({ model_id }) => model_id);
  return {
    previous: { sha256, scan_id: before.scan_id, as_of: before.as_of },
    differs_in: unlikeSettings(before, after),
    moved: shared.flatMap(({ duty, past }) =>
      duty.findings.flatMap(({ model_id, standing }) => {
        const then = past.findings.find((finding) => finding.model_id === model_id)?.standing;
        return then === undefined || then === standing
          ? []
          : [{ duty_id: duty.duty.id, model_id, before: then, after: standing }];
      }),
    ),
    reworded: shared.filter(({ duty, past }) => duty.stated !== past.stated).map(({ duty }) => duty.duty.id),
    added: [...later.keys()].filter((id) => !earlier.has(id)),
    gone: [...earlier.keys()].filter((id) => !later.has(id)),
    added_models: models(after).filter((id) => !models(before).includes(id)),
    gone_models: models(before).filter((id) => !models(after).includes(id)),
  };
}

/** Indexes duties by id; several regimes may share one. */
function dutiesOf({ regimes }: Evidence): ReadonlyMap<DutyEvidence["duty"]["id"], DutyEvidence> {
  const duties = regimes.flatMap((regime) => (regime.kind === "law" ? regime.duties : []));
  return new Map(duties.map((duty) => [duty.duty.id, duty]));
}

function unlikeSettings(before: Evidence, after: Evidence): string[] {
  const settings = {
    "the corpus": (evidence: Evidence) => evidence.corpus.hash,
    "how it was scored": (evidence: Evidence) => evidence.fingerprints.scoring,
    "the conversations": (evidence: Evidence) => evidence.fingerprints.transcripts,
    "the judge": (evidence: Evidence) => evidence.judge,
    "the profile": (evidence: Evidence) => evidence.profile,
    "the day of the law": (evidence: Evidence) => evidence.as_of,
    "the product": (evidence: Evidence) => JSON.stringify(evidence.product ?? null),
    "its declared abilities": (evidence: Evidence) => JSON.stringify(evidence.can ?? null),
    "what is simulated": (evidence: Evidence) => evidence.simulated,
  } as const;
  return Object.entries(settings).flatMap(([name, of]) => (of(before) === of(after) ? [] : [name]));
}
