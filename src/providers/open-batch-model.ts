import { batchPrice, isFilesName, PAID_ELSEWHERE } from "../domain/models.ts";
import type { ModelPrice } from "../schema/corpus/model-catalog.ts";
import { ModelId } from "../schema/ids.ts";
import type { BatchAnswer, BatchService } from "./batch/batch-service.ts";
import { type BatchFolders, fileBatches } from "./batch/file-batches.ts";
import { Gatherer } from "./batch/gather.ts";
import { buildBatchChain } from "./chain/build-chain.ts";
import { AttemptError, OutOfBounds, providersErrors, providersUnavailable } from "./errors.ts";
import type { ModelClient } from "./model-client.ts";
import { batchSettings, openBatchService } from "./open-batch-service.ts";
import type { ProviderContext } from "./provider-context.ts";
import type { ProviderSettings } from "./provider-settings.ts";
import { createAiSdkClient, type Postpone } from "./served/ai-sdk-client.ts";

/** The same number as for live calls. */
const MAX_ATTEMPTS = 5;

/**
 * Opens a model whose calls are collected into batches, for its provider or, by the name `files/…`, for a folder. Needs
 * no key and loads nothing before the first call.
 */
export function openBatchModel(
  modelId: string,
  providers: ProviderContext,
  folders: Partial<BatchFolders>,
): ModelClient {
  if (isFilesName(modelId)) return openFilesModel(modelId, providers, folders);
  const settings = batchSettings(modelId, providers);
  const listed = providers.prices(modelId);
  const price = listed && batchPrice(listed);
  const served = { address: settings.baseUrl, price, maxAttempts: MAX_ATTEMPTS };
  return gathered(settings, served, providers, () => openBatchService(modelId, providers));
}

/** Costs of file answers are paid elsewhere. An answer on disk is neither read again nor cached. */
function openFilesModel(
  modelId: string,
  providers: ProviderContext,
  { requests, answers }: Partial<BatchFolders>,
): ModelClient {
  if (requests === undefined || answers === undefined || requests === answers)
    throw providersErrors.IB_BATCH_FOLDERS(modelId);
  const model = modelId.slice(modelId.indexOf("/") + 1);
  const settings: ProviderSettings = {
    modelId,
    protocol: "files",
    provider: "files",
    model,
    // A placeholder address that receives no request. The files contain the path.
    baseUrl: "http://files.invalid/v1",
    namedBy: { variable: "" },
    sent: [],
    apiKey: undefined,
    headers: {},
    missing: [],
    keyVariables: [],
    secrets: [],
  };
  const price: ModelPrice = {
    model: ModelId.parse(modelId),
    family: "files",
    input: 0,
    output: 0,
    as_of: "2026-11-16",
    source: PAID_ELSEWHERE,
  };
  const served = { address: requests, price, maxAttempts: 1 };
  const context = { ...providers, cacheDirectory: null };
  return gathered(settings, served, context, () => fileBatches({ requests, answers }));
}

function gathered(
  settings: ProviderSettings,
  served: Parameters<typeof buildBatchChain>[1],
  providers: ProviderContext,
  openService: () => BatchService,
): ModelClient {
  const { modelId } = settings;
  let gatherer: Gatherer | undefined;
  const postpone: Postpone = async (call, { attempts }, signal) => {
    gatherer ??= new Gatherer({ modelId, service: openService(), clock: providers.clock });
    const later = attempts?.later;
    if (attempts === undefined || later === undefined)
      throw new Error("calls are gathered only where they are recorded");
    const asked = { ...call, attempts: { sending: attempts.sending, later } };
    // The SDK would wrap an error, so the original is kept and thrown again.
    const answer = await gatherer.ask(asked, signal).catch((error: Error) => {
      throw new OutOfBounds(() => error);
    });
    if ("lost" in answer) throw new OutOfBounds(() => lossOf(answer, settings));
    const { status, body } = answer;
    return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
  };
  return buildBatchChain(createAiSdkClient(settings, served.price, providers, postpone), served, providers);
}

function lossOf(
  { lost, said }: Extract<BatchAnswer, { lost: string }>,
  { modelId, protocol }: ProviderSettings,
): Error {
  const detail = said === undefined || said === "" ? "" : `: ${said}`;
  switch (lost) {
    // The whole batch was refused, so an immediate retry would be refused too.
    case "failed":
      return providersUnavailable.IB_BATCH_REFUSED(modelId, said ?? "it gives no reason");
    case "expired":
    case "cancelled":
      return new AttemptError(`its batch was ${lost}${detail}`, {
        kind: "timeout",
        isRetryable: true,
        // The other two state that they do not charge for it.
        mayBeBilled: protocol === "google",
      });
    case "missing":
      return new AttemptError(`its batch has no answer to it${detail}`, {
        kind: "bad_response",
        isRetryable: true,
        mayBeBilled: true,
      });
  }
}
