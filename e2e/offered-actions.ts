import { request as apiRequest, type BrowserContext, expect, type Page } from '@playwright/test';
import { demo } from './demo.ts';
import { createEndpointWithPing, merchantServer } from './merchant.ts';
import { cancelIntent, createConflict, payWithoutSession } from './provider-requests.ts';

export type Role = 'Owner' | 'Admin' | 'Developer' | 'Support' | 'Viewer';

const integrating: readonly Role[] = ['Owner', 'Admin', 'Developer'];
const settling: readonly Role[] = ['Owner', 'Admin', 'Support'];
const managing: readonly Role[] = ['Owner', 'Admin'];
const everyone: readonly Role[] = ['Owner', 'Admin', 'Developer', 'Support', 'Viewer'];
const acting: readonly Role[] = ['Owner', 'Admin', 'Developer', 'Support'];

/** Creates what the pages offer actions for. */
async function createObjectsWithActions(context: BrowserContext) {
  // The context belongs to a test, and other tests use the objects too.
  const request = await apiRequest.newContext();
  const server = merchantServer(request);
  const unmatched = await payWithoutSession(request);
  const page = await context.newPage();
  const open = await server.createSession();
  const replaceable = await server.createSession();
  const free = await server.createSession({ amount_minor: 0, cart_snapshot: {} });
  await page.goto(free.handoff_url);
  await server.waitForStatus(free.id, 'provisionable');
  await page.goto(replaceable.handoff_url);
  await expect(page.getByRole('button', { name: 'Pay €42.00' })).toBeEnabled();
  // An open payer page would start the next attempt by itself.
  await page.goto('about:blank');
  await cancelIntent(request, await server.readRootId(replaceable.id));
  await server.waitForEndOfAttempt(replaceable.id);
  const endpoint = await createEndpointWithPing(request);
  await expect(async () => {
    const parked = await page.request.get(
      `${demo.dashboard_url}/test/provider-events?status=parked`,
    );
    expect(await parked.text()).toContain(unmatched);
  }).toPass();
  await page.close();
  return { open, replaceable, free, endpoint, conflict: await createConflict(request, 4100) };
}
let objectsWithActions: ReturnType<typeof createObjectsWithActions> | undefined;

/** Call it when the worker's tests have ended. */
export async function archiveObjectsWithActions(): Promise<void> {
  await (await objectsWithActions)?.endpoint.archive();
}

/** Checks that pages offer a role the actions that it may perform, and no others. */
export async function expectOfferedActions(page: Page, role: Role): Promise<void> {
  const { request } = page;
  objectsWithActions ??= createObjectsWithActions(page.context());
  const { open, replaceable, free, endpoint, conflict } = await objectsWithActions;
  const endpointPath = `/test/webhooks/${endpoint.id}`;
  const actions: readonly (readonly [path: string, action: string, roles: readonly Role[]])[] = [
    ['/test/sessions', 'Create test session', integrating],
    ['/test/sessions', 'Select all sessions on this page', everyone],
    [`/test/sessions/${open.id}`, 'Cancel session', settling],
    [`/test/sessions/${replaceable.id}`, 'Replace attempt…', settling],
    [`/test/sessions/${free.id}`, 'Report provisioned…', acting],
    [`/test/sessions/${free.id}`, 'Report provisioning failed…', acting],
    [`/test/sessions/${conflict.id}`, 'Accept payment…', settling],
    [`/test/sessions/${conflict.id}`, 'Mark as refunded…', settling],
    ['/test/api-keys', 'Create key', integrating],
    ['/test/api-keys', 'Roll', integrating],
    ['/test/api-keys', 'Revoke', integrating],
    ['/live/api-keys', 'Create key', managing],
    ['/test/webhooks', 'Add endpoint', integrating],
    [endpointPath, 'Send test event', integrating],
    [endpointPath, 'Edit', integrating],
    [endpointPath, 'Archive', integrating],
    [endpointPath, 'Rotate secret', integrating],
    [endpointPath, 'Count events', integrating],
    [`${endpointPath}/deliveries/${endpoint.event}`, 'Send now', acting],
    ['/test/provider-events?status=parked', 'Retry', integrating],
    ['/test/provider-configs', 'Connect account', integrating],
    ['/live/provider-configs', 'Connect account', managing],
    ['/team', 'Invite', managing],
    ['/team', 'Change role', managing],
    ['/team', 'Remove', managing],
    ['/team', 'Require a second factor', ['Owner']],
    ['/settings', 'Save settings', managing],
  ];
  const pages = new Map<string, string>();
  for (const path of new Set(actions.map(([path]) => path))) {
    // The document contains the page as it is shown first, so nothing has to be awaited.
    const response = await request.get(`${demo.dashboard_url}${path}`);
    expect(response.status(), path).toBe(200);
    pages.set(path, await response.text());
  }
  const offered = actions.filter(([path, action]) => {
    const text = pages.get(path) ?? '';
    return (
      new RegExp(`<(a|button)\\b[^>]*>${action}<`).test(text) ||
      new RegExp(`<(input|button)\\b[^>]*aria-label="${action}"`).test(text)
    );
  });
  const allowed = actions.filter(([, , roles]) => roles.includes(role));
  const describe = ([path, action]: (typeof actions)[number]) => `${action} on ${path}`;
  expect(offered.map(describe)).toEqual(allowed.map(describe));

  // Form pages redirect a role that may not submit the form.
  for (const [path, before, roles] of [
    ['/test/webhooks/new', '/test/webhooks', integrating],
    [`${endpointPath}/edit`, endpointPath, integrating],
    ['/test/api-keys/new', '/test/api-keys', integrating],
    ['/live/api-keys/new', '/live/api-keys', managing],
    ['/test/provider-configs/new', '/test/provider-configs', integrating],
    ['/live/provider-configs/new', '/live/provider-configs', managing],
  ] as const) {
    const { pathname } = new URL((await request.get(`${demo.dashboard_url}${path}`)).url());
    expect(pathname).toBe(roles.includes(role) ? path : before);
  }
}
