import { afterAll, describe, expect, it } from 'vitest';
import {
  addAttempt,
  addMerchant,
  addSession,
  newId,
  openTestDatabase,
  reservedColumns,
  writeSession,
} from '../../test/rows.ts';
import type { PaymentRecord, Scope } from '../sql/records.ts';

const opened = await openTestDatabase();
const database = opened.database;
const scope = await addMerchant(database);
const reserved = await reservedColumns(database, scope);
afterAll(() => opened.close());

/** Name of the constraint that rejects a write; 'accepted' when it succeeds. */
async function violatedConstraint(write: Promise<unknown>): Promise<string> {
  const error: unknown = await write.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error === null) return 'accepted';
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
    [{ cartSnapshot: [] }, 'proxy_session_cart'],
    [{ cartVersion: 0 }, 'proxy_session_cart_version'],
    [{ quoteCartVersion: 2 }, 'proxy_session_cart_version'],
    [{ finalCartVersion: 2 }, 'proxy_session_cart_version'],
    [{ status: 'paid' }, 'proxy_session_completion'],
    [{ status: 'provisioned' }, 'proxy_session_completion'],
    [{ amountMinor: 0 }, 'accepted'],
    [{ status: 'paid', completedAttemptId: 'pspacq_1' }, 'accepted'],
    [{ status: 'payment_conflicted' }, 'accepted'],
  ])('with %j: %s', async (change, expected) => {
    expect(await violatedConstraint(addSession(database, scope, change))).toBe(expected);
  });
});

const root = (id: string) => ({
  providerRootObjectId: id,
  providerRootObjectType: 'payment_intent',
  rootCreatedBy: 'merchant',
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
    [{ providerRootObjectId: 'pi_0', rootCreatedBy: 'merchant' }, 'acquisition_attempt_root'],
    [{ rootCreatedBy: 'merchant' }, 'acquisition_attempt_root_creator'],
    [{ providerSetupIntentId: 'seti_0' }, 'acquisition_attempt_setup_intent_creator'],
    [{ confirmedAmountMinor: 4200 }, 'acquisition_attempt_confirmation'],
    [{ status: 'unreserved' }, 'acquisition_attempt_status'],
    [{}, 'accepted'],
  ])('that was not reserved, with %j: %s', async (change, expected) => {
    const session = await addSession(database, scope);
    expect(await violatedConstraint(addAttempt(database, scope, session, change))).toBe(expected);
  });

  it.each<[object, string]>([
    [{}, 'accepted'],
    [{ status: 'pending' }, 'acquisition_attempt_status'],
    [{ providerOptionsFingerprint: null }, 'acquisition_attempt_reservation'],
    [{ status: 'attached' }, 'acquisition_attempt_root'],
    [{ status: 'confirmed', ...root('pi_1') }, 'acquisition_attempt_confirmation'],
    [{ ...root('pi_5'), rootCreatedBy: 'payer' }, 'acquisition_attempt_creators'],
    [{ ...root('pi_6'), rootCreatedBy: null }, 'acquisition_attempt_root_creator'],
    [{ status: 'confirmed', ...root('pi_2'), ...confirmation }, 'accepted'],
    [
      { ...root('pi_3'), ...confirmation, confirmedEvidenceSha256: 'short' },
      'acquisition_attempt_evidence',
    ],
    [{ status: 'succeeded', ...root('pi_4') }, 'acquisition_attempt_completion'],
    [{ status: 'superseded' }, 'acquisition_attempt_superseded'],
    [{ status: 'superseded', isCurrent: false }, 'accepted'],
  ])('reserved, with %j: %s', async (change, expected) => {
    const session = await addSession(database, scope);
    const write = addAttempt(database, scope, session, { ...reserved, ...change });
    expect(await violatedConstraint(write)).toBe(expected);
  });

  it('must be the only current attempt of its session', async () => {
    const session = await addSession(database, scope);
    await addAttempt(database, scope, session);
    const second = (isCurrent: boolean) =>
      addAttempt(database, scope, session, { attemptNumber: 2, isCurrent });
    expect(await violatedConstraint(second(true))).not.toBe('accepted');
    expect(await violatedConstraint(second(false))).toBe('accepted');
  });

  it('must be the only succeeded attempt of its session', async () => {
    const session = await addSession(database, scope);
    const succeeded = { ...reserved, status: 'succeeded', completionRecordedAt: new Date() };
    await addAttempt(database, scope, session, { ...succeeded, isCurrent: false });
    const second = addAttempt(database, scope, session, { ...succeeded, attemptNumber: 2 });
    expect(await violatedConstraint(second)).not.toBe('accepted');
  });

  it('must have a root object that is unique in its merchant and mode', async () => {
    const object = root('pi_shared');
    const attach = async (owner: Scope) => {
      const session = await addSession(database, owner);
      const columns = owner === scope ? reserved : await reservedColumns(database, owner);
      return violatedConstraint(addAttempt(database, owner, session, { ...columns, ...object }));
    };
    expect(await attach(scope)).toBe('accepted');
    expect(await attach(scope)).not.toBe('accepted');
    expect(await attach(await addMerchant(database))).toBe('accepted');
    expect(await attach({ ...scope, mode: 'live' })).toBe('accepted');
  });

  it('must belong to a session of its own merchant', async () => {
    const session = await addSession(database, scope);
    const other = await addMerchant(database);
    expect(await violatedConstraint(addAttempt(database, other, session))).not.toBe('accepted');
  });
});

describe('a payment', () => {
  const now = new Date();
  const payment = (proxySessionId: string, attemptId: string) => ({
    providerObjectId: 'pi_1',
    providerObjectType: 'payment_intent',
    version: 1,
    proxySessionId,
    attemptId,
    rootObjectId: 'cs_1',
    rootObjectType: 'checkout.session',
    amountMinor: 2 ** 40,
    currency: 'eur',
    refundedMinor: 0,
    disputedMinor: 0,
    disputeId: null,
    disputeStatus: null,
    disputeReason: null,
    disputeDueBy: null,
    disputeOpenedAt: null,
    disputeClosedAt: null,
    taxMinor: 798,
    shippingMinor: 0,
    discountMinor: null,
    capturedAt: now,
    recordedAt: now,
    updatedAt: now,
  });

  async function paidSession(owner = scope) {
    const session = await addSession(database, owner);
    const attempt = await addAttempt(database, owner, session);
    return { ...payment(session, attempt), ...owner } as PaymentRecord;
  }
  const write =
    ({ proxySessionId, merchantId, mode }: PaymentRecord, before: PaymentRecord | null) =>
    (after: PaymentRecord) =>
      writeSession(database, { merchantId, mode }, proxySessionId, () => ({
        payments: [{ before, after }],
      }));
  const insert = (record: PaymentRecord) => write(record, null)(record);
  const find = async ({ proxySessionId }: PaymentRecord) =>
    (await database.forScope(scope).sessions.find(proxySessionId))?.payments;

  it('is recorded once per provider object of a merchant and mode', async () => {
    const record = await paidSession();
    expect(await insert(record)).toBe('applied');
    await expect(insert(await paidSession())).rejects.toMatchObject({
      code: 'provider_object_conflict',
    });
    expect(await insert(await paidSession({ ...scope, mode: 'live' }))).toBe('applied');
    expect(await find(record)).toEqual([record]);
  });

  it('is updated only if it is still as it was read', async () => {
    const record = { ...(await paidSession()), providerObjectId: 'cs_1' };
    await insert(record);
    const update = write(record, record);
    expect(await update({ ...record, providerObjectId: 'pi_2', refundedMinor: 100 })).toBe(
      'applied',
    );
    expect(await update({ ...record, refundedMinor: 0 })).toBe('conflict');
    expect(await find(record)).toEqual([
      { ...record, version: 2, providerObjectId: 'pi_2', refundedMinor: 100 },
    ]);
  });

  it.each([
    [{ amountMinor: -1 }, 'payment_amounts'],
    [{ refundedMinor: -1 }, 'payment_amounts'],
    [{ disputedMinor: 2 ** 53 }, 'payment_amounts'],
    [{ currency: 'EUR' }, 'payment_currency'],
    [{ disputeId: 'dp_1' }, 'payment_dispute'],
    [{ disputeClosedAt: now }, 'payment_dispute'],
    [{ mode: 'sandbox' }, 'payment_mode'],
  ])('with %o violates %s', async (change, expected) => {
    const data = { ...(await paidSession()), ...scope, providerObjectId: 'pi_x', ...change };
    expect(await violatedConstraint(database.client.payment.create({ data }))).toBe(expected);
  });
});

describe('other rows', () => {
  it('a merchant can have one active provider account per mode', async () => {
    const merchant = await addMerchant(database);
    await reservedColumns(database, merchant);
    await expect(reservedColumns(database, merchant)).rejects.toThrow('psp_config_one_active');
    await reservedColumns(database, { ...merchant, mode: 'live' });
  });

  it('only a publishable key can be stored in plain text', async () => {
    const key = (kind: string, publicValue: string | null) =>
      violatedConstraint(
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
    expect(await key('publishable', 'pk_test_x')).toBe('accepted');
  });

  it('an event must have a sequence number that is unique in its session', async () => {
    const session = await addSession(database, scope);
    const event = (sequence: number) =>
      violatedConstraint(
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
    expect(await event(1)).toBe('accepted');
    expect(await event(1)).not.toBe('accepted');
    expect(await event(0)).toBe('outbox_event_sequence_positive');
    expect(await event(2)).toBe('accepted');
  });

  it('a cart snapshot must be a JSON object', async () => {
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
    expect(await violatedConstraint(cart)).toBe('cart_revision_snapshot');
  });
});
