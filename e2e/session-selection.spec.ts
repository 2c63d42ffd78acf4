import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { demo } from './demo.ts';
import { merchantServer, openDashboard } from './merchant.ts';
import { cards, pay } from './payer.ts';

test('selected sessions are canceled except one that was paid meanwhile, which is exported', async ({
  context,
  page,
}) => {
  const server = merchantServer(page.request);
  const buyer = `buyer_${randomUUID()}`;
  const create = () => server.createSession({ buyer_reference: buyer });
  const [first, paid, third] = [await create(), await create(), await create()];
  await openDashboard(page, `/test/sessions?buyer=${buyer}`);
  await page.getByRole('checkbox', { name: 'Select all sessions on this page' }).check();
  await page.getByRole('button', { name: 'Cancel sessions…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName('Cancel 3 sessions?');

  const payer = await context.newPage();
  await payer.goto(paid.handoff_url);
  await pay(payer, '€42.00', cards.success);
  await server.waitForStatus(paid.id, 'paid');

  await dialog.getByRole('button', { name: 'Cancel 3 sessions' }).click();
  await expect(dialog.getByText('2 sessions were canceled. 1 failed.')).toBeVisible();
  await expect(dialog.getByRole('listitem').getByText(/^req_/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  for (const { id } of [first, third]) await server.waitForStatus(id, 'canceled');

  const link = page.getByRole('link', { name: 'Export selected' });
  // The server may close an idle connection at the moment when the request is sent on it.
  const url = `${demo.dashboard_url}${await link.getAttribute('href')}`;
  const csv = await page.request.get(url, { maxRetries: 2 });
  expect((await csv.text()).match(/psess_\w+/g)).toEqual([paid.id]);
});
