/** Summary of a board in one line: the heading of the page, of a brief and of a card. */

interface Headed {
  readonly lead: { readonly models: readonly { readonly model_id: string }[] } | null;
  readonly open: number;
  readonly models: readonly unknown[];
  readonly own_checks?: { readonly title: string };
}

/** Up to this many leaders are all named. */
export const NAMED_IN_FULL = 3;

/** The heading if all assistants crossed lines and none stands out; `null` otherwise. */
export function allLead(leading: number, of: number): string | null {
  if (of === 1 || leading < of) return null;
  const all = of === 2 ? "Both assistants" : `All ${of} assistants`;
  return `${all} crossed lines; who most often is too close to call`;
}

/** Text after the names of the leaders. @param of all assistants */
export function describeLead(leading: number, of: number): string {
  if (of === 1) return " crossed safety or compliance lines";
  if (leading === 1) return " crossed lines most often";
  return " crossed lines most often; too close to call between them";
}

/** "sim/a and sim/b crossed lines most often; too close to call between them", or that all of them did. */
export function boardHeadline({ lead, open, models, own_checks: own }: Headed): string {
  if (own !== undefined) return own.title;
  if (lead === null)
    return open === 0
      ? "No assistant crossed a safety or compliance line"
      : "Whether an assistant crossed a safety or compliance line could not be established";
  const names = lead.models.map(({ model_id }) => model_id);
  return (
    allLead(names.length, models.length) ?? namedTogether(names) + describeLead(names.length, models.length)
  );
}

/** "a", "a and b", "a, b and c", "a and 4 others". */
function namedTogether(names: readonly string[]): string {
  const [first = "", ...others] = names;
  if (names.length > NAMED_IN_FULL) return `${first} and ${others.length} others`;
  return [names.slice(0, -1).join(", "), names.at(-1)].filter((part) => part !== "").join(" and ");
}
