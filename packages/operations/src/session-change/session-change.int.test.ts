import { DomainError } from '@parley/domain';
import { afterAll, describe, expect, it } from 'vitest';
import { startOperations } from '../../test/operations.ts';
import { issuePayerHandoff } from '../session/issue-payer-handoff.ts';
import { recordPayerOpened } from '../session/record-payer-opened.ts';
import { replaceCart } from '../session/replace-cart.ts';
import { changeIfAttemptUnchanged, changeSession } from './change-session.ts';
import type { SessionChange } from './session-change.ts';

const ops = await startOperations();
afterAll(() => ops.close());

const change = <T>(id: string, work: (change: SessionChange) => Promise<T> | T) =>
  changeSession(ops.deps, ops.caller, id, work);
const gapless = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
const replace = (id: string, amount: number, version: number) =>
  replaceCart(ops.deps, ops.caller, {
    id,
    amount_minor: amount,
    currency: 'eur',
    cart_snapshot: { amount },
    expected_cart_version: version,
  });

/** A session's row, history and events. */
async function trail(id: string) {
  const [loaded, history, events] = await Promise.all([
    ops.read(id),
    ops.history(id),
    ops.events(id),
  ]);
  return { ...loaded, history, events };
}

describe('twenty concurrent commands on one session', () => {
  it('all take effect and are numbered without gaps', async () => {
    const { id } = await ops.session();
    const raise = () =>
      change(id, (one) => {
        const { cartVersion } = one.session;
        one.command('replace_cart', { cartVersion: cartVersion + 1, amountMinor: cartVersion });
        one.setCart({ version: cartVersion + 1 });
        return cartVersion + 1;
      });
    const versions = await Promise.all(Array.from({ length: 20 }, raise));
    expect(versions.sort((a, b) => a - b)).toEqual(gapless(21).slice(1));

    const { session, cartSnapshot, history, events } = await trail(id);
    expect(session).toMatchObject({
      version: 21,
      cartVersion: 21,
      amountMinor: 20,
      eventSequence: 21,
      historySequence: 21,
    });
    expect(cartSnapshot).toEqual({ version: 21 });
    expect(events.map((event) => event.sequence)).toEqual(gapless(21));
    expect(history.map((entry) => entry.sequence)).toEqual(gapless(21));
    expect(events.map((event) => event.payload.sequence)).toEqual(gapless(21));
    // Each event shows the cart version of its own command, in order.
    const shown = events.map((event) => event.payload.data as { object: { cart_version: number } });
    expect(shown.map((data) => data.object.cart_version)).toEqual(gapless(21));
  });

  it('with the same expected cart version: one succeeds', async () => {
    const { id } = await ops.session();
    const results = await Promise.allSettled(gapless(20).map((n) => replace(id, 1_000 + n, 1)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') {
        expect(result.reason).toMatchObject({ code: 'cart_version_conflict' });
      }
    }
    const { session, events } = await trail(id);
    expect([session.cartVersion, session.version, events.length]).toEqual([2, 2, 2]);
  });

  it('that are repeats take effect once', async () => {
    const { id } = await ops.session();
    await Promise.all(
      gapless(20).map((n) =>
        n % 2
          ? issuePayerHandoff(ops.deps, ops.caller, { id }).catch(() => null)
          : recordPayerOpened(ops.deps, ops.caller, { id }),
      ),
    );
    const { session, events } = await trail(id);
    expect(session.status).toBe('payer_opened');
    const types = events.map((event) => event.type);
    expect(types.filter((type) => type === 'proxy_session.payer_opened')).toHaveLength(1);
    expect(new Set(types).size).toBe(types.length);
    expect(events.map((event) => event.sequence)).toEqual(gapless(events.length));
  });
});

describe('a change', () => {
  it('writes the row, its history entry with the actor and its event', async () => {
    const { id } = await ops.session();
    await issuePayerHandoff(ops.deps, ops.caller, { id });
    const { session, history, events } = await trail(id);
    expect([session.status, session.version]).toEqual(['payer_handoff_pending', 2]);
    expect(
      history.map(({ action, fromStatus, toStatus }) => [action, fromStatus, toStatus]),
    ).toEqual([
      ['create', null, 'created'],
      ['issue_handoff', 'created', 'payer_handoff_pending'],
    ]);
    expect(history[1]).toMatchObject({
      actorKind: 'api_key',
      actorId: 'key_1',
      requestId: 'req_1',
      attemptId: null,
      at: session.updatedAt,
    });
    expect(events[1]).toMatchObject({
      type: 'proxy_session.payer_handoff_issued',
      payload: {
        data: {
          object: { id, status: 'payer_handoff_pending' },
          previous_attributes: {
            status: 'created',
          },
        },
        request: { id: 'req_1' },
      },
    });
  });

  it('without an effect writes nothing', async () => {
    const { id } = await ops.session();
    await issuePayerHandoff(ops.deps, ops.caller, { id });
    const before = await trail(id);
    await issuePayerHandoff(ops.deps, ops.caller, { id });
    expect({ ...(await trail(id)), now: null }).toEqual({ ...before, now: null });
  });

  it('that is refused after a first command writes nothing', async () => {
    const { id } = await ops.session();
    const before = await trail(id);
    const half = change(id, (one) => {
      one.command('open');
      one.attemptCommand('cancel');
      one.setCart({ never: true });
      one.command('report_provisioned');
    });
    await expect(half).rejects.toMatchObject({ code: 'session_state_conflict' });
    expect({ ...(await trail(id)), now: null }).toEqual({ ...before, now: null });
  });

  it('of several commands raises the version once and numbers each command', async () => {
    const { id } = await ops.session();
    await change(id, (one) => {
      one.command('issue_handoff');
      one.command('open');
      one.addHistoryEntry('looked', 'just so');
    });
    const { session, history, events } = await trail(id);
    expect([session.version, session.status]).toEqual([2, 'payer_opened']);
    expect(history.map((entry) => entry.action)).toEqual([
      'create',
      'issue_handoff',
      'open',
      'looked',
    ]);
    expect(events.map((event) => event.sequence)).toEqual([1, 2, 3]);
  });

  it('of an attempt emits its previous values, and no event before it is reserved', async () => {
    const { id } = await ops.session();
    await ops.reserve(id);
    const { events, attempt } = await trail(id);
    expect(events.map((event) => event.type)).toEqual([
      'proxy_session.created',
      'acquisition_attempt.reserved',
    ]);
    expect(events[1]?.payload.data).toMatchObject({
      object: { id: attempt.id, status: 'reserved', version: 2 },
      previous_attributes: {},
    });
    await change(id, (one) => one.attemptCommand('mark_unknown'));
    const lost = (await trail(id)).events[2];
    expect(lost?.type).toBe('acquisition_attempt.unknown');
    expect(lost?.payload.data).toMatchObject({
      object: { status: 'unknown', version: 3 },
      previous_attributes: { status: 'reserved', version: 2 },
    });
  });

  it('of a session of another mode is not found', async () => {
    const { id } = await ops.session();
    const stranger = { ...ops.caller, mode: 'live' } as const;
    const touched = changeSession(ops.deps, stranger, id, () => 'touched');
    await expect(touched).rejects.toBeInstanceOf(DomainError);
    await expect(touched).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a row that was written without a new version of the session', () => {
  const bump = (id: string) =>
    ops.database.client.acquisitionAttempt.updateMany({
      where: { proxySessionId: id },
      data: { version: { increment: 1 } },
    });

  it('is not overwritten: the change is retried with the current row', async () => {
    const { id } = await ops.session();
    await ops.reserve(id);
    const seen: number[] = [];
    await change(id, async (one) => {
      seen.push(one.attempt.version);
      if (seen.length === 1) await bump(id);
      one.attemptCommand('mark_unknown');
    });
    expect(seen).toEqual([2, 3]);
    const { attempt, session, events } = await trail(id);
    expect([attempt.status, attempt.version, session.version]).toEqual(['unknown', 4, 3]);
    expect(events.map((event) => event.sequence)).toEqual([1, 2, 3]);
  });

  it('on every retry ends the change without writing anything', async () => {
    const { id } = await ops.session();
    await ops.reserve(id);
    const endless = change(id, async (one) => {
      await bump(id);
      one.attemptCommand('mark_unknown');
    });
    await expect(endless).rejects.toMatchObject({ code: 'service_unavailable' });
    const { attempt, events } = await trail(id);
    expect([attempt.status, events.length]).toEqual(['reserved', 2]);
  });
});

describe('a change decided from an attempt that was read before', () => {
  const markUnknown = async (id: string, between: () => Promise<unknown>) => {
    const read = (await ops.read(id)).attempt;
    await between();
    const before = await trail(id);
    let ran = false;
    const result = await changeIfAttemptUnchanged(ops.deps, ops.caller, read, (one, attempt) => {
      ran = true;
      one.attemptCommand('mark_unknown', {}, { of: attempt });
      return 'done';
    });
    return { result, ran, before, after: await trail(id) };
  };

  it('is made while the attempt has that version', async () => {
    const { id } = await ops.session();
    await ops.reserve(id);
    const { result, after } = await markUnknown(id, async () => {});
    expect([result, after.attempt.status]).toEqual(['done', 'unknown']);
  });

  it('is stale and writes nothing after another write of the attempt', async () => {
    const { id } = await ops.session();
    await ops.reserve(id);
    const { result, ran, before, after } = await markUnknown(id, () =>
      change(id, (one) => {
        const event = 'acquisition_attempt.reserved' as const;
        one.amendAttempt(one.attempt, {}, { action: 'reserve', event });
      }),
    );
    expect([result, ran]).toEqual(['stale', false]);
    expect({ ...after, now: null }).toEqual({ ...before, now: null });
  });
});
