import { randomUUID } from 'node:crypto';
import { applyProviderEvent, checkAttempt, expireSessions, systemCaller } from '@parley/operations';
import { waitFor } from '@parley/testing';
import { type ApiResponse, order, type TestApi } from '../api.ts';
import { type StubIntent, signedEvent } from '../provider-stub.ts';
import type { Outcome } from './linearize.ts';
import { type Confirmation, current, type Request, type State } from './state.ts';

export interface World {
  readonly api: TestApi;
  readonly intents: Map<string, StubIntent>;
  readonly webhookSecret: string;
  /** The time of each response, in milliseconds. */
  readonly onAnswer: (ms: number) => void;
}

export interface Observation {
  readonly status: string;
  readonly cartVersion: number;
  readonly requested: readonly [amount: number, currency: string];
  readonly final: number;
  /** Number of the attempt that took the money. */
  readonly completed: number | null;
  readonly current: readonly [number: number, status: string, reason: string | null];
  readonly attempts: readonly (readonly (string | number | null)[])[];
  /** Whether the events' sequence has no gap. */
  readonly gapless: boolean;
  readonly events: readonly string[];
}

/** A session as clients see it. */
export class RealSession {
  readonly id: string;
  readonly #world: World;
  /** Attempt ids by number. */
  readonly #attempts = new Map<number, string>();

  private constructor(world: World, id: string) {
    this.#world = world;
    this.id = id;
  }

  static async create(world: World, amount: number): Promise<RealSession> {
    const { status, body } = await world.api.post('/proxy_sessions', {
      ...order,
      amount_minor: amount,
    });
    if (status !== 200) throw new Error(`no session was created: ${JSON.stringify(body)}`);
    const session = new RealSession(world, body.id);
    const view = await world.api.get(`/proxy_sessions/${body.id}/merchant`);
    session.#attempts.set(1, view.body.current_acquisition_attempt.id);
    return session;
  }

  async send(request: Request): Promise<Outcome> {
    if (request.kind === 'fact') await this.#fact(request);
    else if (request.kind === 'deadline') await this.#deadline();
    else {
      const began = performance.now();
      const { status, body } = await this.#call(request);
      this.#world.onAnswer(performance.now() - began);
      return { request, status, code: body.error?.code ?? null };
    }
    return { request, status: 200, code: null };
  }

  #call(request: Exclude<Request, { kind: 'fact' | 'deadline' }>): Promise<ApiResponse> {
    const { api } = this.#world;
    const path = `/proxy_sessions/${this.id}`;
    const attemptPath = (number: number) =>
      `${path}/acquisition_attempts/${this.#attempts.get(number)}`;
    switch (request.kind) {
      case 'handoff':
        return api.post(`${path}/payer_handoff`);
      case 'open':
        return api.post(`${path}/payer_opened`);
      case 'cancel':
        return api.post(`${path}/cancel`);
      case 'resolve':
        return api.post(`${path}/resolve`, {
          resolution: request.resolution,
          // Refunds at the provider are not part of the model.
          ...(request.resolution === 'refunded' ? { refunded_elsewhere: true } : {}),
        });
      case 'provisioned':
        return api.post(`${path}/provisioned`, {});
      case 'provisioning_failed':
        return api.post(`${path}/provisioning_failed`, { error_message: 'out of stock' });
      case 'cart':
        return api.call('PUT', `${path}/cart`, {
          amount_minor: request.amount,
          currency: request.currency,
          cart_snapshot: {},
          expected_cart_version: request.expected,
        });
      case 'reserve':
        return api.post(`${path}/acquisition_attempts`, {
          commercial_mode: 'one_time',
          integration_path: 'payment_intent',
          pricing_mode: 'fixed',
          provider_options_fingerprint: request.fingerprint,
        });
      case 'attach':
        this.#createIntent(request.object, request.attempt);
        return api.post(`${attemptPath(request.attempt)}/provider_objects`, {
          expected_version: request.expected,
          role: 'root',
          object_type: 'payment_intent',
          object_id: request.object,
          ...(request.confirmation ? { provider_confirmation: wire(request.confirmation) } : {}),
        });
      case 'confirm':
        return api.post(`${attemptPath(request.attempt)}/provider_cart`, {
          expected_version: request.expected,
          ...wire(request.confirmation),
        });
      case 'supersede':
        return api.post(`${attemptPath(request.attempt)}/supersede`, {
          expected_version: request.expected,
          reason: 'payer_tries_again',
          replacement: {
            integration_path: 'payment_intent',
            provider_options_fingerprint: request.fingerprint,
          },
        });
    }
  }

  #createIntent(id: string, attempt: number): void {
    if (this.#world.intents.has(id)) return;
    this.#world.intents.set(id, {
      status: 'waiting',
      taken: 0,
      metadata: {
        proxy_session_id: this.id,
        proxy_acquisition_attempt_id: this.#attempts.get(attempt) ?? '',
        proxy_contract_version: '2',
      },
    });
  }

  /** Changes the provider object, posts its event and applies due events. */
  async #fact({
    object,
    now,
    currency,
    silent,
  }: Extract<Request, { kind: 'fact' }>): Promise<void> {
    const { api, intents, webhookSecret } = this.#world;
    const intent = intents.get(object);
    if (!intent) throw new Error(`${object} was never created`);
    const changed = { ...intent, ...now, metadata: { ...intent.metadata, currency } };
    intents.set(object, changed);
    if (silent) return;
    const { eventId, body, header } = signedEvent(object, changed, webhookSecret);
    const posted = await fetch(`${api.url}/provider_events/${api.merchant.pspConfigId}`, {
      method: 'POST',
      headers: { 'stripe-signature': header },
      body,
    });
    if (!posted.ok) throw new Error(`posting the event returned ${posted.status}`);
    await waitFor(
      async () => {
        await applyDueEvents(this.#world);
        const row = await api.database.client.providerEvent.findFirstOrThrow({
          where: { merchantId: api.merchant.id, eventId },
          select: { status: true, note: true },
        });
        if (row.status !== 'waiting' && row.status !== 'applied') {
          throw new Error(`the event ended ${row.status}: ${row.note}`);
        }
        return row.status === 'applied';
      },
      { what: `${eventId} to be applied` },
    );
  }

  /** Moves the deadline into the past and runs the sweeps. */
  async #deadline(): Promise<void> {
    const { api } = this.#world;
    const { id: merchantId } = api.merchant;
    await api.database.client.$executeRaw`
      UPDATE proxy_session SET expires_at = created_at
      WHERE merchant_id = ${merchantId} AND id = ${this.id}`;
    const caller = systemCaller({ merchantId, mode: 'test' });
    await expireSessions(api.deps, caller, [this.id]);
    const loaded = await api.database.forScope(caller).sessions.find(this.id);
    if (loaded?.session.status !== 'expired' || !loaded.attempt.providerCheckAt) return;
    const where = { sessionId: this.id, attemptId: loaded.attempt.id };
    await checkAttempt(api.deps, caller, where);
  }

  /** The observable state of the session, in terms of the model. */
  async observe(): Promise<Observation> {
    const { api } = this.#world;
    const [{ body: view }, { body: list }, events] = await Promise.all([
      api.get(`/proxy_sessions/${this.id}/merchant`),
      api.get(`/proxy_sessions/${this.id}/acquisition_attempts`),
      api.database
        .forScope({ merchantId: api.merchant.id, mode: 'test' })
        .outbox.listBySession(this.id),
    ]);
    for (const attempt of list.data) this.#attempts.set(attempt.attempt_number, attempt.id);
    const numberOf = (id: string | null) =>
      [...this.#attempts].find(([, known]) => known === id)?.[0] ?? null;
    return {
      status: view.status,
      cartVersion: view.cart_version,
      requested: [view.requested.amount_minor, view.requested.currency],
      final: view.final.amount_minor,
      completed: numberOf(view.completed_acquisition_attempt_id),
      current: [
        view.current_acquisition_attempt.attempt_number,
        view.current_acquisition_attempt.status,
        modelledReason(view.current_acquisition_attempt.status_reason),
      ],
      attempts: list.data
        // biome-ignore lint/suspicious/noExplicitAny: a response of the API
        .map((attempt: any) => [
          attempt.attempt_number,
          attempt.status,
          attempt.version,
          attempt.provider_root_object_id,
          attempt.provider_confirmed_cart_version,
        ])
        .sort(([a]: [number], [b]: [number]) => a - b),
      gapless: events.every(({ sequence }, index) => sequence === index + 1),
      events: events.map(({ type }) => type).sort(),
    };
  }
}

/** What `observe` returns for a state of the model. */
export function appearance(state: State): Observation {
  const attempt = current(state);
  return {
    status: state.status,
    cartVersion: state.cartVersion,
    requested: [state.amount, state.currency],
    final: state.final,
    completed: state.completed,
    current: [attempt.number, attempt.status, modelledReason(attempt.reason)],
    attempts: state.attempts
      .filter(({ fingerprint }) => fingerprint !== null)
      .map((one) => [
        one.number,
        one.status,
        one.version,
        one.root,
        one.confirmed?.cartVersion ?? null,
      ]),
    gapless: true,
    events: [...state.events].sort(),
  };
}

/** The two status reasons that are part of the model. */
const modelledReason = (reason: string | null): string | null =>
  reason === 'cart_drift' || reason === 'payment_declined' ? reason : null;

function wire(confirmation: Confirmation) {
  return {
    amount_minor: confirmation.amount,
    currency: confirmation.currency,
    cart_version: confirmation.cartVersion,
    evidence_sha256: confirmation.evidence,
  };
}

async function applyDueEvents({ api }: World): Promise<void> {
  const { database } = api;
  const lease = { token: randomUUID(), seconds: 60, limit: 16 };
  const events = await database.claimProviderEvents(lease);
  await Promise.all(
    events.map(async (event) => {
      const { error: _, ...outcome } = await applyProviderEvent(api.deps, event);
      await database.finishProviderEvent(event, outcome);
    }),
  );
}
