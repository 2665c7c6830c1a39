import fc from "fast-check";

/** Changes that copying may make to words without changing their meaning. */
const damage = fc.record({
  apostrophe: fc.constantFrom("'", "\u2019", "\u02bc"),
  dash: fc.constantFrom("-", "\u2013", "\u2014"),
  space: fc.constantFrom(" ", "  ", "\n", "\t", "\u00a0", " \r\n "),
  emphasis: fc.constantFrom("", "", "**", "*", "_", "`"),
  casing: fc.constantFrom("as it is", "upper", "lower"),
  invisible: fc.constantFrom("", "", "\u200b", "\u00ad"),
});

/** The same words, each damaged in its own way. */
export function damaged(words: readonly string[]): fc.Arbitrary<string> {
  return fc.array(damage, { minLength: words.length, maxLength: words.length }).map((damages) =>
    words
      .map((word, index) => {
        const { apostrophe, dash, space, emphasis, casing, invisible } = damages[index] ?? plain;
        const cased =
          casing === "upper" ? word.toUpperCase() : casing === "lower" ? word.toLowerCase() : word;
        const marked = cased.replaceAll("'", apostrophe).replaceAll("-", dash);
        const gap = index === 0 ? "" : space;
        return `${gap}${emphasis}${marked.slice(0, 1)}${invisible}${marked.slice(1)}${emphasis}`;
      })
      .join(""),
  );
}

const plain = { apostrophe: "'", dash: "-", space: " ", emphasis: "", casing: "as it is", invisible: "" };

/** Words of ordinary prose, without abbreviations that normalising would spell out. */
export const proseWord = fc.constantFrom(
  ..."her chart isn't here and the night-time nurse won't call before Tuesday so ask Ray's sister whether café visits help"
    .split(" ")
    .concat(
      "you're it's o'clock 24/7 10.5 mg tired again maybe she'd sit quietly sometimes after lunch".split(" "),
    ),
);
