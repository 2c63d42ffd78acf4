import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addAttempt,
  addMerchant,
  addSession,
  newId,
  openTestDatabase,
  reservedColumns,
} from '../test/rows.ts';
import type { Database } from './database.ts';
import type { Scope } from './records.ts';

let opened: Awaited<ReturnType<typeof openTestDatabase>>;
let database: Database;
let scope: Scope;
let reserved: Awaited<ReturnType<typeof reservedColumns>>;

beforeAll(async () => {
  opened = await openTestDatabase();
  database = opened.database;
  scope = await addMerchant(database);
  reserved = await reservedColumns(database, scope);
});
afterAll(() => opened.close());

/** Which constraint refuses a row, as the refusal itself names it. */
async function refusal(write: Promise<unknown>): Promise<string> {
  const error: unknown = await write.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error === null) return 'taken';
  return /constraint[^\w]*"?([a-z_]+)/.exec(JSON.stringify(error))?.[1] ?? String(error);
}

describe('a session', () => {
  it.each([
    [{ amountMinor: -1 }, 'proxy_session_amount'],
    [{ quoteAmountMinor: -1 }, 'proxy_session_amount'],
    [{ finalAmountMinor: -1 }, 'proxy_session_amount'],
    [{ currency: 'EUR' }, 'proxy_session_currency'],
    [{ finalCurrency: 'euro' }, 'proxy_session_currency'],
    [{ status: 'done' }, 'proxy_session_status'],
    [{ mode: 'sandbox' }, 'proxy_session_mode'],
    [{ version: 0 }, 'proxy_session_version'],
    [{ cartVersion: 0 }, 'proxy_session_cart_version'],
    [{ quoteCartVersion: 2 }, 'proxy_session_cart_version'],
    [{ finalCartVersion: 2 }, 'proxy_session_cart_version'],
    [{ status: 'paid' }, 'proxy_session_completion'],
    [{ status: 'provisioned' }, 'proxy_session_completion'],
    [{ amountMinor: 0 }, 'taken'],
    [{ status: 'paid', completedAttemptId: 'pspacq_1' }, 'taken'],
    [{ status: 'payment_conflicted' }, 'taken'],
  ])('%j: %s', async (change, expected) => {
    expect(await refusal(addSession(database, scope, change))).toBe(expected);
  });
});

const root = (id: string) => ({
  providerRootObjectId: id,
  providerRootObjectType: 'payment_intent',
});
const confirmation = {
  confirmedAmountMinor: 4200,
  confirmedCurrency: 'eur',
  confirmedCartVersion: 1,
  confirmedEvidenceSha256: 'b'.repeat(64),
  confirmedAt: new Date(),
};

describe('an attempt', () => {
  it.each<[object, string]>([
    [{ version: 0 }, 'acquisition_attempt_version'],
    [{ attemptNumber: 0 }, 'acquisition_attempt_number'],
    [{ psp: 'stripe' }, 'acquisition_attempt_psp'],
    [{ commercialMode: 'twice' }, 'acquisition_attempt_commercial_mode'],
    [{ integrationPath: 'card' }, 'acquisition_attempt_path'],
    [{ pricingMode: 'free' }, 'acquisition_attempt_pricing'],
    [{ checkoutUiMode: 'page' }, 'acquisition_attempt_ui_mode'],
    [{ directSubscriptionSource: 'card' }, 'acquisition_attempt_source'],
    [{ merchandiseSubtotalMinor: -1 }, 'acquisition_attempt_amounts'],
    [{ status: 'reserved' }, 'acquisition_attempt_reservation'],
    [{ providerOptionsFingerprint: 'A'.repeat(64) }, 'acquisition_attempt_fingerprint'],
    [{ reservedCartVersion: 1 }, 'acquisition_attempt_reservation'],
    [{ providerRootObjectId: 'pi_0' }, 'acquisition_attempt_root'],
    [{ confirmedAmountMinor: 4200 }, 'acquisition_attempt_confirmation'],
    [{ completionRecordedAt: null, status: 'unreserved' }, 'taken'],
  ])('unreserved, with %j: %s', async (change, expected) => {
    const session = await addSession(database, scope);
    expect(await refusal(addAttempt(database, scope, session, change))).toBe(expected);
  });

  it.each<[object, string]>([
    [{}, 'taken'],
    [{ status: 'pending' }, 'acquisition_attempt_status'],
    [{ providerOptionsFingerprint: null }, 'acquisition_attempt_reservation'],
    [{ status: 'attached' }, 'acquisition_attempt_root'],
    [{ status: 'confirmed', ...root('pi_1') }, 'acquisition_attempt_confirmation'],
    [{ status: 'confirmed', ...root('pi_2'), ...confirmation }, 'taken'],
    [
      { ...root('pi_3'), ...confirmation, confirmedEvidenceSha256: 'short' },
      'acquisition_attempt_evidence',
    ],
    [{ status: 'succeeded', ...root('pi_4') }, 'acquisition_attempt_completion'],
    [{ status: 'superseded' }, 'acquisition_attempt_superseded'],
    [{ status: 'superseded', isCurrent: false }, 'taken'],
  ])('reserved, with %j: %s', async (change, expected) => {
    const session = await addSession(database, scope);
    const write = addAttempt(database, scope, session, { ...reserved, ...change });
    expect(await refusal(write)).toBe(expected);
  });

  it('is the only current one of its session', async () => {
    const session = await addSession(database, scope);
    await addAttempt(database, scope, session);
    const second = (isCurrent: boolean) =>
      addAttempt(database, scope, session, { attemptNumber: 2, isCurrent });
    expect(await refusal(second(true))).not.toBe('taken');
    expect(await refusal(second(false))).toBe('taken');
  });

  it('is the only one of its session that succeeded, current or not', async () => {
    const session = await addSession(database, scope);
    const succeeded = { ...reserved, status: 'succeeded', completionRecordedAt: new Date() };
    await addAttempt(database, scope, session, { ...succeeded, isCurrent: false });
    const second = addAttempt(database, scope, session, { ...succeeded, attemptNumber: 2 });
    expect(await refusal(second)).not.toBe('taken');
  });

  it('has a root object that no other of its merchant and mode has', async () => {
    const object = root('pi_shared');
    const of = async (whose: Scope) => {
      const session = await addSession(database, whose);
      const columns = whose === scope ? reserved : await reservedColumns(database, whose);
      return refusal(addAttempt(database, whose, session, { ...columns, ...object }));
    };
    expect(await of(scope)).toBe('taken');
    expect(await of(scope)).not.toBe('taken');
    expect(await of(await addMerchant(database))).toBe('taken');
    expect(await of({ ...scope, mode: 'live' })).toBe('taken');
  });

  it('belongs to a session of its own merchant', async () => {
    const session = await addSession(database, scope);
    const stranger = await addMerchant(database);
    expect(await refusal(addAttempt(database, stranger, session))).not.toBe('taken');
  });
});

describe('other rows', () => {
  it('a merchant has one account that takes new attempts in a mode', async () => {
    const merchant = await addMerchant(database);
    await reservedColumns(database, merchant);
    await expect(reservedColumns(database, merchant)).rejects.toThrow('psp_config_one_active');
    await reservedColumns(database, { ...merchant, mode: 'live' });
  });

  it('only a publishable key is kept readable', async () => {
    const key = (kind: string, publicValue: string | null) =>
      refusal(
        database.client.apiKey.create({
          data: {
            ...scope,
            id: newId('key'),
            kind,
            name: 'k',
            lastFour: 'abcd',
            keyHash: Buffer.from(newId('key')).toString('hex').slice(0, 64),
            publicValue,
          },
        }),
      );
    expect(await key('secret', 'sk_test_x')).toBe('api_key_public_value');
    expect(await key('publishable', null)).toBe('api_key_public_value');
    expect(await key('other', null)).toMatch(/^api_key_/);
    expect(await key('publishable', 'pk_test_x')).toBe('taken');
  });

  it('an event of a session has a number that no other of it has', async () => {
    const session = await addSession(database, scope);
    const event = (sequence: number) =>
      refusal(
        database.client.outboxEvent.create({
          data: {
            ...scope,
            id: newId('evt'),
            type: 'proxy_session.created',
            proxySessionId: session,
            sequence,
            payload: {},
            createdAt: new Date(),
          },
        }),
      );
    expect(await event(1)).toBe('taken');
    expect(await event(1)).not.toBe('taken');
    expect(await event(0)).toBe('outbox_event_sequence_positive');
    expect(await event(2)).toBe('taken');
  });

  it('a cart is an object', async () => {
    const session = await addSession(database, scope);
    const cart = database.client.cartRevision.create({
      data: {
        merchantId: scope.merchantId,
        proxySessionId: session,
        cartVersion: 2,
        amountMinor: 1,
        currency: 'eur',
        cartSnapshot: [],
        createdAt: new Date(),
      },
    });
    expect(await refusal(cart)).toBe('cart_revision_snapshot');
  });
});
