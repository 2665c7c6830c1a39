import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isIPv4 } from "node:net";

export interface SelfSignedCertificate {
  /** PEM; also the certificate authority to trust. */
  readonly certificate: string;
  /** PEM */
  readonly privateKey: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** A certificate for these host names and IPv4 addresses that is its own authority. Valid for a day. */
export function selfSignedCertificate(names: readonly string[]): SelfSignedCertificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const unsigned = certificateBody(names, publicKey);
  const certificate = sequence(
    unsigned,
    SIGNATURE_ALGORITHM,
    bitString(sign("sha256", unsigned, privateKey)),
  );
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  return {
    certificate: ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n"),
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

// Node reads X.509 but does not write it. What follows is the DER of RFC 5280, no more than these fields need.

const element = (tag: number, ...contents: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(contents);
  const length = content.length;
  const header = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...header]), content]);
};
const sequence = (...contents: readonly Buffer[]) => element(0x30, ...contents);
const set = (...contents: readonly Buffer[]) => element(0x31, ...contents);
const integer = (bytes: Buffer) => element(0x02, bytes);
const bitString = (bytes: Buffer) => element(0x03, Buffer.from([0]), bytes);
const octetString = (bytes: Buffer) => element(0x04, bytes);
const objectIdentifier = (hex: string) => element(0x06, Buffer.from(hex, "hex"));
const utf8 = (text: string) => element(0x0c, Buffer.from(text));
const TRUE = element(0x01, Buffer.from([0xff]));

const SIGNATURE_ALGORITHM = sequence(objectIdentifier("2a8648ce3d040302"));
const COMMON_NAME = objectIdentifier("550403");
const SUBJECT_ALTERNATIVE_NAME = objectIdentifier("551d11");
const BASIC_CONSTRAINTS = objectIdentifier("551d13");

function certificateBody(names: readonly string[], publicKey: KeyObject): Buffer {
  const version3 = element(0xa0, integer(Buffer.from([2])));
  // The first bit clear and the second set: positive, and in its shortest form.
  const serial = randomBytes(8);
  serial.writeUInt8((serial.readUInt8(0) & 0x3f) | 0x40, 0);
  const name = sequence(set(sequence(COMMON_NAME, utf8("local test server"))));
  const now = Date.now();
  const validity = sequence(utcTime(now - DAY_MS), utcTime(now + DAY_MS));
  const alternatives = names.map((each) =>
    isIPv4(each) ? element(0x87, Buffer.from(each.split(".").map(Number))) : element(0x82, Buffer.from(each)),
  );
  const extensions = sequence(
    sequence(BASIC_CONSTRAINTS, TRUE, octetString(sequence(TRUE))),
    sequence(SUBJECT_ALTERNATIVE_NAME, octetString(sequence(...alternatives))),
  );
  return sequence(
    version3,
    integer(serial),
    SIGNATURE_ALGORITHM,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
    element(0xa3, extensions),
  );
}

function utcTime(time: number): Buffer {
  const digits = new Date(time).toISOString().replace(/\D/g, "").slice(2, 14);
  return element(0x17, Buffer.from(`${digits}Z`));
}
