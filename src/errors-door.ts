/**
 * The library's errors, `invisiblebench/errors`. Each is a `BenchError` with a permanent `code`:
 * `hasCode(error, "IB_NO_SUCH_RUN")`. Errors with fields of their own are classes.
 * @module
 */
import type { apiErrors, apiUnavailable } from "./api/errors.ts";
import type { calibrateErrors } from "./calibrate/errors.ts";
import type { corpusErrors } from "./corpus/errors.ts";
import type { exchangeErrors } from "./exchange/errors.ts";
import type { executorErrors } from "./executor/errors.ts";
import type { fleetErrors } from "./fleet/errors.ts";
import type { harnessErrors } from "./harness/errors.ts";
import type { monitorErrors } from "./monitor/errors.ts";
import type { planRunErrors } from "./plan-run/errors.ts";
import type { planScanErrors } from "./plan-scan/errors.ts";
import type { providersErrors, providersUnavailable } from "./providers/errors.ts";
import type { publishErrors } from "./publish/errors.ts";
import type { reviewErrors } from "./review/errors.ts";
import type { serverErrors } from "./server/errors.ts";
import type { storeErrors } from "./store/errors.ts";
import type { textErrors } from "./text/errors.ts";

export { CorpusError, EmptyCorpusError, NoCorpusError } from "./corpus/errors.ts";
export { BadImportError } from "./exchange/errors.ts";
export { BenchError, ExitCode, hasCode } from "./kernel/errors.ts";
export {
  CostCeilingError,
  JudgeUnusableError,
  ModelCallError,
  ModelUnavailableError,
  ProviderDownError,
  ProviderRefusedError,
} from "./providers/errors.ts";
export { BoardRefusedError, UnlikeScansError } from "./publish/errors.ts";
export { ArtefactError, BrokenSealError, LinkedWordsError, RunLockedError } from "./store/errors.ts";

/** The code of every error without its own class. */
export type ErrorCode = keyof (typeof apiErrors &
  typeof apiUnavailable &
  typeof calibrateErrors &
  typeof corpusErrors &
  typeof exchangeErrors &
  typeof executorErrors &
  typeof fleetErrors &
  typeof harnessErrors &
  typeof monitorErrors &
  typeof planRunErrors &
  typeof planScanErrors &
  typeof providersErrors &
  typeof providersUnavailable &
  typeof publishErrors &
  typeof reviewErrors &
  typeof serverErrors &
  typeof storeErrors &
  typeof textErrors);
