import { describe, expect, it } from 'vitest';
import { endOf, untouchable } from '../../test/untouchable.ts';
import type { UserPrincipal } from '../context.ts';
import { createDashboardCaller, dashboardRouter, mayChange } from './index.ts';

const id = 'psess_1';

/** Every procedure, called with input that fits. */
const calls: Readonly<
  Record<string, (as: ReturnType<typeof createDashboardCaller>) => Promise<unknown>>
> = {
  listSessions: (as) => as.listSessions({}),
  countSessions: (as) => as.countSessions(),
  getSessionStory: (as) => as.getSessionStory({ id }),
  createTestSession: (as) => as.createTestSession(),
  reportProvisioned: (as) => as.reportProvisioned({ id }),
};
const procedures = Object.entries(dashboardRouter._def.procedures);
const namesOf = (type: 'query' | 'mutation') =>
  procedures.filter(([, procedure]) => procedure._def.type === type).map(([name]) => name);

function call(name: string, user: UserPrincipal | null): Promise<string> {
  const run = calls[name];
  if (!run) throw new Error(`nobody calls ${name} here`);
  return endOf(run(createDashboardCaller({ deps: untouchable, requestId: 'req_1', user })));
}

const person = (role: string): UserPrincipal => ({
  userId: 'user_1',
  merchantId: 'merch_1',
  mode: 'test',
  role,
});

describe('the dashboard', () => {
  it.each(procedures.map(([name]) => name))(
    'answers %s to nobody who is not signed in',
    async (name) => {
      expect(await call(name, null)).toBe('authentication_required');
    },
  );

  it.each(namesOf('query'))('shows %s to every role', async (name) => {
    for (const role of ['owner', 'admin', 'developer', 'support', 'viewer']) {
      expect([role, await call(name, person(role))]).toEqual([role, 'database was touched']);
    }
  });

  it.each(namesOf('mutation'))('lets only some roles do %s', async (name) => {
    for (const role of ['owner', 'admin', 'developer']) {
      expect([role, await call(name, person(role))]).toEqual([role, 'database was touched']);
    }
    for (const role of ['support', 'viewer', '', 'Owner', 'owner ', 'anything']) {
      expect([role, await call(name, person(role))]).toEqual([role, 'insufficient_scope']);
    }
  });

  it('tells pages the same as it tells callers', () => {
    expect(['owner', 'admin', 'developer', 'support', 'viewer', ''].filter(mayChange)).toEqual([
      'owner',
      'admin',
      'developer',
    ]);
  });
});

describe('the list of sessions', () => {
  const list = (input: object) =>
    endOf(
      createDashboardCaller({
        deps: untouchable,
        requestId: 'req_1',
        user: person('viewer'),
      }).listSessions(input),
    );

  it('takes a page of 1 to 100', async () => {
    for (const limit of [1, 100]) expect(await list({ limit })).toBe('database was touched');
    for (const limit of [0, 101, 1.5]) expect(await list({ limit })).not.toContain('touched');
  });

  it('takes no other status, direction or field than there are', async () => {
    for (const input of [
      { status: 'open' },
      { direction: 'sideways' },
      { merchantId: 'merch_2' },
    ]) {
      expect(await list(input)).not.toContain('touched');
    }
    expect(await list({ status: 'paid', direction: 'newer' })).toBe('database was touched');
  });
});
