import { expect, test } from '@playwright/test';
import { merchantServer } from './merchant.ts';
import { cards, pay, stopIntervals } from './payer.ts';

test('a payment in one tab is shown in another one', async ({ page, context, request }) => {
  await stopIntervals(context);
  const server = merchantServer(request);
  const { handoff_url } = await server.createSession();
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(handoff_url);
    await expect(tab.getByRole('button', { name: 'Pay €42.00' })).toBeEnabled();
  }
  await pay(page, '€42.00', cards.success);
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', { name: 'You paid €42.00.' })).toBeVisible();
  }
});

test('a page shows that the merchant canceled, and that the deadline has passed', async ({
  page,
  context,
  request,
}) => {
  await stopIntervals(context);
  const server = merchantServer(request);
  const canceled = await server.createSession();
  await page.goto(canceled.handoff_url);
  await expect(page.getByRole('button', { name: 'Pay €42.00' })).toBeEnabled();
  const expiring = await context.newPage();
  const expires_at = new Date(Date.now() + 8_000).toISOString();
  await expiring.goto((await server.createSession({ expires_at })).handoff_url);
  await server.cancel(canceled.id);
  await expect(page.getByRole('heading', { name: /canceled/ })).toBeVisible();
  await expect(expiring.getByRole('heading', { name: /has expired/ })).toBeVisible();
});
