import type { ContestedVerdict } from "../../../../src/site/pages/build-contested.ts";
import { NOT_APPLIED, type Party, type Strip, stripsOf } from "../../parts/strips.ts";
import { personName } from "../../words/annotator-name.ts";

/** Lists who said what about a contested verdict, by place. */
export function contestedStrips(
  row: Pick<ContestedVerdict, "places" | "second_judge" | "one_vote_fails" | "people" | "unapplied">,
): readonly Strip[] {
  const { second_judge, one_vote_fails } = row;
  const places = row.places.map((place, at) => ({
    ...place,
    first: place.first.map((verdict, index) => ({
      key: `first ${at} ${index}`,
      name: null,
      verdict,
      words: `vote ${index + 1}`,
    })),
    second: place.second.map((verdict, index) => ({
      key: `second ${at} ${index}`,
      name: null,
      verdict,
      words: second_judge ?? "",
    })),
  }));
  return stripsOf(places, { people: peopleOf(row), oneVoteFails: one_vote_fails === true });
}

function peopleOf({
  people,
  unapplied = [],
}: Pick<ContestedVerdict, "people" | "unapplied">): readonly Party[] {
  const labelled = (labels: typeof unapplied, key: string) =>
    labels.map(({ annotator, label }) => ({
      key: `${key} ${annotator} ${label}`,
      name: personName(annotator),
      verdict: label,
      words: "said",
    }));
  const together = { key: "together", name: "decided", verdict: people?.decided ?? null, words: "together" };
  const said = labelled(people?.labels ?? [], "person");
  const isAdjudicated = said.some(({ name }) => name === together.name);
  return [
    ...(people === null ? [] : [{ title: "people", voices: isAdjudicated ? said : [...said, together] }]),
    ...(unapplied.length === 0 ? [] : [{ title: NOT_APPLIED, voices: labelled(unapplied, "unapplied") }]),
  ];
}
