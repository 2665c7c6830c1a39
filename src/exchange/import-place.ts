/** Where in an imported file something stands. */
export interface ImportPlace {
  readonly file: string;
  /** Of a file with one record to a line. */
  readonly line?: number;
  /** Inside the record: `samples[2].messages[0].content`. */
  readonly path: readonly PropertyKey[];
}

export function inside(place: ImportPlace, ...path: readonly PropertyKey[]): ImportPlace {
  return { ...place, path: [...place.path, ...path] };
}

export function describeImportPlace({ file, line, path }: ImportPlace): string {
  const where = line === undefined ? file : `${file}:${line}`;
  const steps = path.map((step, index) =>
    typeof step === "number" ? `[${step}]` : `${index === 0 ? "" : "."}${String(step)}`,
  );
  return steps.length === 0 ? where : `${where}: ${steps.join("")}`;
}
