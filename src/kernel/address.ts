/** Addresses can hold passwords and keys. What is shown or written down of one is shown without them. */

const REPLACEMENT = "[redacted]";

/** Parameters whose values let somebody in: `api_key`, `access_token`, `X-Amz-Signature`, and what servers call them besides. */
const SECRET_NAME = String.raw`(?:[\w.-]*(?:key|token|secret|password|passwd|pwd|signature)|sig|auth|code|credentials?)`;
const SECRET_PARAMETER = new RegExp(`^${SECRET_NAME}$`, "i");
const SECRET_VALUE = new RegExp(String.raw`([?&]${SECRET_NAME}=)[^&#\s"'<>]+`, "gi");
/** All up to the last @ before a path, as browsers read it. */
const USER_AND_PASSWORD = /(:\/\/)[^\s/?#]+@/g;

/** The text with every address in it, whole or in part, rid of user names, passwords and keys. */
export function hideCredentials(text: string): string {
  return text.replace(USER_AND_PASSWORD, `$1${REPLACEMENT}@`).replace(SECRET_VALUE, `$1${REPLACEMENT}`);
}

/** Whether an address brings its own way in. What is no address has none. */
export function holdsCredentials(address: string): boolean {
  if (!URL.canParse(address)) return hideCredentials(address) !== address;
  const { username, password, searchParams } = new URL(address);
  return username !== "" || password !== "" || [...searchParams].some(isSecret);
}

function isSecret([name, value]: readonly [string, string]): boolean {
  return value !== "" && SECRET_PARAMETER.test(name);
}
