/**
 * Errors of models, in one long table. ModelUnavailableError ends one model's part of a run; ModelCallError is the
 * outcome of one call, and is stored as data.
 */

import { hideCredentials, holdsCredentials } from "../kernel/address.ts";
import { defineErrors } from "../kernel/define-errors.ts";
import { BenchError, ExitCode } from "../kernel/errors.ts";
import type { FailureCause, JournalOutcome } from "../schema/run/journal.ts";
import { askIfMeant, namesLike } from "../text/match/nearest-name.ts";
import type { AttemptCost } from "./model-client.ts";

/** A model cannot be called for the rest of this run: no key, a refused one, a spent quota, no such model. */
export abstract class ModelUnavailableError extends BenchError {}

interface CallFailure extends ErrorOptions {
  readonly kind?: FailureCause;
  readonly retries?: number;
}

/** A call brought no reply. The run stores it as data, so it is not a BenchError and ends nothing. */
export class ModelCallError extends Error {
  readonly kind: FailureCause | undefined;
  readonly retries: number;

  constructor(message: string, { kind, retries = 0, ...options }: CallFailure = {}) {
    super(hideCredentials(message), options);
    this.name = "ModelCallError";
    this.kind = kind;
    this.retries = retries;
  }
}

/** Another worker makes or made this call. Nothing was sent here, or what was sent is counted but does not decide. */
export class AnsweredElsewhere extends Error {
  /** Resolves with the outcome, or with `free` if no worker is about to have one. */
  readonly settled: (signal: AbortSignal) => Promise<JournalOutcome | "free">;

  constructor(settled: AnsweredElsewhere["settled"]) {
    super("another worker makes this call");
    this.settled = settled;
  }
}

/** A call that should be in a journal is missing. The replaying code decides what that means. */
export class UnrecordedCallError extends Error {
  readonly subject: string;

  constructor(subject: string) {
    super(`the journal does not hold the call ${subject}`);
    this.name = "UnrecordedCallError";
    this.subject = subject;
  }
}

interface AttemptFailure extends AttemptCost {
  readonly kind: FailureCause;
  /** Whether another attempt may succeed. */
  readonly isRetryable: boolean;
  /** The wait that the provider asked for. */
  readonly retryAfterMs?: number | undefined;
  /** Whether the reply may have been generated and billed, although it did not arrive. */
  readonly mayBeBilled?: boolean;
  /** Whether the address did not answer. */
  readonly isUnreachable?: boolean;
}

/** One attempt brought no reply. The links of the chain decide what follows. */
export class AttemptError extends ModelCallError {
  readonly failure: AttemptFailure;

  /** The message is shown and stored, so it must be redacted. For the same reason there is no `cause`. */
  constructor(message: string, failure: AttemptFailure) {
    super(message, { kind: failure.kind });
    this.name = "AttemptError";
    this.failure = failure;
  }
}

/** We refused to make a call, or to accept a server's answer. The caller adds the model's name. */
export class OutOfBounds extends Error {
  readonly failureOf: (modelId: string) => Error;

  constructor(failureOf: (modelId: string) => Error) {
    super("the call was not made, or its response not taken");
    this.name = "OutOfBounds";
    this.failureOf = failureOf;
  }
}

/**
 * The provider does not have the resource with the requested id: not yet, or no longer. The caller decides what
 * follows.
 */
export class NotThere extends Error {
  constructor() {
    super("there is no such thing at the provider");
    this.name = "NotThere";
  }
}

/** A batch was sent, and it is unknown whether it was accepted. Look for it before sending again. */
export class SubmissionUnknown extends Error {
  /** The message is shown and stored, so it must be redacted. For the same reason there is no `cause`. */
  constructor(message: string) {
    super(hideCredentials(message));
    this.name = "SubmissionUnknown";
  }
}

/**
 * The state of a batch could not be determined in this session. Its calls stay in it, and the next session looks for
 * them there.
 */
export class BatchInterrupted extends Error {
  readonly reason: BenchError;

  constructor(reason: BenchError) {
    super(reason.message);
    this.name = "BatchInterrupted";
    this.reason = reason;
  }
}

/** Hint for library users: the library reads only the environment that the caller passes. */
const HAND_OVER =
  "Hand it over with `createBench({ environment: process.env })`, or have it in .env of the project.";

/** A provider refused a call for a reason that no retry fixes: the key, the model's name, or a spent quota. */
export class ProviderRefusedError extends ModelUnavailableError {
  readonly code = "IB_PROVIDER_REFUSED";
  override readonly exitCode = ExitCode.couldNotBeDone;

  /** The provider's message must be redacted. */
  constructor(refusal: { readonly modelId: string; readonly said: string; readonly hint: string }) {
    super(`${refusal.modelId} cannot be asked: ${refusal.said}`, {
      hint: `${refusal.hint} Everything so far is kept, and can be continued.`,
      canContinue: true,
    });
  }
}

/** A server answers only with failures: continuing would lose more calls. */
export class ProviderDownError extends ModelUnavailableError {
  readonly code = "IB_PROVIDER_DOWN";
  override readonly exitCode = ExitCode.incomplete;

  /** The last message must be redacted. */
  constructor(
    modelId: string,
    streak: { readonly attempts: number; readonly seconds: number; readonly said: string },
  ) {
    super(
      `${modelId} failed ${streak.attempts} times in a row (${streak.seconds} s). Last error: ${streak.said}`,
      {
        hint: "Everything so far is kept, and can be continued when it answers again.",
        canContinue: true,
      },
    );
  }
}

/** A judge answers, but no answer is usable: continuing would only cost more. */
export class JudgeUnusableError extends ModelUnavailableError {
  readonly code = "IB_JUDGE_UNUSABLE";
  override readonly exitCode = ExitCode.incomplete;

  /** @param last the last answer, complete, and why it is unusable */
  constructor(
    modelId: string,
    last: { readonly inARow: number; readonly why: string; readonly said: string },
  ) {
    super(
      `${modelId} returned ${last.inARow} unusable answers in a row. ${last.why} ${quoteStart(last.said)}`,
      {
        hint: "Everything so far is kept. See whether this model can judge at all, and whether it is asked at the right address; `retryLost` asks again what it left without an answer.",
        canContinue: true,
      },
    );
  }
}

const QUOTED_CHARACTERS = 200;

/** Returns the start of an answer, on one line. */
function quoteStart(said: string): string {
  const [...characters] = said.replaceAll(/\s+/g, " ").trim();
  if (characters.length === 0) return "It is empty.";
  const start = characters.slice(0, QUOTED_CHARACTERS).join("");
  return characters.length > QUOTED_CHARACTERS ? `It begins: ${start} …` : `It is: ${start}`;
}

/** The next call could exceed the cost limit, so it was not sent. */
export class CostCeilingError extends BenchError {
  readonly code = "IB_COST_CEILING";
  override readonly exitCode = ExitCode.costCeiling;
  readonly ceilingUsd: number;
  readonly spentUsd: number;
  readonly #nextUsd: number;

  /** @param money without the amount of the next call if only another worker knows it */
  constructor(money: { readonly ceilingUsd: number; readonly spentUsd: number; readonly nextUsd?: number }) {
    const { ceilingUsd, spentUsd, nextUsd } = money;
    const next = nextUsd === undefined ? "more than is left" : `up to $${dollars(nextUsd)}`;
    super(
      `The cost ceiling of $${dollars(ceilingUsd)} is reached: $${dollars(spentUsd)} is spent, and the next call could cost ${next}.`,
      {
        hint: "Everything so far is kept, and can be continued with a higher `maxCostUsd`.",
        canContinue: true,
      },
    );
    this.ceilingUsd = ceilingUsd;
    this.spentUsd = spentUsd;
    this.#nextUsd = nextUsd ?? ceilingUsd;
  }

  /**
   * Returns a limit to continue with, in whole cents: the work's expected maximum plus the next call's reservation. If
   * the expectation is unknown or exceeded, returns twice the limit.
   */
  higherUsd(expectedUsd = 0): number {
    const enoughUsd = expectedUsd + this.#nextUsd;
    const [atLeast, lasting] = [this.spentUsd + this.#nextUsd, 2 * this.ceilingUsd];
    return Math.ceil(100 * Math.max(atLeast, enoughUsd > this.ceilingUsd ? enoughUsd : lasting)) / 100;
  }
}

/** Formats cents, or as many digits as a small amount needs. */
function dollars(usd: number): string {
  return usd === 0 || usd >= 1 ? usd.toFixed(2) : usd.toPrecision(2);
}

export const providersErrors = defineErrors({
  /** No provider serves the requested model. */
  // @param priced the names that a price is known for: with a provider any other may be asked too
  IB_UNKNOWN_MODEL: (model: string, known: readonly string[], priced: readonly string[] = []) => [
    `No model is named "${model}".`,
    `${askIfMeant(namesLike(model, [...known, ...priced]))}Models this version can ask: ${known.join(", ")}. \`bench.list("models")\` describes them. A model of your own is given as it is, also when a run is resumed.`,
  ],

  /** The name of a caller's own model is taken, or cannot be a folder name. */
  IB_OWN_MODEL_NAME: (modelId: string, problem: string) => [
    `"${modelId}" cannot name a model of your own: ${problem}.`,
    "Name it <provider>/<model> with a provider of your own, in letters, digits, dots, dashes and single underscores.",
  ],

  /** Batches were requested for a model whose provider offers none that this version supports. */
  IB_NO_BATCH_SERVICE: (modelId: string, providers: readonly string[]) => [
    `${modelId} cannot be asked in batches.`,
    `Leave out \`batch\`, or name a judge of ${providers.join(", ")}; any other can be asked by files, as files/NAME (docs/batches.md).`,
  ],

  /** A judge answers through files but no folders are set, or folders are set for another judge. */
  IB_BATCH_FOLDERS: (modelId: string) => {
    const isByFiles = modelId.startsWith("files/");
    return [
      isByFiles
        ? `${modelId} is asked by files, and needs two different folders for them.`
        : `${modelId} is not asked by files.`,
      isByFiles
        ? "Name them with `requests` and `answers`."
        : "Leave out `requests` and `answers`, or name a judge such as files/reader.",
    ];
  },

  /** A folder for questions or answers cannot be written or read. */
  // @param said by the file system, with the path in it
  IB_BATCH_FOLDER_UNUSABLE: (said: string) => [
    `The files of a judge cannot be used: ${said}`,
    {
      hint: "Check the folders named with `requests` and `answers`, and whether there is room.",
      canContinue: true,
    },
  ],

  /** Requests were written to a file, and some of them have no answer yet. */
  IB_ANSWERS_AWAITED: (batch: {
    readonly open: number;
    readonly asked: number;
    readonly file: string;
    readonly folder: string;
  }) => {
    const { open, asked, file, folder } = batch;
    const which =
      open === asked ? `${asked} request${asked === 1 ? "" : "s"}` : `${open} of ${asked} requests`;
    return [
      `${which} in ${file} ${open === 1 ? "waits for an answer" : "wait for answers"}.`,
      {
        hint: `Write the answers to a .jsonl file in ${folder} (docs/batches.md), then go on with the same work.`,
        canContinue: true,
        exitCode: ExitCode.incomplete,
      },
    ];
  },

  /** Answers in files are unusable: malformed, to an unknown request, or two that differ. */
  IB_BAD_ANSWERS: (problems: readonly string[]) => {
    const shown = problems.slice(0, 20).map((problem) => `  ${problem}`);
    const rest = problems.length > shown.length ? [`  and ${problems.length - shown.length} more`] : [];
    return [
      ["The answers cannot be taken as they are:", ...shown, ...rest].join("\n"),
      {
        hint: "Correct these lines, and repeat the same command. docs/batches.md has the format.",
        canContinue: true,
      },
    ];
  },

  /** Work has calls in batches whose answers are still to be fetched, and was resumed in another mode. */
  IB_CALLS_IN_BATCH: (calls: number) => [
    `${calls} call${calls === 1 ? " is" : "s are"} still in a batch, and would be paid for twice.`,
    "Continue with `batch`; or with `retryLost`, which asks them again and counts both.",
  ],

  /** The model chosen as router cannot be used as one. */
  // @param why in the third person, after the model's name
  IB_NOT_A_ROUTER: (router: string, why: string) => [
    `${router} cannot choose the branches: it ${why}.`,
    "Name another model as `router`, one that is not tested in the same run; or leave it out, and the words of the scenarios choose.",
  ],

  /** A judged profile was requested without a judge. It does not fall back to a profile without one. */
  IB_NO_JUDGE: (profile: string) => [
    `The profile "${profile}" asks a judge, and no judge was named.`,
    'Name one with `judge`, or use `profile: "smoke"`, which needs none and leaves judged checks UNCLEAR.',
  ],

  /** An environment variable for a server's address holds something else, or also contains a key or password. */
  IB_BAD_ADDRESS: (variable: string, address: string) => {
    const problem = holdsCredentials(address)
      ? "holds a password or a key, which no address may"
      : "is not the address of a server";
    return [
      `${variable} ${problem}.`,
      "It should look like https://example.org/v1. Keys have variables of their own.",
    ];
  },

  /** A cost limit is set for models without a known price. */
  IB_UNKNOWN_PRICE: (modelIds: readonly string[], configFile = "invisiblebench.config.yaml") => [
    `A cost ceiling cannot be kept without a price, and none is known for ${modelIds.join(", ")}.`,
    `Add it under \`prices\` in ${configFile}, or leave out \`maxCostUsd\`.`,
  ],

  /** The harness for a product's own endpoint was requested, but the config file does not describe one. */
  IB_NO_HTTP_HARNESS: () => [
    "The harness http/json needs `http_harness` in the config file, which says where and how to ask.",
    "docs/product-endpoints.md has an example to start from.",
  ],

  /** The description of a product's endpoint in the config file is invalid; all faults are listed. */
  IB_BAD_HTTP_HARNESS: (problems: readonly string[]) => [
    `http_harness in the config file cannot be used:\n${problems.map((problem) => `  ${problem}`).join("\n")}`,
    "docs/product-endpoints.md lists the placeholders and has a whole example.",
  ],
});

export const providersUnavailable = defineErrors(
  {
    /** A provider refused a whole batch, or does not report its state. */
    // The provider's message must be redacted.
    IB_BATCH_REFUSED: (modelId: string, said: string) => [
      `${modelId} does not take the batch: ${said}`,
      {
        hint: "Everything so far is kept. Repeat the command later, or without `batch` and with `retryLost` to ask one by one.",
        canContinue: true,
        exitCode: ExitCode.couldNotBeDone,
      },
    ],

    /** A model needs a key that is not in the environment. */
    IB_NO_KEY: (modelId: string, variables: readonly string[], isEnvironmentGiven = true) => {
      const key = variables.join(" or ");
      return [
        isEnvironmentGiven
          ? `${modelId} needs a key, and ${key} is not set.`
          : `${modelId} needs a key, and no environment was given to look for ${key} in.`,
        isEnvironmentGiven
          ? `Set ${key} in the environment or in .env. \`dryRun\` needs no key.`
          : `${HAND_OVER} \`dryRun\` needs no key.`,
      ];
    },

    /** A key, or another variable, would go to a host that is named by a project's file and is not the key's own. Nothing was sent. */
    IB_KEY_ASTRAY: (
      modelId: string,
      astray: {
        readonly variables: readonly string[];
        readonly host: string;
        /** The variable or config key that names the host. */
        readonly place: string;
        readonly isKnownKey: boolean;
      },
    ) => {
      const { variables, host, place, isKnownKey } = astray;
      const otherwise = isKnownKey
        ? ""
        : " Or name the config file with `config`, or keep the value in the .env beside it.";
      return [
        `${modelId} is not asked: ${variables.join(" and ")} would go to ${host}, because ${place} says so.`,
        `If you want that, allow the host in the environment (not in .env): INVISIBLEBENCH_ALLOW_HOSTS=${host}.${otherwise}`,
      ];
    },

    /** The file of certificate authorities that the environment names cannot be read. */
    IB_CERTIFICATE_FILE: (path: string, cause: unknown) => [
      `The certificates in ${path} cannot be read.`,
      { cause, hint: "SSL_CERT_FILE and NODE_EXTRA_CA_CERTS name a PEM file; correct or unset them." },
    ],

    /** HTTP_PROXY or HTTPS_PROXY is set, but is not the address of a proxy. */
    // The address is not shown: it may contain a password.
    IB_BAD_PROXY: (variable: string) => [
      `${variable} is not the address of a proxy.`,
      "It should look like http://proxy.example.org:3128. Without a proxy, unset it.",
    ],

    /** A project's `.env` names a proxy or certificate authorities. It may not choose the way to a server. */
    IB_NETWORK_OF_PROJECT: (variable: string) => [
      `${variable} stands in .env; proxies and certificate authorities are taken from the environment alone.`,
      `If it is yours, set ${variable} in the environment; remove it from .env.`,
    ],

    /** A call would have gone to another server than the configured one. Nothing was sent. */
    IB_OTHER_HOST: (modelId: string, hosts: { readonly host: string; readonly configured: string }) => [
      `${modelId} cannot be asked: the call would go to ${hosts.host}, and ${hosts.configured} is configured.`,
      {
        hint: "Check the address that is configured, its port and whether it begins with https too. Everything so far is kept, and can be continued.",
        canContinue: true,
        exitCode: ExitCode.couldNotBeDone,
      },
    ],

    /** A server redirected a call to another address. Nothing was sent there. */
    IB_PROVIDER_REDIRECTED: (
      modelId: string,
      redirect: { readonly status: number; readonly host: string | undefined },
    ) => {
      const target = redirect.host === undefined ? "an address it does not name" : redirect.host;
      return [
        `${modelId} cannot be asked: HTTP ${redirect.status} sends the call on to ${target}.`,
        {
          hint: "Redirects are not followed, so that no key and no conversation goes astray. Check the address that is configured. Everything so far is kept, and can be continued.",
          canContinue: true,
          exitCode: ExitCode.couldNotBeDone,
        },
      ];
    },

    /** A provider's address does not answer, or its certificate is not trusted. */
    IB_PROVIDER_UNREACHABLE: (modelId: string, reason: string) => [
      `${modelId} cannot be reached: ${reason}`,
      {
        hint: "Check the address and the network; behind a proxy set HTTPS_PROXY, for a certificate authority of your own NODE_EXTRA_CA_CERTS. Everything so far is kept, and can be continued.",
        canContinue: true,
        exitCode: ExitCode.couldNotBeDone,
      },
    ],

    /** An environment variable that a product's endpoint needs is not set, or is empty. */
    IB_MISSING_VARIABLES: (variables: readonly string[], isEnvironmentGiven = true) => {
      const isOne = variables.length === 1;
      return [
        `The environment variable${isOne ? "" : "s"} ${variables.join(", ")} ${isOne ? "is" : "are"} not set; the product's endpoint cannot be asked without ${isOne ? "it" : "them"}.`,
        isEnvironmentGiven
          ? `Set ${isOne ? "it" : "them"} in the environment or in .env. A \`dryRun\` needs no key.`
          : `${HAND_OVER} A \`dryRun\` needs no key.`,
      ];
    },

    /** A header's value cannot be sent. Often it is a key that was copied with a line break. */
    IB_UNSENDABLE_HEADER: (name: string) => [
      `The value of the header ${name} has a line break or another character in it that no header can carry.`,
      "Look at the environment variable it is made from.",
    ],

    /** A product answered, but its reply is not at the configured path. */
    IB_REPLY_PATH: (details: {
      readonly modelId: string;
      readonly path: string;
      readonly reason: string;
    }) => [
      `${details.modelId} answered, but its reply is not at ${details.path}: ${details.reason}.`,
      {
        hint: "For http/json, correct `reply_path` of `http_harness` in the config file. Everything so far is kept, and can be continued.",
        canContinue: true,
      },
    ],

    /** GiveCare's own harness did not report that it is ready, so no conversation was started. */
    IB_GIVECARE_HEALTH: (reason: string) => [
      `GiveCare's harness is not ready: ${reason}`,
      {
        hint: "Check that GIVECARE_SITE_URL is the site's address and that GIVECARE_BENCH_KEY is its benchmark key.",
        exitCode: ExitCode.couldNotBeDone,
      },
    ],
  },
  ModelUnavailableError,
);
