import type { TriageAttentionItemInput } from '@parley/contract';
import { addEndpoint, addMerchant } from '@parley/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { getId, useTestTeam } from '../../test/team.ts';
import type { Caller } from '../request/caller.ts';
import { newId } from '../request/new-id.ts';
import { countAttentionItems, listAttentionItemsOfKind } from './attention-items.ts';
import { triageAttentionItem } from './triage-item.ts';

const team = useTestTeam();
const kind = 'failing_webhook_endpoint';
const MINUTE_MS = 60_000;

let id: string;
let support: Caller;
beforeEach(async () => {
  const { database, scope } = team.ops;
  await database.client.webhookEndpoint.updateMany({
    data: { status: 'archived', failingSince: null, inactiveReason: null },
  });
  id = await addEndpoint(database, scope, { failingSince: new Date(Date.now() - 60 * MINUTE_MS) });
  support = await member('support');
});

async function member(role: Parameters<typeof team.addMember>[0]): Promise<Caller> {
  const caller = await team.addMember(role);
  return { ...caller, actor: { kind: 'user', id: getId(caller), permission: 'triage' } };
}

type Change = Omit<TriageAttentionItemInput, 'kind' | 'id' | 'expected_version'>;
const triage = (change: Change, expected_version = 0, caller = support) =>
  triageAttentionItem(team.deps, caller, { kind, id, expected_version, ...change });
const list = async (filter: 'open' | 'mine' | 'snoozed' = 'open', caller = support) =>
  (await listAttentionItemsOfKind(team.deps, caller, { kind, filter, limit: 10 })).data;
const count = async () => (await countAttentionItems(team.deps, support))[kind];
const inAnHour = () => new Date(Date.now() + 60 * MINUTE_MS).toISOString();
const setEndpoint = (data: object) =>
  team.ops.database.client.webhookEndpoint.updateMany({ where: { id }, data });

describe('an item that needs attention', () => {
  it('gets an assignee and a note, which the list and the audit log show', async () => {
    const { owner } = team.callers;
    const first = await triage({ assignee_id: getId(owner), note: 'Called the shop.' });
    expect(first).toMatchObject({
      version: 1,
      assignee_id: getId(owner),
      note: 'Called the shop.',
    });
    expect(await list()).toMatchObject([{ id, triage: first }]);
    expect(await list('mine', owner)).toMatchObject([{ id }]);
    expect(await list('mine')).toEqual([]);
    expect(await team.newest()).toMatchObject({
      action: 'attention_item.updated',
      objectId: id,
      actorId: getId(support),
      details: { kind, assignee: { from: null, to: 'Ada owner' }, note: 'written' },
    });
    const second = await triage({ assignee_id: null }, 1);
    expect(second).toMatchObject({ version: 2, assignee_id: null, note: 'Called the shop.' });
    expect(await triage({ note: 'Called the shop.' }, 2)).toEqual(second);
    expect((await team.newest())?.details).toEqual({
      kind,
      assignee: { from: 'Ada owner', to: null },
    });
  });

  it('is neither listed nor counted while it is snoozed, by the clock of the database', async () => {
    await triage({ snoozed_until: inAnHour(), assignee_id: getId(support) });
    expect([await list(), await list('mine'), await count()]).toEqual([[], [], 0]);
    expect(await list('snoozed')).toMatchObject([{ id, triage: { version: 1 } }]);
    await team.ops.database.client.$executeRaw`
      UPDATE attention_triage SET snoozed_until = now() - interval '1 millisecond'
      WHERE merchant_id = ${team.ops.scope.merchantId}`;
    expect(await list()).toMatchObject([{ id, triage: { snoozed_until: null } }]);
    expect([await list('snoozed'), await count()]).toEqual([[], 1]);
  });

  it('that gets worse is no longer snoozed, and keeps its assignee and note', async () => {
    await triage({ snoozed_until: inAnHour(), assignee_id: getId(support), note: 'Waiting.' });
    await setEndpoint({ status: 'inactive', inactiveReason: 'failing', inactiveSince: new Date() });
    const kept = { assignee_id: getId(support), note: 'Waiting.', snoozed_until: null };
    expect(await list()).toMatchObject([{ id, reason: 'failing', triage: kept }]);
    expect(await count()).toBe(1);
  });

  it('that comes back has no earlier assignee, note and snooze', async () => {
    await triage({ snoozed_until: inAnHour(), assignee_id: getId(support), note: 'Waiting.' });
    await setEndpoint({ failingSince: new Date(Date.now() - 30 * MINUTE_MS) });
    const fresh = { version: 1, assignee_id: null, note: null, snoozed_until: null };
    expect(await list()).toMatchObject([{ id, triage: fresh }]);
    expect(await list('mine')).toEqual([]);
    expect(await triage({ note: 'Again.' }, 1)).toMatchObject({
      ...fresh,
      version: 2,
      note: 'Again.',
    });
  });

  it('takes one of two changes that two people make at once', async () => {
    const other = await member('developer');
    for (const version of [0, 1]) {
      const results = await Promise.allSettled([
        triage({ note: `support ${version}` }, version),
        triage({ note: `developer ${version}` }, version, other),
      ]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'invalid_request', message: expect.stringContaining('expected_version') },
      });
    }
    expect((await list())[0]?.triage.version).toBe(2);
  });

  it('is assigned only to a member who can sign in', async () => {
    const { database } = team.ops;
    const former = await member('support');
    await database.client.member.deleteMany({ where: { userId: getId(former) } });
    const disabled = await member('support');
    await database.client.dashboardUser.update({
      where: { id: getId(disabled) },
      data: { disabledAt: new Date() },
    });
    const stranger = await member('owner');
    const elsewhere = await addMerchant(database);
    await database.client.organization.create({
      data: { id: elsewhere.merchantId, name: 'Other', slug: elsewhere.merchantId },
    });
    await database.client.member.updateMany({
      where: { userId: getId(stranger) },
      data: { organizationId: elsewhere.merchantId },
    });
    for (const one of [former, disabled, stranger]) {
      await expect(triage({ assignee_id: getId(one) })).rejects.toMatchObject({
        message: 'assignee_id must be the user id of a team member.',
      });
    }
    expect((await list())[0]?.triage.version).toBe(0);
  });

  it('cannot be changed by a viewer, in another mode, or once it is in order', async () => {
    const viewer = await member('viewer');
    await expect(triage({ note: 'Hi' }, 0, viewer)).rejects.toMatchObject({
      code: 'insufficient_scope',
    });
    const missing = { code: 'not_found', message: 'This item no longer needs attention.' };
    const live = { ...support, mode: 'live' } as const;
    await expect(triage({ note: 'Hi' }, 0, live)).rejects.toMatchObject(missing);
    await setEndpoint({ failingSince: null });
    await expect(triage({ note: 'Hi' })).rejects.toMatchObject(missing);
    id = newId('whend');
    await expect(triage({ note: 'Hi' })).rejects.toMatchObject(missing);
  });

  it.each([
    ['yesterday', 'snoozed_until must be an RFC 3339 timestamp'],
    ['2020-01-01T00:00:00Z', 'snoozed_until must be in the future'],
    ['2999-01-01T00:00:00Z', 'at most 90 days ahead'],
  ])('is not snoozed until %s', async (snoozed_until, message) => {
    await expect(triage({ snoozed_until })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(message),
    });
  });
});
