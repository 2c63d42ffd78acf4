import type { Role } from '@parley/domain';
import { lockWaits, waitFor } from '@parley/testing';
import { describe, expect, it } from 'vitest';
import { getId, useTestTeam } from '../../test/team.ts';
import { createApiKey } from '../api-key/create-api-key.ts';
import type { Caller } from '../request/caller.ts';
import { changeMemberRole, leaveTeam, removeMember } from './change-member.ts';
import { cancelInvitation, resendInvitation } from './invite-member.ts';
import { listTeam } from './list-team.ts';

const team = useTestTeam();
/** Every member may leave. */
const leave = (caller: Caller) =>
  leaveTeam(team.deps, {
    ...caller,
    actor: { kind: 'user', id: getId(caller), permission: 'view' },
  });
const { addMember, invitations, invite, newest, sent } = team;
const readRole = async (caller: Caller) =>
  (await listTeam(team.deps, caller)).members.find(({ user_id }) => user_id === getId(caller))
    ?.role;

describe('only an owner', () => {
  const refused = { code: 'insufficient_scope' };

  it('invites an owner, and sends or cancels that invitation', async () => {
    await expect(invite(team.callers.admin, 'bo@nord.example', 'owner')).rejects.toMatchObject(
      refused,
    );
    const { id } = await invite(team.callers.owner, 'bo@nord.example', 'owner');
    for (const change of [cancelInvitation, resendInvitation]) {
      await expect(change(team.deps, team.callers.admin, { id })).rejects.toMatchObject(refused);
    }
  });

  it('makes, changes and removes an owner', async () => {
    const { owner, admin, viewer } = team.callers;
    const change = (by: Caller, of: Caller, role: Role) =>
      changeMemberRole(team.deps, by, { user_id: getId(of), role });
    await expect(change(admin, admin, 'owner')).rejects.toMatchObject(refused);
    await expect(change(admin, owner, 'viewer')).rejects.toMatchObject(refused);
    const removal = removeMember(team.deps, admin, { user_id: getId(owner) });
    await expect(removal).rejects.toMatchObject(refused);
    await change(owner, viewer, 'owner');
    expect(await readRole(viewer)).toBe('owner');
    await change(viewer, owner, 'admin');
    expect(await readRole(owner)).toBe('admin');
  });
});

describe('a member', () => {
  it('gets another role, which is recorded with both', async () => {
    const user_id = getId(team.callers.viewer);
    await changeMemberRole(team.deps, team.callers.admin, { user_id, role: 'developer' });
    expect(await readRole(team.callers.viewer)).toBe('developer');
    const entry = await newest();
    expect(entry).toMatchObject({
      action: 'member.role_changed',
      objectId: user_id,
      details: { role: { from: 'viewer', to: 'developer' } },
    });
    await changeMemberRole(team.deps, team.callers.admin, { user_id, role: 'developer' });
    expect((await newest())?.id).toBe(entry?.id);
  });

  it.each([
    ['is removed', (user_id: string) => removeMember(team.deps, team.callers.owner, { user_id })],
    ['leaves', () => leave(team.callers.admin)],
    [
      'gets another role',
      (user_id: string) =>
        changeMemberRole(team.deps, team.callers.owner, { user_id, role: 'viewer' }),
    ],
  ])('who %s has no pending invitations', async (_name, change) => {
    await invite(team.callers.admin, 'bo@nord.example');
    const { id } = await invite(team.callers.owner, 'cy@nord.example');
    await change(getId(team.callers.admin));
    expect((await invitations()).map((one) => one.id)).toEqual([id]);
  });

  it('who is removed or leaves is not a member, and may change nothing', async () => {
    const { admin, viewer } = team.callers;
    await leave(viewer);
    expect(await newest()).toMatchObject({ action: 'member.left' });
    await removeMember(team.deps, team.callers.owner, { user_id: getId(admin) });
    expect(await newest()).toMatchObject({ action: 'member.removed', objectId: getId(admin) });
    expect((await listTeam(team.deps, team.callers.owner)).members).toHaveLength(1);
    await expect(invite(admin, 'bo@nord.example')).rejects.toMatchObject({
      code: 'insufficient_scope',
    });
    const again = removeMember(team.deps, team.callers.owner, { user_id: getId(admin) });
    await expect(again).rejects.toMatchObject({ code: 'not_found' });
  });
});

it('a person whose role changed since their request was authorized may change nothing', async () => {
  const { admin, owner, viewer } = team.callers;
  const { id } = await invite(owner, 'bo@nord.example');
  await changeMemberRole(team.deps, owner, { user_id: getId(admin), role: 'developer' });
  sent.length = 0;
  const user_id = getId(viewer);
  for (const change of [
    () => invite(admin, 'cy@nord.example'),
    () => resendInvitation(team.deps, admin, { id }),
    () => cancelInvitation(team.deps, admin, { id }),
    () => changeMemberRole(team.deps, admin, { user_id, role: 'admin' }),
    () => removeMember(team.deps, admin, { user_id }),
  ]) {
    await expect(change()).rejects.toThrow('Your role (developer) may not do this.');
  }
  expect(sent).toEqual([]);
  await leave(admin);
});

it('a change that begins while the person is being removed is refused', async () => {
  const { admin } = team.callers;
  const { client } = team.ops.database;
  const caller: Caller = {
    ...admin,
    actor: { kind: 'user', id: getId(admin), permission: 'manage_keys' },
  };
  const { refusal } = await team.deps.database.transaction(admin, async (tx) => {
    await tx.team.lock('update');
    await tx.team.removeMember(getId(admin));
    const creation = createApiKey(team.deps, caller, { kind: 'secret', name: 'Server' });
    const refusal = expect(creation).rejects.toMatchObject({ code: 'insufficient_scope' });
    await waitFor(async () => (await client.$queryRawUnsafe<unknown[]>(lockWaits())).length === 1, {
      what: 'a change that waits for the lock of the team',
      timeoutMs: 3_000,
    });
    return { refusal };
  });
  await refusal;
});

describe('the last owner', () => {
  it('stays', async () => {
    const { owner } = team.callers;
    const user_id = getId(owner);
    for (const change of [
      () => changeMemberRole(team.deps, owner, { user_id, role: 'admin' }),
      () => removeMember(team.deps, owner, { user_id }),
      () => leave(owner),
    ]) {
      await expect(change()).rejects.toThrow('the last owner');
    }
    expect(await readRole(owner)).toBe('owner');
  });

  it('stays while the account of the other owner is disabled, who may change nothing', async () => {
    const { owner } = team.callers;
    const disabled = await addMember('owner');
    await team.ops.database.client.dashboardUser.update({
      where: { id: getId(disabled) },
      data: { disabledAt: new Date() },
    });
    const { members } = await listTeam(team.deps, owner);
    const listed = members.filter(({ is_disabled }) => is_disabled);
    expect(listed.map(({ user_id }) => user_id)).toEqual([getId(disabled)]);
    await expect(leave(owner)).rejects.toThrow('the last owner');
    const user_id = getId(owner);
    const removal = removeMember(team.deps, disabled, { user_id });
    await expect(removal).rejects.toMatchObject({ code: 'insufficient_scope' });
  });

  it('stays when two owners step down at the same time', async () => {
    const owners = [team.callers.owner, await addMember('owner')];
    const { client } = team.ops.database;
    const results = await team.deps.database.transaction(team.callers.owner, async (tx) => {
      await tx.team.lock('update');
      const leaving = Promise.allSettled(owners.map((owner) => leave(owner)));
      await waitFor(
        async () => (await client.$queryRawUnsafe<unknown[]>(lockWaits())).length === 2,
        { what: 'two changes that wait for the lock of the team', timeoutMs: 3_000 },
      );
      return { leaving };
    });
    const statuses = (await results.leaving).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual(['fulfilled', 'rejected']);
    const { members } = await listTeam(team.deps, team.callers.admin);
    expect(members.filter(({ role }) => role === 'owner')).toHaveLength(1);
  });
});
