const KEY = "invisiblebench-review-token";
const IN_ADDRESS = /^#token=([\w-]+)$/;

/** Takes the token out of the address, so that it is not seen over a shoulder or copied with it; it lasts as long as the tab. */
export function keepToken(): void {
  const token = IN_ADDRESS.exec(location.hash)?.[1];
  if (token === undefined) return;
  if (token !== readToken()) sessionStorage.clear();
  sessionStorage.setItem(KEY, token);
  history.replaceState(null, "", `${location.pathname}#/`);
}

/** Another link in the same tab may be another person's: the page begins anew with it. */
export function followLinks(): void {
  window.addEventListener("hashchange", () => {
    if (IN_ADDRESS.test(location.hash)) location.reload();
  });
}

export function readToken(): string {
  return sessionStorage.getItem(KEY) ?? "";
}
