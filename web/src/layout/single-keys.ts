const KEY = "invisiblebench-single-keys";

let areOn = readChoice();

/** Whether a single letter does something. People who dictate or hit keys by accident can turn it off. */
export function singleKeysAreOn(): boolean {
  return areOn;
}

export function turnSingleKeys(on: boolean): void {
  areOn = on;
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    // Then the choice lasts as long as the page.
  }
}

function readChoice(): boolean {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    // Storage may be forbidden, as it is for some pages opened from a file.
    return true;
  }
}
