import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from './api.ts';
import { type Action, resolve, step } from './model/actions.ts';
import { linearize } from './model/linearize.ts';
import { appearance, RealSession, type World } from './model/real.ts';
import { newState, type ProviderStatus, type State } from './model/state.ts';
import { startProviderStub } from './provider-stub.ts';
import { testScale } from './test-scale.ts';

const scaled = (sequences: number) => Math.ceil(sequences * testScale);

/** Commands of a sequence at most. */
const MAX_COMMANDS = 20;

let api: TestApi;
let stub: Awaited<ReturnType<typeof startProviderStub>>;
let world: World;
const tally = { sequences: 0, steps: 0, requests: 0, races: 0, refused: 0, worstMs: 0 };
/** Statuses that some sequence reached. */
const reached = { session: new Set<string>(), attempt: new Set<string>() };

beforeAll(async () => {
  stub = await startProviderStub();
  const account = {
    apiUrl: stub.url,
    publishableKey: 'pk_test_model',
    secretKey: 'sk_test_model',
    webhookSecret: 'whsec_model',
  };
  api = await startApi({ account });
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
  // biome-ignore lint/suspicious/noConsole: the numbers are for the person who runs the tests
  console.info(
    `model: ${tally.sequences} sequences, ${tally.steps} steps, ${tally.races} of them races, ` +
      `${tally.requests} requests (${tally.refused} refused), slowest response ` +
      `${Math.round(tally.worstMs)} ms`,
  );
});

function reach(state: State): void {
  reached.session.add(state.status);
  for (const attempt of state.attempts) reached.attempt.add(attempt.status);
}

interface Model {
  state: State;
}

/** Runs one action, or several concurrently. Some order of them must explain everything observed. */
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
        `no order of the actions explains the observed state\n${JSON.stringify({ outcomes, before, seen }, null, 1)}`,
      );
    }
    tally.refused += outcomes.filter(({ code }) => code !== null).length;
    reach(after);
    model.state = after;
  }

  toString(): string {
    return JSON.stringify(this.#actions);
  }
}

const reserve = { do: 'reserve', fingerprint: 'a' } as const;
const attach = { do: 'attach', object: 'own', current: true, evidence: 'c' } as const;
const payable: readonly Action[] = [reserve, attach, { do: 'open' }];
const reported = (status: ProviderStatus, exact = true): Action => ({
  do: 'provider',
  status,
  exact,
  silent: false,
});
const paid = [...payable, reported('succeeded')];

/**
 * Where the sequences start, so that many of them reach statuses far from a new session, and how many
 * sequences start there. Together they reach every status of the model before any random command.
 */
const startingPoints: readonly (readonly [string, number, readonly Action[]])[] = [
  ['a new session', 5, []],
  ['a session with a payer handoff', 3, [{ do: 'handoff' }]],
  ['a reserved attempt', 3, [reserve]],
  ['an attached attempt', 3, [reserve, { ...attach, evidence: null }]],
  ['a confirmed attempt', 12, payable],
  ['a payment that requires action', 3, [...payable, reported('requires_action')]],
  ['a payment in progress', 3, [...payable, reported('processing')]],
  ['a payment that the provider canceled', 5, [...payable, reported('canceled')]],
  [
    'a second attempt',
    5,
    [...payable, reported('canceled'), { do: 'supersede', current: true }, attach],
  ],
  ['a paid session', 5, paid],
  ['a payment of a wrong amount', 5, [...payable, reported('succeeded', false)]],
  ['a provisioned session', 1, [...paid, { do: 'provisioned' }]],
  ['a session that could not be provisioned', 1, [...paid, { do: 'provisioning_failed' }]],
  ['an expired session', 1, [reserve, { do: 'deadline' }]],
  ['a canceled session', 1, [...payable, { do: 'cancel' }]],
];

describe('a random sequence of commands', () => {
  it.concurrent.each(startingPoints)(
    'has the responses and the effects of the model, starting from %s',
    async (_, sequences, start) => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 0, max: 5_000 }),
          fc.commands([step.map((actions) => new Step(actions))], {
            maxCommands: MAX_COMMANDS,
            size: 'max',
          }),
          async (amount, commands) => {
            tally.sequences += 1;
            await fc.asyncModelRun(async () => {
              const real = await RealSession.create(world, amount);
              const model = { state: newState(amount, 'eur') };
              reach(model.state);
              for (const action of start) await new Step([action]).run(model, real);
              return { model, real };
            }, commands);
          },
        ),
        { numRuns: scaled(sequences) },
      );
    },
    7_200_000,
  );
});

describe('the sequences together', () => {
  it('are as many as the starting points require, multiplied by TEST_SCALE', () => {
    const required = startingPoints.map(([, sequences]) => scaled(sequences));
    expect(tally.sequences).toBeGreaterThanOrEqual(required.reduce((sum, count) => sum + count));
    expect(tally.steps).toBeGreaterThan(tally.sequences);
  });

  it('reach every session status that a one-time payment can have', () => {
    expect([...reached.session].sort()).toEqual([
      'canceled',
      'created',
      'expired',
      'paid',
      'payer_handoff_pending',
      'payer_opened',
      'payment_conflicted',
      'payment_processing',
      'provisioned',
      'provisioning_failed',
    ]);
  });

  it('reach every attempt status that a payment intent can have', () => {
    expect([...reached.attempt].sort()).toEqual([
      'action_required',
      'attached',
      'canceled',
      'confirmed',
      'expired',
      'integrity_failed',
      'processing',
      'reserved',
      'succeeded',
      'superseded',
      'unreserved',
    ]);
  });
});
