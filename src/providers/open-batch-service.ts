import { anthropicBatches } from "./batch/anthropic-batches.ts";
import { BatchConnection } from "./batch/batch-connection.ts";
import type { BatchService } from "./batch/batch-service.ts";
import { googleBatches } from "./batch/google-batches.ts";
import { openaiBatches } from "./batch/openai-batches.ts";
import { providersErrors } from "./errors.ts";
import type { ProviderContext } from "./provider-context.ts";
import { assertAdmitted, type ProviderSettings, providerSettings } from "./provider-settings.ts";

/** Batch services by protocol, and the header format for the key. */
const SERVICES = {
  openai: { create: openaiBatches, headersOf: (key: string) => ({ authorization: `Bearer ${key}` }) },
  anthropic: {
    create: anthropicBatches,
    headersOf: (key: string) => ({ "x-api-key": key, "anthropic-version": "2023-06-01" }),
  },
  google: { create: googleBatches, headersOf: (key: string) => ({ "x-goog-api-key": key }) },
};

/** Returns where a model's batches go. Refuses a model whose provider has no supported batch service. */
export function batchSettings(
  modelId: string,
  context: Pick<ProviderContext, "environment" | "provenance" | "endpoints">,
): ProviderSettings & { readonly protocol: keyof typeof SERVICES } {
  const settings = providerSettings(modelId, context);
  if (settings === undefined || !hasService(settings.protocol)) {
    throw providersErrors.IB_NO_BATCH_SERVICE(modelId, Object.keys(SERVICES));
  }
  return { ...settings, protocol: settings.protocol };
}

/** Opens the batch service of a model's provider, with the address and key of its live calls. */
export function openBatchService(
  modelId: string,
  context: Pick<ProviderContext, "environment" | "provenance" | "endpoints" | "clock" | "timeoutMs">,
): BatchService {
  const settings = batchSettings(modelId, context);
  assertAdmitted(settings, context.provenance);
  const { create, headersOf } = SERVICES[settings.protocol];
  const { environment, provenance, clock, timeoutMs } = context;
  const headers = headersOf(settings.apiKey ?? "");
  return create(
    new BatchConnection({ settings, headers, environment, provenance, clock, timeoutMs }),
    settings,
  );
}

function hasService(protocol: ProviderSettings["protocol"]): protocol is keyof typeof SERVICES {
  return Object.hasOwn(SERVICES, protocol);
}
