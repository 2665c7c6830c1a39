/** `checks/IB-A1.yaml` is named `IB-A1`. */
export function fileStem(file: string): string {
  const name = file.slice(file.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? name : name.slice(0, dot);
}
