export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

export function goal(what: string, value: number, most: number, unit: string): string {
  return `${what}: ${Math.round(value)} ${unit} (goal ${most} ${unit}: ${value <= most ? "met" : "MISSED"})`;
}
