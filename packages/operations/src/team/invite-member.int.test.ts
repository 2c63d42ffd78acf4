import type { DomainError } from '@parley/domain';
import type { MailContent } from '@parley/mail';
import { describe, expect, it } from 'vitest';
import { keyedCaller } from '../../test/keyed-caller.ts';
import { getId, useTestTeam } from '../../test/team.ts';
import type { Caller } from '../request/caller.ts';
import { cancelInvitation, inviteMember, resendInvitation } from './invite-member.ts';
import { listTeam } from './list-team.ts';

const team = useTestTeam();
const { addMember, invitations, invite, newest, sent } = team;
const tokenIn = (mail: MailContent | undefined) =>
  /token=([\w-]{43})$/m.exec(mail?.text ?? '')?.[1];

describe('an invitation', () => {
  it('sends a link whose token is not stored, and is recorded in both modes', async () => {
    const { id } = await invite(team.callers.admin, 'bo@nord.example');
    expect(await invitations()).toMatchObject([
      { id, email: 'bo@nord.example', role: 'support', expired: false },
    ]);
    expect(sent).toMatchObject([{ to: 'bo@nord.example' }]);
    expect(sent[0]?.text).toContain('Ada admin invited you');
    const token = tokenIn(sent[0]);
    expect(token).toBeDefined();
    const [row] = await team.ops.database.client.invitation.findMany();
    expect(JSON.stringify(row)).not.toContain(token);
    for (const mode of ['test', 'live'] as const) {
      expect(await newest(mode)).toMatchObject({
        action: 'invitation.created',
        objectId: id,
        details: { email: 'bo@nord.example', role: 'support' },
        actorId: getId(team.callers.admin),
        requestId: 'req_1',
        address: '203.0.113.9',
      });
    }
  });

  it('is refused for a member and for an email with a pending invitation', async () => {
    await invite(team.callers.owner, 'bo@nord.example');
    await expect(invite(team.callers.owner, 'bo@nord.example')).rejects.toThrow(
      'pending invitation',
    );
    const [member] = (await listTeam(team.deps, team.callers.owner)).members;
    await expect(invite(team.callers.owner, member?.email ?? '')).rejects.toThrow(
      'a member of this',
    );
    expect(sent).toHaveLength(1);
  });

  it('is sent once for a repeated request', async () => {
    const caller = keyedCaller(team.callers.owner);
    const input = { email: 'bo@nord.example', role: 'viewer' } as const;
    const first = await inviteMember(team.deps, caller, input);
    expect(await inviteMember(team.deps, caller, input)).toEqual(first);
    expect(sent).toHaveLength(1);
  });

  it('that is sent again has another link', async () => {
    const { id } = await invite(team.callers.owner, 'bo@nord.example');
    await team.ops.database.client
      .$executeRaw`UPDATE invitation SET expires_at = now() - interval '1 minute'`;
    expect(await invitations()).toMatchObject([{ expired: true }]);
    const [before] = await team.ops.database.client.invitation.findMany();
    await resendInvitation(team.deps, team.callers.owner, { id });
    const [after] = await team.ops.database.client.invitation.findMany();
    expect(after?.tokenHash).not.toBe(before?.tokenHash);
    expect(tokenIn(sent[1])).not.toBe(tokenIn(sent[0]));
    expect(await invitations()).toMatchObject([{ id, expired: false }]);
    expect(await newest()).toMatchObject({ action: 'invitation.resent' });
  });

  it('that is canceled cannot be sent or canceled again', async () => {
    const { id } = await invite(team.callers.owner, 'bo@nord.example');
    await cancelInvitation(team.deps, team.callers.owner, { id });
    expect(await invitations()).toEqual([]);
    expect(await newest()).toMatchObject({ action: 'invitation.canceled' });
    for (const change of [cancelInvitation, resendInvitation]) {
      await expect(change(team.deps, team.callers.owner, { id })).rejects.toMatchObject({
        code: 'not_found',
      });
    }
    await invite(team.callers.owner, 'bo@nord.example');
  });
});

describe('invitation emails', () => {
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
        await team.ops.database.client
          .$executeRaw`UPDATE sign_in_limit SET counted_at = ${countedAt}`;
        passed += delay;
      }
    }
    return count;
  }

  it('to one address are sent three times, and then after growing delays', async () => {
    const { id } = await invite(team.callers.owner, 'bo@nord.example');
    const resend = () => resendInvitation(team.deps, team.callers.owner, { id });
    await resend();
    await resend();
    const [before] = await team.ops.database.client.invitation.findMany();
    await expect(resend()).rejects.toMatchObject(wait);
    // What is refused changes nothing: the link in the last email still works.
    expect(await team.ops.database.client.invitation.findMany()).toEqual([before]);
    expect(sent).toHaveLength(3);
    // Neither another member nor a new invitation to the address avoids the limit.
    await cancelInvitation(team.deps, team.callers.owner, { id });
    await expect(invite(team.callers.admin, 'bo@nord.example')).rejects.toMatchObject(wait);
    await invite(team.callers.owner, 'cy@nord.example');
    const { id: again } = await invite(await addMember('admin'), 'dy@nord.example');
    const count = await sendForSeconds(3_600, () =>
      resendInvitation(team.deps, team.callers.owner, { id: again }),
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
    expect(await send(team.callers.owner, 'a')).toBe(20);
    expect(await send(team.callers.admin, 'b')).toBe(20);
    expect(await send(await addMember('admin'), 'c')).toBe(10);
  });
});
