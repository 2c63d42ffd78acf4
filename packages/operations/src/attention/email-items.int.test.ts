import { addEndpoint } from '@parley/db/testing';
import { beforeEach, expect, it } from 'vitest';
import { getId, useTestTeam } from '../../test/team.ts';
import type { Caller } from '../request/caller.ts';
import { removeMember } from '../team/change-member.ts';
import { emailAttentionItems } from './email-items.ts';
import { getNotificationSettings, saveNotificationSettings } from './notification-settings.ts';

const team = useTestTeam();
const HOUR_MS = 3_600_000;

beforeEach(async () => {
  const { client } = team.ops.database;
  await client.webhookEndpoint.updateMany({ data: { status: 'archived', failingSince: null } });
  await client.attentionMail.deleteMany();
  await client.mailOutbox.deleteMany();
  await client.notificationSetting.deleteMany();
  await client.dashboardUser.updateMany({ data: { emailVerified: true } });
});

const fail = (mode: 'test' | 'live' = 'live') =>
  addEndpoint(
    team.ops.database,
    { ...team.ops.scope, mode },
    { failingSince: new Date(Date.now() - HOUR_MS) },
  );
const sweep = (deps = team.deps) =>
  emailAttentionItems(deps, team.ops.scope.merchantId, 'https://dashboard.example');
const createAddress = (caller: Caller) => `${getId(caller)}@nord.example`;
const mails = async () =>
  (await team.ops.database.client.mailOutbox.findMany({ orderBy: { createdAt: 'asc' } })).map(
    ({ recipient, subject, text }) => ({ recipient, subject, text }),
  );
const recipients = async () => (await mails()).map(({ recipient }) => recipient).toSorted();
const owners = () => [team.callers.owner, team.callers.admin].map(createAddress).toSorted();

it('emails each item once to owners and admins, although several workers look for them', async () => {
  await fail('test');
  await sweep();
  expect(await mails()).toEqual([]);
  await fail();
  await Promise.all([sweep(), sweep(), sweep()]);
  await sweep();
  expect(await recipients()).toEqual(owners());
  const [mail] = await mails();
  expect(mail?.subject).toMatch(/: 1 webhook endpoint is failing$/);
  const linkTo = (to: string) =>
    `https://dashboard.example/merchants/${team.ops.scope.merchantId}?${new URLSearchParams({ to })}`;
  expect(mail?.text).toContain(linkTo('/live/attention?kind=failing_webhook_endpoint'));
  expect(mail?.text).toContain(linkTo('/notifications'));
});

it('a worker that dies before the commit leaves the items to the next sweep', async () => {
  await fail();
  const { database } = team.ops;
  const transaction: typeof database.transaction = (scope, work) =>
    database.transaction(scope, async (tx) => {
      await work(tx);
      throw new Error('the worker died');
    });
  const dying = { ...team.deps, database: { ...database, transaction } };
  await expect(sweep(dying)).rejects.toThrow('the worker died');
  expect(await mails()).toEqual([]);
  expect(await sweep()).toBe(2);
});

it('collects the items of an hour in one email with their number', async () => {
  await fail();
  await sweep();
  await fail();
  await fail();
  expect(await sweep()).toBe(0);
  const mailedAt = new Date(Date.now() - HOUR_MS);
  await team.ops.database.client.attentionMail.updateMany({ data: { mailedAt } });
  expect(await sweep()).toBe(2);
  const subjects = (await mails()).map(({ subject }) => subject.replace(/^.*: /, ''));
  expect(subjects.filter((subject) => subject === '2 webhook endpoints are failing').length).toBe(
    2,
  );
});

it('members get the kinds that they chose, and those who are out get nothing', async () => {
  const { owner, admin, viewer } = team.callers;
  const asViewer = { ...viewer, actor: { ...viewer.actor, permission: 'view' } } as Caller;
  expect(await getNotificationSettings(team.deps, asViewer)).toEqual({ kinds: [] });
  await saveNotificationSettings(team.deps, asViewer, {
    kinds: ['failing_webhook_endpoint', 'payment_conflict'],
  });
  expect(await getNotificationSettings(team.deps, asViewer)).toEqual({
    kinds: ['payment_conflict', 'failing_webhook_endpoint'],
  });
  await saveNotificationSettings(team.deps, owner, { kinds: ['payment_conflict'] });
  const [unverified, disabled] = [await team.addMember('admin'), await team.addMember('admin')];
  const { client } = team.ops.database;
  await client.dashboardUser.updateMany({
    where: { id: { in: [owner, admin, viewer, disabled].map(getId) } },
    data: { emailVerified: true },
  });
  await client.dashboardUser.updateMany({
    where: { id: getId(unverified) },
    data: { emailVerified: false },
  });
  await client.dashboardUser.updateMany({
    where: { id: getId(disabled) },
    data: { disabledAt: new Date() },
  });
  await removeMember(team.deps, owner, { user_id: getId(admin) });
  await fail();
  await sweep();
  expect(await recipients()).toEqual([createAddress(viewer)]);
});
