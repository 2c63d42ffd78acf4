import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from './api.ts';
import { type Action, resolve, step } from './model/actions.ts';
import { linearize } from './model/linearize.ts';
import { appearance, RealSession, type World } from './model/real.ts';
import { newState, type State } from './model/state.ts';
import { startProviderStub } from './provider-stub.ts';

/** Sequences in all, and how many of them run at once, each with a session of its own. */
const RUNS = Number(process.env.MODEL_RUNS ?? 500);
const LANES = 5;
const STEPS = 20;

let api: TestApi;
let stub: Awaited<ReturnType<typeof startProviderStub>>;
let world: World;
const tally = { sequences: 0, steps: 0, requests: 0, races: 0, refused: 0, worstMs: 0 };
/** States that some sequence came to. */
const reached = new Set<string>();

beforeAll(async () => {
  stub = await startProviderStub();
  const account = {
    apiUrl: stub.url,
    publishableKey: 'pk_test_model',
    secretKey: 'sk_test_model',
    webhookSecret: 'whsec_model',
  };
  api = await startApi(account);
  world = {
    api,
    intents: stub.intents,
    webhookSecret: account.webhookSecret,
    onAnswer: (ms) => {
      tally.worstMs = Math.max(tally.worstMs, ms);
    },
  };
});
afterAll(async () => {
  await api.stop();
  await stub.stop();
  // biome-ignore lint/suspicious/noConsole: the numbers are for whoever runs it
  console.info(
    `model: ${tally.sequences} sequences, ${tally.steps} steps, ${tally.races} of them races, ` +
      `${tally.requests} requests (${tally.refused} refused), worst answer ` +
      `${Math.round(tally.worstMs)} ms, states reached: ${[...reached].sort().join(', ')}`,
  );
});

interface Model {
  state: State;
}

/** One action, or several at once: afterwards some order of them explains all that was seen. */
class Step implements fc.AsyncCommand<Model, RealSession> {
  readonly #actions: readonly Action[];

  constructor(actions: readonly Action[]) {
    this.#actions = actions;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, real: RealSession): Promise<void> {
    const requests = this.#actions
      .map((action) => resolve(action, model.state, real.id.slice(-12)))
      .filter((request) => request !== null);
    const outcomes = await Promise.all(requests.map((request) => real.send(request)));
    const seen = await real.observe();
    tally.steps += 1;
    tally.requests += requests.length;
    if (requests.length > 1) tally.races += 1;
    const after = linearize(model.state, outcomes, (state) =>
      isDeepStrictEqual(appearance(state), seen),
    );
    if (!after) {
      const before = appearance(model.state);
      expect.fail(
        `no order explains what was seen\n${JSON.stringify({ outcomes, before, seen }, null, 1)}`,
      );
    }
    tally.refused += outcomes.filter(({ code }) => code !== null).length;
    reached.add(`${after.status}/${after.attempts.at(-1)?.status}`);
    model.state = after;
  }

  toString(): string {
    return JSON.stringify(this.#actions);
  }
}

const attach = { do: 'attach', object: 'own', current: true, evidence: 'c' } as const;
const ready: readonly Action[] = [{ do: 'reserve', fingerprint: 'a' }, attach, { do: 'open' }];
const canceled = { do: 'provider', status: 'canceled', exact: true, silent: false } as const;
const paid = { ...canceled, status: 'succeeded' } as const;

/** Where a sequence sets out, so that many come to what lies far from the start. */
const beginnings: readonly (readonly Action[])[] = [
  [],
  ready,
  ready,
  [...ready, canceled],
  [...ready, canceled, { do: 'supersede', current: true }, attach],
  [...ready, paid],
  [...ready, { ...paid, exact: false }],
];

describe('any sequence of commands', () => {
  it.concurrent.each(Array.from({ length: LANES }, (_, lane) => lane))(
    'leads where the model says (lane %i)',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 0, max: 5_000 }),
          fc.constantFrom(...beginnings),
          fc.commands([step.map((actions) => new Step(actions))], {
            maxCommands: STEPS,
            size: 'max',
          }),
          async (amount, beginning, commands) => {
            tally.sequences += 1;
            await fc.asyncModelRun(async () => {
              const real = await RealSession.create(world, amount);
              const model = { state: newState(amount, 'eur') };
              for (const action of beginning) await new Step([action]).run(model, real);
              return { model, real };
            }, commands);
          },
        ),
        { numRuns: Math.ceil(RUNS / LANES) },
      );
    },
    7_200_000,
  );
});
