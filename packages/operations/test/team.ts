import type { Role } from '@parley/domain';
import type { MailContent } from '@parley/mail';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Caller } from '../src/request/caller.ts';
import type { Deps } from '../src/request/deps.ts';
import { newId } from '../src/request/new-id.ts';
import { inviteMember } from '../src/team/invite-member.ts';
import { listTeam } from '../src/team/list-team.ts';
import { type Operations, startOperations } from './operations.ts';

/** A merchant whose team is an owner, an administrator and a viewer before each test of the file. */
export function useTestTeam() {
  let ops: Operations;
  let deps: Deps;
  let callers: Record<'owner' | 'admin' | 'viewer', Caller>;
  const sent: (MailContent & { to: string })[] = [];
  beforeAll(async () => {
    ops = await startOperations();
    const mailer = { send: (to: string, mail: MailContent) => void sent.push({ to, ...mail }) };
    deps = { ...ops.deps, mail: { mailer, dashboardUrl: 'https://dashboard.example' } };
    const { merchantId } = ops.scope;
    const organization = { id: merchantId, name: 'Nord', slug: merchantId };
    await ops.database.client.organization.create({ data: organization });
  });
  beforeEach(async () => {
    sent.length = 0;
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

  async function addMember(role: Role): Promise<Caller> {
    const id = newId('evt');
    await ops.database.client.dashboardUser.create({
      data: { id, name: `Ada ${role}`, email: `${id}@nord.example` },
    });
    await ops.database.forScope(ops.scope).team.addMember(id, role);
    return {
      ...ops.scope,
      actor: { kind: 'user', id, permission: 'manage_team' },
      requestId: 'req_1',
      address: '203.0.113.9',
    };
  }

  return {
    get ops() {
      return ops;
    },
    get deps() {
      return deps;
    },
    get callers() {
      return callers;
    },
    /** The messages of the test, oldest first. */
    sent,
    addMember,
    invite: (caller: Caller, email: string, role: Role = 'support') =>
      inviteMember(deps, caller, { email, role }),
    invitations: async () => (await listTeam(deps, callers.owner)).invitations,
    /** The newest audit entry. */
    newest: async (mode: 'test' | 'live' = 'test') => {
      const { audit } = ops.database.forScope({ ...ops.scope, mode });
      return (await audit.list({ limit: 1 })).entries[0];
    },
  };
}

export const getId = ({ actor }: Caller): string => actor.id ?? '';
