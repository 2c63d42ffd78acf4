import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { startWebhookReceiver } from '@parley/testing';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { demo } from './demo.ts';
import { expectAccessibleOnAllScreens } from './expect-accessible.ts';
import { receiveLink } from './mailbox.ts';
import { merchantServer, openDashboard } from './merchant.ts';
import { archiveObjectsWithActions, expectOfferedActions, type Role } from './offered-actions.ts';
import { password } from './person.ts';
import { createConflict } from './provider-requests.ts';

test.afterAll(archiveObjectsWithActions);

const newEmail = (role: Role) => `${role.toLowerCase()}-${randomUUID()}@nord.example`;
const getName = (role: Role, email: string) => `${role} ${email.slice(-20, -13)}`;

/** Lets the demo user invite a person with a role, who joins in a browser of their own. */
async function join(
  browser: Browser,
  owner: Page,
  role: Role,
  email = newEmail(role),
): Promise<Page> {
  await openDashboard(owner, '/team');
  await owner.getByRole('button', { name: 'Invite' }).click();
  const dialog = owner.getByRole('dialog');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('radio', { name: new RegExp(`^${role}`) }).check();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog).toHaveCount(0);
  const page = await (await browser.newContext()).newPage();
  await page.goto(await receiveLink(page, email, /^Join /));
  await page.getByLabel('Your name').fill(getName(role, email));
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: /^Join / }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  return page;
}

/** Opens what an id belongs to with the command palette. */
async function openId(page: Page, id: string): Promise<void> {
  await page.getByRole('button', { name: 'Search pages, actions and ids' }).click();
  await page.getByRole('combobox', { name: 'Search pages, actions and ids' }).fill(id);
  await page.keyboard.press('Enter');
}

test('an owner changes the role of a member, removes them, and exports both from the audit log', async ({
  browser,
  page,
}) => {
  const email = newEmail('Viewer');
  const name = getName('Viewer', email);
  const member = await join(browser, page, 'Viewer', email);
  await openDashboard(page, '/team');
  const person = page.getByRole('listitem').filter({ hasText: email });
  await person.getByRole('button', { name: 'Change role' }).click();
  const dialog = page.getByRole('dialog', { name: `Change ${name}’s role` });
  await dialog.getByRole('radio', { name: /^Developer/ }).check();
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await expect(person.getByText('Developer', { exact: true })).toBeVisible();
  await expectOfferedActions(member, 'Developer');
  await expectOfferedActions(page, 'Owner');

  await person.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove member' }).click();
  await expect(page.getByText(`${name} was removed.`)).toBeVisible();
  // The open page may notice it too, and its own navigation would end this one.
  await expect(async () => {
    await member.goto(demo.dashboard_url);
    await expect(member).toHaveURL(/\/no-merchant$/, { timeout: 2_000 });
  }).toPass();
  await expectAccessibleOnAllScreens(member, '/no-merchant');

  await page.goto(`${demo.dashboard_url}/test/audit-log?about=member`);
  await expect(page.getByText(`Changed ${name}’s role`)).toBeVisible();
  await expect(page.getByText(`Removed ${name}`)).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ]);
  const rows = (await readFile(await download.path(), 'utf8')).split('\n');
  const actions = rows
    .filter((row) => row.includes(name))
    .map((row) => /member\.\w+/.exec(row)?.[0]);
  expect(actions).toEqual(expect.arrayContaining(['member.role_changed', 'member.removed']));
});

test('an admin invites a colleague', async ({ browser, page: owner }) => {
  const page = await join(browser, owner, 'Admin');
  await page.goto(`${demo.dashboard_url}/team`);
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: /^Owner/ })).toHaveCount(0);
  const email = `colleague-${randomUUID()}@nord.example`;
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText(`An invitation was sent to ${email}.`)).toBeVisible();
  await expectOfferedActions(page, 'Admin');
  const colleague = await (await browser.newContext()).newPage();
  await colleague.goto(await receiveLink(colleague, email, /^Join /));
  await expectAccessibleOnAllScreens(colleague, '/invitation');
});

test('a developer creates a key, finds a refused request and repairs an endpoint', async ({
  browser,
  page: owner,
}) => {
  const page = await join(browser, owner, 'Developer');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.goto(`${demo.dashboard_url}/test/api-keys/new`);
  await page.getByRole('textbox', { name: 'Name' }).fill(`Shop ${randomUUID()}`);
  await button('Create key').click();
  const key = (await page.getByText(/^sk_test_\w{38}$/).textContent()) ?? '';
  await button('I have saved it').click();

  const response = await page.request.post(`${demo.api_url}/proxy_sessions/handoff`, {
    headers: { authorization: `Bearer ${key}` },
    data: { amount_minor: -1, currency: 'eur' },
  });
  expect(response.status()).toBe(400);
  const requestId = response.headers()['x-request-id'] ?? '';
  // The log is written in the background.
  await expect(async () => {
    await page.reload();
    await openId(page, requestId);
    await expect(page).toHaveURL(new RegExp(requestId), { timeout: 2_000 });
  }).toPass();
  await expect(page.getByText(/amount_minor must be/)).toBeVisible();

  const receiver = await startWebhookReceiver();
  try {
    receiver.respondWith((response) => response.writeHead(503).end('not deployed yet'));
    await page.goto(`${demo.dashboard_url}/test/webhooks/new`);
    await page.getByLabel('URL').fill(`${receiver.url}/webhooks/parley`);
    await page.getByLabel('Selected events only').check();
    await page.getByLabel('subscription.ended').check();
    await button('Add endpoint').click();
    await button('Send test event').click();
    await button('Send event').click();
    await expect(page.getByText('not deployed yet')).toBeVisible();
    receiver.respondWith((response) => response.writeHead(200).end('ok'));
    await button('Send now').click();
    await expect(page.getByText('200 OK')).toBeVisible();
  } finally {
    await receiver.stop();
  }
});

test('a support agent settles the conflict of a payment and reports its order as provisioned', async ({
  browser,
  page: owner,
}) => {
  const page = await join(browser, owner, 'Support');
  const { intent } = await createConflict(page.request, 4198);
  await openId(page, intent);
  await page.getByRole('button', { name: 'Accept payment…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Accept payment' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Report provisioned…' }).click();
  await dialog.getByRole('button', { name: 'Report provisioned' }).click();
  await expect(page.getByText('Provisioned', { exact: true }).first()).toBeVisible();
  await expectOfferedActions(page, 'Support');
});

test('a viewer finds the sessions of a buyer and exports them', async ({
  browser,
  page: owner,
}) => {
  const page = await join(browser, owner, 'Viewer');
  const buyer = `buyer_${randomUUID()}`;
  const { id } = await merchantServer(page.request).createSession({ buyer_reference: buyer });
  await page.goto(`${demo.dashboard_url}/test/sessions?buyer=${buyer}`);
  await expect(page.getByRole('row').filter({ hasText: buyer })).toHaveCount(1);
  const exported = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href');
  // The server may close an idle connection at the moment when the request is sent on it.
  const url = `${demo.dashboard_url}${exported}`;
  const csv = await (await page.request.get(url, { maxRetries: 2 })).text();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^sessions-test-.*\.csv$/);
  await expect(page.getByText('1 row was exported.')).toBeVisible();
  expect(await readFile(await download.path(), 'utf8')).toBe(csv);
  expect(csv.trim().split('\n')).toEqual([
    expect.stringContaining('id'),
    expect.stringContaining(id),
  ]);
  await expectOfferedActions(page, 'Viewer');
});
