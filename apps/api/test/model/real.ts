import { randomUUID } from 'node:crypto';
import { claimsOfAll } from '@parley/db/testing';
import {
  applyProviderEvent,
  checkAttempt,
  expireSessions,
  markAttemptUnknown,
  newId,
  systemCaller,
} from '@parley/operations';
import { createPayerCaller } from '@parley/router/payer';
import { waitFor } from '@parley/testing';
import { type ApiResponse, order, type TestApi } from '../api.ts';
import { type StubObject, signedEvent } from '../provider-stub-objects.ts';
import type { Outcome } from './linearize.ts';
import { type Observation, observe } from './observation.ts';
import {
  getIntent,
  hasTaken,
  newObject,
  type Path,
  type ProviderObject,
  rootKind,
} from './provider-objects.ts';
import type { Request } from './request.ts';
import { type MerchantRequest, sendRequest } from './send-request.ts';

export interface World {
  readonly api: TestApi;
  /** The objects of the provider, by id. */
  readonly objects: Map<string, StubObject>;
  readonly webhookSecret: string;
  /** The metadata of an object that names an attempt of another session. */
  readonly anotherSession: Readonly<Record<string, string>>;
  /** The time of each response, in milliseconds. */
  readonly onResponse: (ms: number) => void;
}

/** A session as clients see it. */
export class RealSession {
  readonly id: string;
  readonly #world: World;
  readonly #path: Path;
  /** Attempt ids by number. */
  readonly #attempts = new Map<number, string>();
  /** The objects that were changed without an event since. */
  readonly #unreported = { fact: new Set<string>(), refund: new Set<string>() };
  readonly #objects = new Set<string>();

  private constructor(world: World, path: Path, id: string) {
    this.#world = world;
    this.#path = path;
    this.id = id;
  }

  static async create(world: World, path: Path, amount: number): Promise<RealSession> {
    const { status, body } = await world.api.post('/proxy_sessions', {
      ...order,
      amount_minor: amount,
    });
    if (status !== 200) throw new Error(`no session was created: ${JSON.stringify(body)}`);
    const session = new RealSession(world, path, body.id);
    const view = await world.api.get(`/proxy_sessions/${body.id}/merchant`);
    session.#attempts.set(1, view.body.current_acquisition_attempt.id);
    return session;
  }

  get #where() {
    return { caller: systemCaller({ merchantId: this.#world.api.merchant.id, mode: 'test' }) };
  }

  async send(request: Request): Promise<Outcome> {
    const began = performance.now();
    const response = await this.#perform(request);
    if (!response) return { request, status: 200, code: null };
    this.#world.onResponse(performance.now() - began);
    return { request, status: response.status, code: response.body.error?.code ?? null };
  }

  observe(): Promise<Observation> {
    return observe(this.#world.api, this.id, this.#attempts);
  }

  /** The objects whose last change was not reported, or whose last refund or dispute was not. */
  get unreported(): { readonly fact: Iterable<string>; readonly refund: Iterable<string> } {
    return structuredClone(this.#unreported);
  }

  /**
   * What the provider took through objects that are bound to an attempt or name one, as
   * `Observation.payments` shows it. Later payments of the completing subscription are none of the session.
   */
  charges({ attempts, payments }: Observation): Observation['payments'] {
    const { objects } = this.#world;
    return [...this.#objects].flatMap((id) => {
      const object = objects.get(id);
      const bound = attempts.find(([, , , , root]) => root === id)?.[0];
      const attempt = bound ?? object?.attempt;
      if (!object || !hasTaken(object.status) || typeof attempt !== 'number') return [];
      const isRenewal = object.status === 'billed' && bound !== undefined;
      // Only the model decides whether what a root object takes after a trial is a payment of the session.
      if (isRenewal && !payments.some(([, root]) => root === id)) return [];
      const { taken, currency, refunded, disputed } = object;
      return [[getIntent(id), id, attempt, taken, currency, refunded, disputed] as const];
    });
  }

  /** Removes the session's objects from the provider. */
  close(): void {
    for (const id of this.#objects) this.#world.objects.delete(id);
  }

  /** @returns the response to a merchant; null for what others do */
  async #perform(request: Request): Promise<ApiResponse | null> {
    switch (request.kind) {
      case 'fact':
        this.#setObject(request.object, request.now);
        if (request.silent) this.#unreported.fact.add(request.object);
        else await this.#report(request.object);
        return null;
      case 'refund':
      case 'dispute':
        this.#setObject(request.object, request.now);
        if (request.silent) this.#unreported.refund.add(request.object);
        else await this.#report(request.object, request.kind);
        return null;
      case 'foreign':
        this.#setObject(request.object, request.now);
        await this.#report(request.object, request.about, 'parked');
        return null;
      case 'deadline':
        await this.#deadline();
        return null;
      case 'check':
        await this.#check(request.due);
        return null;
      case 'keys_expire':
        await this.#expireKeys();
        return null;
      case 'free_cart':
      case 'refused_cart': {
        const { deps, merchant } = this.#world.api;
        const payer = createPayerCaller({ deps, requestId: newId('req') });
        await payer.preparePayment({ id: this.id, pk: merchant.publishableKey });
        return null;
      }
      case 'attach':
        if (!this.#world.objects.has(request.object)) {
          const kind = rootKind[request.path];
          const object = newObject(kind, request.names, request.currency);
          this.#setObject(request.object, object);
        }
        return this.#call(request);
      default:
        return this.#call(request);
    }
  }

  #call(request: MerchantRequest): Promise<ApiResponse> {
    const to = { sessionId: this.id, path: this.#path, attempts: this.#attempts };
    return sendRequest(this.#world.api, to, request);
  }

  #setObject(id: string, object: ProviderObject): void {
    this.#objects.add(id);
    this.#world.objects.set(id, { ...object, metadata: this.#getMetadata(object) });
  }

  #getMetadata({ attempt }: ProviderObject): Readonly<Record<string, string>> {
    if (attempt === null) return {};
    if (attempt === 'another_session') return this.#world.anotherSession;
    const attemptId = this.#attempts.get(attempt);
    if (attemptId === undefined) throw new Error(`attempt ${attempt} has no id yet`);
    return {
      proxy_session_id: this.id,
      proxy_acquisition_attempt_id: attemptId,
      proxy_contract_version: '2',
    };
  }

  /**
   * Posts an event about an object and applies due events.
   * @param expected the status in which the event ends
   */
  async #report(
    id: string,
    about: 'object' | 'refund' | 'dispute' = 'object',
    expected: 'applied' | 'parked' = 'applied',
  ): Promise<void> {
    const { api, objects, webhookSecret } = this.#world;
    const object = objects.get(id);
    if (!object) throw new Error(`${id} was never created`);
    this.#unreported[about === 'object' ? 'fact' : 'refund'].delete(id);
    const options = { secret: webhookSecret, about: about === 'object' ? object.kind : about };
    const { eventId, body, header } = signedEvent(id, object, options);
    const posted = await fetch(`${api.url}/provider_events/${api.merchant.providerConfigId}`, {
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
        if (row.status !== 'waiting' && row.status !== expected) {
          throw new Error(`the event ended ${row.status}: ${row.note}`);
        }
        return row.status === expected;
      },
      { what: `${eventId} to be ${expected}` },
    );
  }

  /** Moves the deadline into the past and runs the sweeps. */
  async #deadline(): Promise<void> {
    const { api } = this.#world;
    await api.database.client.$executeRaw`
      UPDATE proxy_session SET expires_at = created_at
      WHERE merchant_id = ${api.merchant.id} AND id = ${this.id}`;
    await (await expireSessions(api.deps, this.#where.caller, [this.id])).get(this.id);
    const { session, attempt } = await this.#load();
    if (session.status === 'expired' && attempt.providerCheckAt) await this.#checkNow(attempt.id);
  }

  async #check(due: boolean): Promise<void> {
    const { attempt, now } = await this.#load();
    const isDue = attempt.providerCheckAt !== null && attempt.providerCheckAt <= now;
    if (due && !isDue) throw new Error('no check of an object that no one has read is due');
    await this.#checkNow(attempt.id);
  }

  async #expireKeys(): Promise<void> {
    const { api } = this.#world;
    const { attempt } = await this.#load();
    await api.database.client.acquisitionAttempt.updateMany({
      where: { merchantId: api.merchant.id, id: attempt.id },
      data: { providerRetryNotAfter: new Date(Date.now() - 3_600_000) },
    });
    await markAttemptUnknown(api.deps, this.#where.caller, this.id);
    await this.#checkNow(attempt.id);
  }

  async #checkNow(attemptId: string): Promise<void> {
    const { api } = this.#world;
    await checkAttempt(api.deps, this.#where.caller, { sessionId: this.id, attemptId });
  }

  async #load() {
    const loaded = await this.#world.api.database
      .forScope(this.#where.caller)
      .sessions.find(this.id);
    if (!loaded) throw new Error(`session ${this.id} is missing`);
    return loaded;
  }
}

async function applyDueEvents({ api }: World): Promise<void> {
  const { database } = api;
  const lease = { token: randomUUID(), seconds: 60, limit: 16 };
  const events = await claimsOfAll(database).claimProviderEvents(lease);
  await Promise.all(
    events.map(async (event) => {
      const { error: _, ...outcome } = await applyProviderEvent(api.deps, event);
      await database.providerEvents.finish(event, outcome);
    }),
  );
}
