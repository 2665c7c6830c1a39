import { ModelUnavailableError } from "../model-unavailable-error.ts";

/** The file of certificate authorities that the environment names cannot be read. */
export class CertificateFileError extends ModelUnavailableError {
  readonly code = "IB_CERTIFICATE_FILE";

  constructor(path: string, cause: unknown) {
    super(`The certificates in ${path} cannot be read.`, {
      cause,
      hint: "SSL_CERT_FILE and NODE_EXTRA_CA_CERTS name a PEM file; correct or unset them.",
    });
  }
}
