import type { CorpusDraft } from "../corpus-draft.ts";
import { fileStem } from "../read/source-file.ts";

/** The core's rule files with a pack's duties in the place of the core's: by these the pack's own scan is read. */
export function withOwnDuties({
  rules,
  pack,
}: Pick<CorpusDraft, "rules" | "pack">): Pick<CorpusDraft, "rules"> {
  const own = new Map(
    (pack?.rules ?? []).map(({ source, value }) => [fileStem(source.file), value?.["duties+"] ?? []]),
  );
  return {
    rules: rules.map((artefact) => {
      if (artefact.value === null) return artefact;
      const { duties: _, "duties+": __, ...words } = artefact.value;
      return {
        ...artefact,
        value: { ...words, "duties+": own.get(fileStem(artefact.source.file)) ?? [] },
      };
    }),
  };
}
