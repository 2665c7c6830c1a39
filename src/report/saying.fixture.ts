import type { Check } from "../schema/corpus/check.ts";
import type { Scenario, Turn } from "../schema/corpus/scenario.ts";
import { ModelId } from "../schema/ids.ts";
import type { EvidenceSpan, Vote } from "../schema/scan/verdict.ts";
import { reportData } from "./report-data.fixture.ts";
import type { ReportData } from "./report-data.ts";

/**
 * The fixture's scan with `text` in every place where a model, a judge, a scenario, a check or a name provides text.
 * For tests.
 */
export function saying(text: string): ReportData {
  const name = (modelId: ModelId) => ModelId.parse(`${modelId}${text.replaceAll(/\s/g, "_")}`);
  const named = <Row extends { readonly model_id: ModelId }>(row: Row): Row => ({
    ...row,
    model_id: name(row.model_id),
  });
  const spoken = (span: EvidenceSpan): EvidenceSpan => ({
    ...span,
    quote: text,
    rationale: text,
    verification: { tier: "exact", start: 0, end: text.length },
  });
  const reasoned = (vote: Vote): Vote => ({
    ...vote,
    rationale: text,
    missing_cue: text,
    evidence: vote.evidence.map(spoken),
  });
  return {
    summary: {
      ...reportData.summary,
      judge: `sim/${text}`,
      models: reportData.summary.models.map((model) => ({
        ...named(model),
        worst_blindspots: model.worst_blindspots.map(named),
      })),
    },
    rates: { ...reportData.rates, rates: reportData.rates.rates.map(named) },
    scorecards: reportData.scorecards.map(named),
    transcripts: reportData.transcripts.map(({ header, messages }) => ({
      header: named(header),
      messages: messages.map((message) => ({
        ...message,
        content: text,
        ...(message.time_elapsed === undefined ? {} : { time_elapsed: text }),
        ...(message.branch_id === undefined ? {} : { branch_evidence: text }),
        ...(message.error === undefined ? {} : { error: text }),
      })),
    })),
    verdicts: reportData.verdicts.map((row) => ({
      ...named(row),
      evidence: row.evidence.map(spoken),
      details: {
        ...row.details,
        votes: row.details.votes.map(reasoned),
        ...(row.details.adjudication === undefined
          ? {}
          : {
              adjudication: {
                ...row.details.adjudication,
                votes: row.details.adjudication.votes.map(reasoned),
              },
            }),
      },
    })),
    scenarios: new Map([...reportData.scenarios].map(([id, scenario]) => [id, authored(scenario, text)])),
    checks: new Map([...reportData.checks].map(([id, check]) => [id, defined(check, text)])),
    scoring: reportData.scoring,
  };
}

function authored(scenario: Scenario, text: string): Scenario {
  const told = (turn: Turn): Turn => ({
    ...turn,
    user_message: text,
    expected_behaviors: [text],
    autofail_triggers: [text],
    ...(turn.branches === undefined
      ? {}
      : {
          branches: turn.branches.map((branch) => ({
            ...branch,
            user_message: text,
            condition: { type: "contains_any", values: [text] },
          })),
        }),
  });
  const { turns, sessions, persona } = scenario;
  return {
    ...scenario,
    title: text,
    description: text,
    canary: text,
    persona: { ...persona, name: text, role: text, care_recipient: text, stressors: [text] },
    ...(turns === undefined ? {} : { turns: turns.map(told) }),
    ...(sessions === undefined
      ? {}
      : {
          sessions: sessions.map((session) => ({
            ...session,
            time_elapsed: text,
            session_context: text,
            turns: session.turns.map(told),
          })),
        }),
  };
}

function defined(check: Check, text: string): Check {
  return {
    ...check,
    summary: text,
    pass_rule: text,
    fail_rule: text,
    not_a_failure: [text],
    good_complement: text,
    caregiver_benefit: text,
    source_grounding: [text],
    prompt: text,
  };
}
