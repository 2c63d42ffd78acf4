import { expect, test } from '@playwright/test';
import { merchantServer } from './merchant.ts';
import { cards, pay, stopIntervals } from './payer.ts';
import { payerPageSessions } from './payer-page-sessions.ts';

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

test('a page shows that the merchant changed the cart and canceled, and that the deadline has passed', async ({
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
  await server.replaceCart(canceled.id, {
    amount_minor: 4500,
    currency: 'eur',
    cart_snapshot: { lines: [{ name: 'Filter coffee, 500 g', quantity: 3, amount_minor: 4500 }] },
    expected_cart_version: 1,
  });
  await expect(page.getByRole('button', { name: 'Pay €45.00' })).toBeEnabled();
  await expect(page.getByRole('row', { name: 'Filter coffee, 500 g' })).toBeVisible();
  await server.cancel(canceled.id);
  await expect(page.getByRole('heading', { name: /canceled/ })).toBeVisible();
  await expect(expiring.getByRole('heading', { name: /has expired/ })).toBeVisible();
});

test('a page that refused declined cards shows the form again when the merchant supersedes the attempt', async ({
  page,
  context,
  request,
}) => {
  await stopIntervals(context);
  const sessions = payerPageSessions(request);
  const { id, url } = await sessions.decline(10, { declined_too_often: true });
  await page.goto(url);
  await expect(
    page.getByRole('heading', { name: /Too many payments were declined/ }),
  ).toBeVisible();
  await merchantServer(request).supersede(id);
  await pay(page, '€42.00', cards.success);
  await expect(page.getByRole('heading', { name: 'You paid €42.00.' })).toBeVisible();
});
