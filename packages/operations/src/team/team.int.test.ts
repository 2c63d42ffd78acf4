import type { Role } from '@parley/db';
import type { DomainError } from '@parley/domain';
import type { MailContent } from '@parley/mail';
import { lockWaits, waitFor } from '@parley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keyedCaller } from '../../test/keyed-caller.ts';
import { type Operations, startOperations } from '../../test/operations.ts';
import type { Caller } from '../request/caller.ts';
import { newId } from '../request/new-id.ts';
import { changeMemberRole, leaveTeam, removeMember } from './change-member.ts';
import { cancelInvitation, inviteMember, resendInvitation } from './invite-member.ts';
import { listTeam } from './list-team.ts';
import { requireSecondFactor } from './require-second-factor.ts';

let ops: Operations;
let deps: Operations['deps'];
let sent: (MailContent & { to: string })[];
let callers: Record<'owner' | 'admin' | 'viewer', Caller>;
beforeAll(async () => {
  ops = await startOperations();
  const mailer = { send: (to: string, mail: MailContent) => void sent.push({ to, ...mail }) };
  deps = { ...ops.deps, mail: { mailer, dashboardUrl: 'https://dashboard.example' } };
  const { merchantId } = ops.scope;
  const organization = { id: merchantId, name: 'Nord', slug: merchantId };
  await ops.database.client.organization.create({ data: organization });
});
beforeEach(async () => {
  sent = [];
  await ops.database.client.member.deleteMany();
  await ops.database.client.invitation.deleteMany();
  await ops.database.client.$executeRaw`DELETE FROM sign_in_limit`;
  callers = {
    owner: await addMember('owner'),
    admin: await addMember('admin'),
    viewer: await addMember('viewer'),
  };
});
afterAll(() => ops.close());

async function addMember(role: Role): Promise<Caller & { actor: { kind: 'user'; id: string } }> {
  const id = newId('evt');
  await ops.database.client.dashboardUser.create({
    data: { id, name: `Ada ${role}`, email: `${id}@nord.example` },
  });
  await ops.database.forScope(ops.scope).team.addMember(id, role);
  return {
    ...ops.scope,
    actor: { kind: 'user', id },
    requestId: 'req_1',
    address: '203.0.113.9',
  };
}

const idOf = ({ actor }: Caller) => actor.id ?? '';
const roleOf = async (caller: Caller) =>
  (await listTeam(deps, caller)).members.find(({ user_id }) => user_id === idOf(caller))?.role;
const invitations = async () => (await listTeam(deps, callers.owner)).invitations;
const newest = async (mode: 'test' | 'live' = 'test') => {
  const { audit } = ops.database.forScope({ ...ops.scope, mode });
  return (await audit.list({ limit: 1 }))[0];
};
const tokenIn = (mail: MailContent | undefined) =>
  /token=([\w-]{43})$/m.exec(mail?.text ?? '')?.[1];
const invite = (caller: Caller, email: string, role: Role = 'support') =>
  inviteMember(deps, caller, { email, role });

describe('an invitation', () => {
  it('sends a link whose token is not stored, and is recorded in both modes', async () => {
    const { id } = await invite(callers.admin, 'bo@nord.example');
    expect(await invitations()).toMatchObject([
      { id, email: 'bo@nord.example', role: 'support', expired: false },
    ]);
    expect(sent).toMatchObject([{ to: 'bo@nord.example' }]);
    expect(sent[0]?.text).toContain('Ada admin invited you');
    const token = tokenIn(sent[0]);
    expect(token).toBeDefined();
    const [row] = await ops.database.client.invitation.findMany();
    expect(JSON.stringify(row)).not.toContain(token);
    for (const mode of ['test', 'live'] as const) {
      expect(await newest(mode)).toMatchObject({
        action: 'invitation.created',
        objectId: id,
        details: { email: 'bo@nord.example', role: 'support' },
        actorId: idOf(callers.admin),
        requestId: 'req_1',
        address: '203.0.113.9',
      });
    }
  });

  it('is refused for a member and for an email with a pending invitation', async () => {
    await invite(callers.owner, 'bo@nord.example');
    await expect(invite(callers.owner, 'bo@nord.example')).rejects.toThrow('pending invitation');
    const [member] = (await listTeam(deps, callers.owner)).members;
    await expect(invite(callers.owner, member?.email ?? '')).rejects.toThrow('a member of this');
    expect(sent).toHaveLength(1);
  });

  it('is sent once for a repeated request', async () => {
    const caller = keyedCaller(callers.owner);
    const input = { email: 'bo@nord.example', role: 'viewer' } as const;
    const first = await inviteMember(deps, caller, input);
    expect(await inviteMember(deps, caller, input)).toEqual(first);
    expect(sent).toHaveLength(1);
  });

  it('that is sent again has another link', async () => {
    const { id } = await invite(callers.owner, 'bo@nord.example');
    await ops.database.client
      .$executeRaw`UPDATE invitation SET expires_at = now() - interval '1 minute'`;
    expect(await invitations()).toMatchObject([{ expired: true }]);
    const [before] = await ops.database.client.invitation.findMany();
    await resendInvitation(deps, callers.owner, { id });
    const [after] = await ops.database.client.invitation.findMany();
    expect(after?.tokenHash).not.toBe(before?.tokenHash);
    expect(tokenIn(sent[1])).not.toBe(tokenIn(sent[0]));
    expect(await invitations()).toMatchObject([{ id, expired: false }]);
    expect(await newest()).toMatchObject({ action: 'invitation.resent' });
  });

  it('that is canceled cannot be sent or canceled again', async () => {
    const { id } = await invite(callers.owner, 'bo@nord.example');
    await cancelInvitation(deps, callers.owner, { id });
    expect(await invitations()).toEqual([]);
    expect(await newest()).toMatchObject({ action: 'invitation.canceled' });
    for (const change of [cancelInvitation, resendInvitation]) {
      await expect(change(deps, callers.owner, { id })).rejects.toMatchObject({
        code: 'not_found',
      });
    }
    await invite(callers.owner, 'bo@nord.example');
  });
});

describe('invitation messages', () => {
  const wait = { code: 'rate_limited', retryAfterSeconds: expect.any(Number) };
  /** Sends as often as possible, and pretends that the time of each delay has passed. */
  async function sendForSeconds(seconds: number, send: () => Promise<unknown>): Promise<number> {
    let count = 0;
    for (let passed = 0; passed < seconds; ) {
      try {
        await send();
        count++;
      } catch (error) {
        const delay = (error as DomainError).retryAfterSeconds ?? 0;
        expect(error).toMatchObject(wait);
        const countedAt = new Date(Date.now() - delay * 1_000);
        await ops.database.client.$executeRaw`UPDATE sign_in_limit SET counted_at = ${countedAt}`;
        passed += delay;
      }
    }
    return count;
  }

  it('to one address are sent three times, and then after growing delays', async () => {
    const { id } = await invite(callers.owner, 'bo@nord.example');
    const resend = () => resendInvitation(deps, callers.owner, { id });
    await resend();
    await resend();
    const [before] = await ops.database.client.invitation.findMany();
    await expect(resend()).rejects.toMatchObject(wait);
    // What is refused changes nothing: the link in the last message still works.
    expect(await ops.database.client.invitation.findMany()).toEqual([before]);
    expect(sent).toHaveLength(3);
    // Neither another member nor a new invitation to the address avoids the limit.
    await cancelInvitation(deps, callers.owner, { id });
    await expect(invite(callers.admin, 'bo@nord.example')).rejects.toMatchObject(wait);
    await invite(callers.owner, 'cy@nord.example');
    const { id: again } = await invite(await addMember('admin'), 'dy@nord.example');
    const count = await sendForSeconds(3_600, () =>
      resendInvitation(deps, callers.owner, { id: again }),
    );
    // Three at once, and after delays of 1, 2, 4, … 2,048 seconds.
    expect(count).toBeLessThanOrEqual(15);
  });

  it('of one member are limited, and then those of their merchant', async () => {
    const send = async (caller: Caller, prefix: string) => {
      let count = 0;
      try {
        for (; count < 60; count++) await invite(caller, `${prefix}${count}@nord.example`);
      } catch (error) {
        expect(error).toMatchObject(wait);
      }
      return count;
    };
    expect(await send(callers.owner, 'a')).toBe(20);
    expect(await send(callers.admin, 'b')).toBe(20);
    expect(await send(await addMember('admin'), 'c')).toBe(10);
  });
});

describe('only an owner', () => {
  const refused = { code: 'insufficient_scope' };

  it('invites an owner, and sends or cancels that invitation', async () => {
    await expect(invite(callers.admin, 'bo@nord.example', 'owner')).rejects.toMatchObject(refused);
    const { id } = await invite(callers.owner, 'bo@nord.example', 'owner');
    for (const change of [cancelInvitation, resendInvitation]) {
      await expect(change(deps, callers.admin, { id })).rejects.toMatchObject(refused);
    }
  });

  it('makes, changes and removes an owner', async () => {
    const { owner, admin, viewer } = callers;
    const change = (by: Caller, of: Caller, role: Role) =>
      changeMemberRole(deps, by, { user_id: idOf(of), role });
    await expect(change(admin, admin, 'owner')).rejects.toMatchObject(refused);
    await expect(change(admin, owner, 'viewer')).rejects.toMatchObject(refused);
    const removal = removeMember(deps, admin, { user_id: idOf(owner) });
    await expect(removal).rejects.toMatchObject(refused);
    await change(owner, viewer, 'owner');
    expect(await roleOf(viewer)).toBe('owner');
    await change(viewer, owner, 'admin');
    expect(await roleOf(owner)).toBe('admin');
  });
});

describe('a member', () => {
  it('gets another role, which is recorded with both', async () => {
    const user_id = idOf(callers.viewer);
    await changeMemberRole(deps, callers.admin, { user_id, role: 'developer' });
    expect(await roleOf(callers.viewer)).toBe('developer');
    const entry = await newest();
    expect(entry).toMatchObject({
      action: 'member.role_changed',
      objectId: user_id,
      details: { role: { from: 'viewer', to: 'developer' } },
    });
    await changeMemberRole(deps, callers.admin, { user_id, role: 'developer' });
    expect((await newest())?.id).toBe(entry?.id);
  });

  it.each([
    ['is removed', (user_id: string) => removeMember(deps, callers.owner, { user_id })],
    ['leaves', () => leaveTeam(deps, callers.admin)],
    [
      'gets another role',
      (user_id: string) => changeMemberRole(deps, callers.owner, { user_id, role: 'viewer' }),
    ],
  ])('who %s has no pending invitations', async (_name, change) => {
    await invite(callers.admin, 'bo@nord.example');
    const { id } = await invite(callers.owner, 'cy@nord.example');
    await change(idOf(callers.admin));
    expect((await invitations()).map((one) => one.id)).toEqual([id]);
  });

  it('who is removed or leaves is no member, and may change nothing', async () => {
    const { admin, viewer } = callers;
    await leaveTeam(deps, viewer);
    expect(await newest()).toMatchObject({ action: 'member.left' });
    await removeMember(deps, callers.owner, { user_id: idOf(admin) });
    expect(await newest()).toMatchObject({ action: 'member.removed', objectId: idOf(admin) });
    expect((await listTeam(deps, callers.owner)).members).toHaveLength(1);
    await expect(invite(admin, 'bo@nord.example')).rejects.toMatchObject({
      code: 'insufficient_scope',
    });
    const again = removeMember(deps, callers.owner, { user_id: idOf(admin) });
    await expect(again).rejects.toMatchObject({ code: 'not_found' });
  });
});

it('a person whose role changed since their request was authorized may change nothing', async () => {
  const { admin, owner, viewer } = callers;
  const { id } = await invite(owner, 'bo@nord.example');
  await changeMemberRole(deps, owner, { user_id: idOf(admin), role: 'developer' });
  sent = [];
  const user_id = idOf(viewer);
  for (const change of [
    () => invite(admin, 'cy@nord.example'),
    () => resendInvitation(deps, admin, { id }),
    () => cancelInvitation(deps, admin, { id }),
    () => changeMemberRole(deps, admin, { user_id, role: 'admin' }),
    () => removeMember(deps, admin, { user_id }),
  ]) {
    await expect(change()).rejects.toThrow('Your role (developer) may not do this.');
  }
  expect(sent).toEqual([]);
  await leaveTeam(deps, admin);
});

describe('the last owner', () => {
  it('stays', async () => {
    const { owner } = callers;
    const user_id = idOf(owner);
    for (const change of [
      () => changeMemberRole(deps, owner, { user_id, role: 'admin' }),
      () => removeMember(deps, owner, { user_id }),
      () => leaveTeam(deps, owner),
    ]) {
      await expect(change()).rejects.toThrow('the last owner');
    }
    expect(await roleOf(owner)).toBe('owner');
  });

  it('stays when two owners step down at the same time', async () => {
    const owners = [callers.owner, await addMember('owner')];
    const { client } = ops.database;
    const results = await client.$transaction(
      async (tx) => {
        await tx.$queryRaw`SELECT 1 FROM organization FOR UPDATE`;
        const leaving = Promise.allSettled(owners.map((owner) => leaveTeam(deps, owner)));
        await waitFor(
          async () => (await client.$queryRawUnsafe<unknown[]>(lockWaits())).length === 2,
          { what: 'two changes that wait for the lock of the team', timeoutMs: 3_000 },
        );
        return { leaving };
      },
      { timeout: 10_000 },
    );
    const statuses = (await results.leaving).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual(['fulfilled', 'rejected']);
    const { members } = await listTeam(deps, callers.admin);
    expect(members.filter(({ role }) => role === 'owner')).toHaveLength(1);
  });
});

describe('the requirement of a second factor', () => {
  const isRequired = async () => (await listTeam(deps, callers.viewer)).second_factor_required;
  const addFactor = ({ actor }: Caller, confirmedAt: Date | null) =>
    ops.database.client.secondFactor.create({
      data: {
        id: newId('evt'),
        userId: actor.id ?? '',
        secretSealed: Buffer.from('x'),
        confirmedAt,
      },
    });

  it('is changed by an owner who has one, and is recorded once', async () => {
    const { owner, admin } = callers;
    const change = (caller: Caller, required: boolean) =>
      requireSecondFactor(deps, caller, { required });
    await expect(change(admin, true)).rejects.toMatchObject({ code: 'insufficient_scope' });
    await expect(change(owner, true)).rejects.toThrow('You have no second factor yourself.');
    const { id } = await addFactor(owner, null);
    await expect(change(owner, true)).rejects.toThrow('You have no second factor yourself.');
    expect(await isRequired()).toBe(false);
    await ops.database.client.secondFactor.update({
      where: { id },
      data: { confirmedAt: new Date() },
    });
    await change(owner, true);
    await change(owner, true);
    expect(await isRequired()).toBe(true);
    await change(owner, false);
    expect(await isRequired()).toBe(false);
    const log = await ops.database
      .forScope({ ...ops.scope, mode: 'live' })
      .audit.list({ limit: 2 });
    expect(log.map(({ action }) => action)).toEqual([
      'merchant.second_factor_not_required',
      'merchant.second_factor_required',
    ]);
  });

  it('counts a passkey of the owner and of members as one', async () => {
    const { owner } = callers;
    const userId = owner.actor.id ?? '';
    await ops.database.client.passkey.create({
      data: {
        id: `passkey_${userId}`,
        userId,
        name: 'Laptop',
        credentialId: `credential_${userId}`,
        publicKey: Buffer.from('key'),
        counter: 0,
      },
    });
    const { members } = await listTeam(deps, owner);
    expect(members.map((member) => member.has_second_factor)).toEqual([true, false, false]);
    await requireSecondFactor(deps, owner, { required: true });
    expect(await isRequired()).toBe(true);
  });

  it('shows who has none to those who manage the team only', async () => {
    await addFactor(callers.admin, new Date());
    const shown = async (caller: Caller) =>
      (await listTeam(deps, caller)).members.map((member) => member.has_second_factor);
    expect(await shown(callers.admin)).toEqual([false, true, false]);
    expect(await shown(callers.viewer)).toEqual([null, null, null]);
  });
});
