import { isDeepStrictEqual } from 'node:util';
import { testScale } from '@parley/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attemptOptions, order, startApi, type TestApi } from './api.ts';
import { type Action, amounts, step } from './model/actions.ts';
import { apply } from './model/apply.ts';
import { Coverage, everything } from './model/coverage.ts';
import { linearize } from './model/linearize.ts';
import { appearance } from './model/observation.ts';
import { paths } from './model/provider-objects.ts';
import { RealSession, type World } from './model/real.ts';
import type { Request } from './model/request.ts';
import { resolve } from './model/resolve-action.ts';
import { startingPoints } from './model/starting-points.ts';
import { current, newState, type State } from './model/state.ts';
import { startProviderStub } from './provider-stub.ts';

const scaled = (sequences: number) => Math.ceil(sequences * testScale);

/** Each starting point adds its position, so that no two have the same sequences. */
/** The standard run repeats the same sequences, so that it does not fail by chance. */
const seed = testScale > 1 ? Date.now() % 2 ** 31 : 20_261_126;

/** Commands of a sequence at most. */
const MAX_COMMANDS = 16;

let api: TestApi;
let stub: Awaited<ReturnType<typeof startProviderStub>>;
let world: World;
const tally = { sequences: 0, steps: 0, requests: 0, races: 0, refused: 0, worstMs: 0 };
const coverage = new Coverage();

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
    objects: stub.objects,
    webhookSecret: account.webhookSecret,
    anotherSession: await reserveInAnotherSession(),
    onResponse: (ms) => {
      tally.worstMs = Math.max(tally.worstMs, ms);
    },
  };
});
afterAll(async () => {
  await api.stop();
  await stub.stop();
  // biome-ignore lint/suspicious/noConsole: the numbers are for the person who runs the tests
  console.info(
    `model: seed ${seed}, ${tally.sequences} sequences, ${tally.steps} steps, ${tally.races} of them races, ` +
      `${tally.requests} requests (${tally.refused} refused), slowest response ` +
      `${Math.round(tally.worstMs)} ms`,
  );
});

/** The metadata of an attempt of a session that no sequence changes. */
async function reserveInAnotherSession(): Promise<Record<string, string>> {
  const { id } = (await api.post('/proxy_sessions', order)).body;
  const { body } = await api.post(`/proxy_sessions/${id}/acquisition_attempts`, attemptOptions);
  return body.provider.metadata;
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
      .filter((request) => request !== null)
      .filter((request, _, all) => !joinsFreeCart(model.state, request, all));
    await perform(model, real, requests);
  }

  toString(): string {
    return JSON.stringify(this.#actions);
  }
}

/**
 * Whether a reservation joins that of a free cart while another request replaces the cart or names a version. It is
 * written before it is settled, so a request between the two is not explained by any order.
 */
function joinsFreeCart(state: State, { kind }: Request, requests: readonly Request[]): boolean {
  const { path, status } = current(state);
  const isJoin = kind === 'reserve' && path === 'payment_intent' && status !== 'unreserved';
  const mayBeFree =
    state.amount === 0 || requests.some((one) => one.kind === 'cart' && one.amount === 0);
  const mayBeBetween = (one: Request) =>
    ['attach', 'confirm', 'supersede'].includes(one.kind) ||
    (one.kind === 'cart' && one.amount > 0);
  return isJoin && mayBeFree && requests.some(mayBeBetween);
}

async function perform(model: Model, real: RealSession, requests: Request[]): Promise<void> {
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
    const only =
      outcomes.length === 1 && outcomes[0] ? apply(model.state, outcomes[0].request) : null;
    const expected = only && [
      appearance(only.state),
      [...(only.expected.ok ? [] : only.expected.codes)],
    ];
    expect.fail(
      `no order of the actions explains the observed state\n${JSON.stringify({ outcomes, before, expected, seen }, null, 1)}`,
    );
  }
  tally.refused += outcomes.filter(({ code }) => code !== null).length;
  coverage.add(model.state, outcomes, after);
  model.state = after;
}

/** Reports what no event has reported yet. Then the payments are the charges of the provider. */
async function finish(model: Model, real: RealSession): Promise<void> {
  for (const kind of ['fact', 'refund'] as const) {
    for (const object of real.unreported[kind]) {
      const now = model.state.provider[object];
      if (now) await perform(model, real, [{ kind, object, now, silent: false }]);
    }
  }
  const seen = await real.observe();
  expect(seen.payments.toSorted()).toEqual(real.charges(seen).toSorted());
  real.close();
}

describe('a random sequence of commands', () => {
  it.concurrent.each(startingPoints)(
    'has the responses and the effects of the model, starting from $name',
    async (startingPoint) => {
      const { sequences, start, path, amount } = startingPoint;
      await fc.assert(
        fc.asyncProperty(
          path === undefined
            ? fc.constantFrom('payment_intent' as const, ...paths)
            : fc.constant(path),
          amount === undefined ? amounts : fc.constant(amount),
          fc.commands([step.map((actions) => new Step(actions))], {
            maxCommands: MAX_COMMANDS,
            size: 'max',
          }),
          async (chosenPath, chosenAmount, commands) => {
            tally.sequences += 1;
            const real = await RealSession.create(world, chosenPath, chosenAmount);
            const model = { state: newState(chosenPath, chosenAmount, 'eur') };
            for (const action of start) await new Step([action]).run(model, real);
            await fc.asyncModelRun(() => ({ model, real }), commands);
            await finish(model, real);
          },
        ),
        { numRuns: scaled(sequences), seed: seed + startingPoints.indexOf(startingPoint) },
      );
    },
    21_600_000,
  );
});

describe('the sequences together', () => {
  it('are as many as the starting points require, multiplied by TEST_SCALE', () => {
    const required = startingPoints.map(({ sequences }) => scaled(sequences));
    expect(tally.sequences).toBeGreaterThanOrEqual(required.reduce((sum, count) => sum + count));
    expect(tally.steps).toBeGreaterThan(tally.sequences);
  });

  // So few sequences as those of a standard run reach everything only by chance.
  it.runIf(testScale > 1).each(Object.entries(everything))('reach every %s', (name, all) => {
    expect(coverage.missing(name, all)).toEqual([]);
  });
});
