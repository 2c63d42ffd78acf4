import { describe, expect, it } from 'vitest';
import { endOf, untouchable } from '../../test/untouchable.ts';
import type { UserPrincipal } from '../context.ts';
import { createDashboardCaller, dashboardRouter, may } from './index.ts';
import { holdersOf, type Permission } from './permission.ts';

const id = 'psess_1';
const webhook_endpoint_id = 'whend_1';
const delivery = { webhook_endpoint_id, event_id: 'evt_1' };

const everybody = ['owner', 'admin', 'developer', 'support', 'viewer'];
const integrators = ['owner', 'admin', 'developer'];
const settlers = ['owner', 'admin', 'support'];

/** Who may do what changes something. */
const doers: Readonly<Record<string, readonly string[]>> = {
  createTestSession: integrators,
  reportProvisioned: integrators,
  createWebhookEndpoint: integrators,
  updateWebhookEndpoint: integrators,
  archiveWebhookEndpoint: integrators,
  rotateSigningSecret: integrators,
  revokePreviousSecret: integrators,
  pingEndpoint: integrators,
  resendDelivery: integrators,
  replayEvents: integrators,
  retryProviderEvent: integrators,
  resolveConflict: settlers,
  cancelSession: settlers,
};

/** Every procedure, called with input that fits. */
const calls: Readonly<
  Record<string, (as: ReturnType<typeof createDashboardCaller>) => Promise<unknown>>
> = {
  findAttention: (as) => as.findAttention(),
  listSessions: (as) => as.listSessions({}),
  countSessions: (as) => as.countSessions(),
  getSessionStory: (as) => as.getSessionStory({ id }),
  createTestSession: (as) => as.createTestSession(),
  reportProvisioned: (as) => as.reportProvisioned({ id }),
  resolveConflict: (as) => as.resolveConflict({ id, resolution: 'accept' }),
  cancelSession: (as) => as.cancelSession({ id }),
  listEndpointsWithHealth: (as) => as.listEndpointsWithHealth({}),
  getWebhookEndpoint: (as) => as.getWebhookEndpoint({ webhook_endpoint_id }),
  getEndpointHealth: (as) => as.getEndpointHealth({ webhook_endpoint_id }),
  createWebhookEndpoint: (as) => as.createWebhookEndpoint({ url: 'https://shop.example/' }),
  updateWebhookEndpoint: (as) => as.updateWebhookEndpoint({ webhook_endpoint_id }),
  archiveWebhookEndpoint: (as) => as.archiveWebhookEndpoint({ webhook_endpoint_id }),
  rotateSigningSecret: (as) => as.rotateSigningSecret({ webhook_endpoint_id, overlap_hours: 24 }),
  revokePreviousSecret: (as) => as.revokePreviousSecret({ webhook_endpoint_id }),
  pingEndpoint: (as) => as.pingEndpoint({ webhook_endpoint_id }),
  listDeliveries: (as) => as.listDeliveries({ webhook_endpoint_id }),
  getDelivery: (as) => as.getDelivery(delivery),
  resendDelivery: (as) => as.resendDelivery(delivery),
  replayEvents: (as) => as.replayEvents({ webhook_endpoint_id }),
  getEvent: (as) => as.getEvent({ event_id: 'evt_1' }),
  listAuditEntries: (as) => as.listAuditEntries({}),
  listProviderEvents: (as) => as.listProviderEvents({}),
  retryProviderEvent: (as) => as.retryProviderEvent({ id: 'evt_1' }),
  listSubscriptions: (as) => as.listSubscriptions({}),
  listSessionSubscriptions: (as) => as.listSessionSubscriptions({ id }),
  getSubscription: (as) => as.getSubscription({ id: 'psub_1' }),
};
/** Let through: it came as far as what it works with. */
const touched = expect.stringMatching(/ was touched$/);
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
    for (const role of everybody) {
      expect([role, await call(name, person(role))]).toEqual([role, touched]);
    }
  });

  it.each(namesOf('mutation'))('lets only some roles do %s', async (name) => {
    const allowed = doers[name];
    if (!allowed) throw new Error(`nobody says who may ${name}`);
    for (const role of [...everybody, '', 'Owner', 'owner ', 'anything']) {
      const end = allowed.includes(role) ? touched : 'insufficient_scope';
      expect([role, await call(name, person(role))]).toEqual([role, end]);
    }
  });

  it('tells pages the same as it tells callers', () => {
    const allowed = (permission: Permission) =>
      [...everybody, ''].filter((role) => may(role, permission));
    expect(allowed('integrate')).toEqual(integrators);
    expect(allowed('settle')).toEqual(settlers);
  });

  it('tells whom to ask', () => {
    expect(holdersOf('integrate')).toBe('an owner, admin or developer');
    expect(holdersOf('settle')).toBe('an owner, admin or support');
  });

  it('lets a rotated secret end at once, in a day or in a week, and not otherwise', async () => {
    const as = createDashboardCaller({
      deps: untouchable,
      requestId: 'req_1',
      user: person('owner'),
    });
    for (const overlap_hours of [0, 24, 168] as const) {
      const end = await endOf(as.rotateSigningSecret({ webhook_endpoint_id, overlap_hours }));
      expect(end).toEqual(touched);
    }
    const other = { webhook_endpoint_id, overlap_hours: 1 } as never;
    expect(await endOf(as.rotateSigningSecret(other))).not.toEqual(touched);
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
