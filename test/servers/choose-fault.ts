import { createRandom } from "../../src/kernel/random.ts";
import type { FaultKind } from "./fault-kind.ts";
import type { FaultRule, FaultShare, ModelServerOptions } from "./model-server-options.ts";
import type { WireRequest } from "./wire-request.ts";

/** The fault this attempt meets: a function of the request and its attempt number, and of nothing else. */
export function chooseFault(faults: ModelServerOptions["faults"], request: WireRequest): FaultKind | null {
  if (faults === undefined) return null;
  if (typeof faults === "function") return faults(request);
  return "share" in faults ? drawFault(faults, request) : scriptedFault(faults, request);
}

function scriptedFault(rules: readonly FaultRule[], request: WireRequest): FaultKind | null {
  const rule = rules.find(
    ({ model, textIncludes }) =>
      (model === undefined || model === request.model) &&
      (textIncludes === undefined || request.messages.at(-1)?.text.includes(textIncludes)),
  );
  if (rule === undefined) return null;
  const scripted = rule.attempts[request.attempt - 1];
  return scripted === undefined ? (rule.after ?? null) : scripted;
}

function drawFault(faults: FaultShare, { requestHash, attempt }: WireRequest): FaultKind | null {
  const [first, ...others] = faults.kinds;
  if (first === undefined) throw new Error("a share of faults needs at least one kind");
  const draw = (number: number) => {
    const random = createRandom(`${faults.seed ?? "faults"}/${requestHash}/${number}`);
    return random.next() < faults.share ? random.pick([first, ...others]) : null;
  };
  const fault = draw(attempt);
  if (fault === null || faults.maxPerRequest === undefined) return fault;
  const earlier = Array.from({ length: attempt - 1 }, (_, index) => draw(index + 1));
  return earlier.filter((each) => each !== null).length < faults.maxPerRequest ? fault : null;
}
