import { expect, test } from "vitest";
import { compileLexicons } from "../text/lexicon-matcher.ts";
import { knownModels, openModel } from "./open-model.ts";

const emptyWorld = {
  scenarios: new Map(),
  checks: new Map(),
  lexicons: new Map(),
  golden: new Map(),
  matcher: compileLexicons([]),
};

test("every model that is listed can be opened by its name", () => {
  for (const model of knownModels()) {
    const { modelId, simulated } = openModel(model.model_id, emptyWorld);
    expect({ modelId, simulated }).toEqual({ modelId: model.model_id, simulated: model.simulated });
  }
});

test("a name that nobody serves is refused with the names there are", () => {
  expect(() => openModel("sim/nobody", emptyWorld)).toThrow(
    expect.objectContaining({
      code: "IB_UNKNOWN_MODEL",
      message: 'No model is named "sim/nobody".',
      hint: expect.stringContaining("sim/careful, sim/attached, sim/brittle, sim/judge, sim/noisy-judge"),
    }),
  );
});
