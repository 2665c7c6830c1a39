/** Addresses can contain passwords and keys. They are removed before an address is shown or stored. */

const REPLACEMENT = "[redacted]";

/**
 * Names of parameters with secret values: `api_key`, `access_token`, `X-Amz-Signature`, and other names that
 * servers use.
 */
const SECRET_NAME = String.raw`(?:[\w.-]*(?:key|token|secret|password|passwd|pwd|signature)|sig|auth|code|credentials?)`;
const SECRET_PARAMETER = new RegExp(`^${SECRET_NAME}$`, "i");
const SECRET_VALUE = new RegExp(String.raw`([?&]${SECRET_NAME}=)[^&#\s"'<>]+`, "gi");
/** Everything up to the last @ before a path, as browsers parse it. */
const USER_AND_PASSWORD = /(:\/\/)[^\s/?#]+@/g;

/** Removes user names, passwords and keys from every address in the text, whole or in part. */
export function hideCredentials(text: string): string {
  return text.replace(USER_AND_PASSWORD, `$1${REPLACEMENT}@`).replace(SECRET_VALUE, `$1${REPLACEMENT}`);
}

/** Whether an address contains credentials. A text that is no address has none. */
export function holdsCredentials(address: string): boolean {
  if (!URL.canParse(address)) return hideCredentials(address) !== address;
  const { username, password, searchParams } = new URL(address);
  return username !== "" || password !== "" || [...searchParams].some(isSecret);
}

function isSecret([name, value]: readonly [string, string]): boolean {
  return value !== "" && SECRET_PARAMETER.test(name);
}
