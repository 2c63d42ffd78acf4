import { describe, expect, it } from 'vitest';
import { getId, useTestTeam } from '../../test/team.ts';
import type { Caller } from '../request/caller.ts';
import { newId } from '../request/new-id.ts';
import { listTeam } from './list-team.ts';
import { requireSecondFactor } from './require-second-factor.ts';

const team = useTestTeam();

describe('the requirement of a second factor', () => {
  const isRequired = async () =>
    (await listTeam(team.deps, team.callers.viewer)).second_factor_required;
  const addFactor = (caller: Caller, confirmedAt: Date | null) =>
    team.ops.database.client.secondFactor.create({
      data: {
        id: newId('evt'),
        userId: getId(caller),
        secretSealed: Buffer.from('x'),
        confirmedAt,
      },
    });

  it('is changed by an owner who has one, and is recorded once', async () => {
    const { owner, admin } = team.callers;
    const change = (caller: Caller, required: boolean) =>
      requireSecondFactor(team.deps, caller, { required });
    await expect(change(admin, true)).rejects.toMatchObject({ code: 'insufficient_scope' });
    await expect(change(owner, true)).rejects.toThrow('You do not have a second factor yourself.');
    const { id } = await addFactor(owner, null);
    await expect(change(owner, true)).rejects.toThrow('You do not have a second factor yourself.');
    expect(await isRequired()).toBe(false);
    await team.ops.database.client.secondFactor.update({
      where: { id },
      data: { confirmedAt: new Date() },
    });
    await change(owner, true);
    await change(owner, true);
    expect(await isRequired()).toBe(true);
    await change(owner, false);
    expect(await isRequired()).toBe(false);
    const { entries } = await team.ops.database
      .forScope({ ...team.ops.scope, mode: 'live' })
      .audit.list({ limit: 2 });
    expect(entries.map(({ action }) => action)).toEqual([
      'merchant.second_factor_not_required',
      'merchant.second_factor_required',
    ]);
  });

  it('counts a passkey of the owner and of members as one', async () => {
    const { owner } = team.callers;
    const userId = getId(owner);
    await team.ops.database.client.passkey.create({
      data: {
        id: `passkey_${userId}`,
        userId,
        name: 'Laptop',
        credentialId: `credential_${userId}`,
        publicKey: Buffer.from('key'),
        counter: 0,
      },
    });
    const { members } = await listTeam(team.deps, owner);
    expect(members.map((member) => member.has_second_factor)).toEqual([true, false, false]);
    await requireSecondFactor(team.deps, owner, { required: true });
    expect(await isRequired()).toBe(true);
  });

  it('shows who has none to those who manage the team only', async () => {
    await addFactor(team.callers.admin, new Date());
    const shown = async (caller: Caller) =>
      (await listTeam(team.deps, caller)).members.map((member) => member.has_second_factor);
    expect(await shown(team.callers.admin)).toEqual([false, true, false]);
    expect(await shown(team.callers.viewer)).toEqual([null, null, null]);
  });
});
