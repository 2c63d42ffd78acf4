import { expect, test } from '@playwright/test';
import { demo } from './demo.ts';
import { readMovement, recordMovement, snapshotLanguages } from './expect-payer-page.ts';
import { merchantServer, openDashboard } from './merchant.ts';
import { cards, pay } from './payer.ts';

test('a session is created, paid by its payer and reported provisioned in the dashboard', async ({
  page,
  context,
  request,
}) => {
  const server = merchantServer(request);
  const { id, handoff_url } = await server.createSession({
    payer_destination_url: `${demo.api_url}/openapi.json`,
  });

  await test.step('the payer opens the link and sees the cart', async () => {
    await page.goto(handoff_url);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Nordlicht Coffee');
    await expect(page.getByText('Filter coffee, 1 kg')).toBeVisible();
    await expect(page.getByText('€42.00').first()).toBeVisible();
    await server.waitForStatus(id, 'payer_opened');
  });

  await test.step('the payer pays', async () => {
    await pay(page, '€42.00', cards.success);
    await expect(page.getByRole('heading', { name: 'You paid €42.00.' })).toBeVisible();
    await server.waitForStatus(id, 'paid');
  });

  await test.step('the page links to the payer destination', async () => {
    await page.getByRole('link', { name: /Back to Nordlicht/ }).click();
    await expect(page).toHaveURL(`${demo.api_url}/openapi.json`);
  });

  const dashboard = await context.newPage();
  await test.step('the merchant sees it paid and reports it provisioned', async () => {
    await openDashboard(dashboard, `/test/sessions/${id}`);
    await expect(dashboard.getByRole('heading', { level: 1 })).toContainText('42.00');
    await expect(dashboard.getByText('Paid', { exact: true }).first()).toBeVisible();
    await dashboard.getByRole('button', { name: 'Report provisioned…' }).click();
    const dialog = dashboard.getByRole('dialog', { name: 'Was the order fulfilled?' });
    await dialog.getByRole('button', { name: 'Report provisioned' }).click();
    await expect(dashboard.getByText('Provisioned', { exact: true }).first()).toBeVisible();
    expect((await server.readSession(id)).status).toBe('provisioned');
  });
});

test('nothing on the page moves until the card form is ready, and the page makes one call for it', async ({
  page,
  request,
}) => {
  const calls: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().includes('/rpc/')) calls.push(sent.url());
  });
  await recordMovement(page);
  const { handoff_url } = await merchantServer(request).createSession();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(handoff_url);
  await expect(page.getByRole('button', { name: 'Pay €42.00' })).toBeEnabled();
  expect(await readMovement(page)).toEqual([]);
  expect(calls).toEqual([expect.stringContaining('openPage')]);
});

// The texts of both wrap differently on a narrow phone, and one is read from right to left.
for (const lang of snapshotLanguages) {
  test(`nothing on the page moves while a slow browser parses its document in ${lang}`, async ({
    page,
    request,
  }) => {
    const { handoff_url } = await merchantServer(request).createSession();
    const html = await (await request.get(`${handoff_url}&lang=${lang}`)).text();
    const [head = '', body = ''] = html
      .replaceAll(/<script[\s\S]*?<\/script>/g, '')
      .split(/(?=<main)/);
    await recordMovement(page);
    await page.setViewportSize({ width: 320, height: 844 });
    await page.goto('about:blank');
    await page.evaluate(
      async (pieces) => {
        const paint = () =>
          new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        document.open();
        for (const piece of pieces) {
          document.write(piece);
          await paint();
        }
        document.close();
      },
      [head, ...body.split(/(?=<)/)],
    );
    await expect(page.locator('#total')).toContainText('42');
    expect(await readMovement(page)).toEqual([]);
  });
}

test('a cart with tax and shipping shows its sums and can be paid', async ({ page, request }) => {
  const lines = [{ name: 'Filter coffee, 1 kg', quantity: 2, amount_minor: 3000 }];
  const cart_snapshot = { lines, subtotal_minor: 3000, tax_minor: 700, shipping_minor: 500 };
  const { handoff_url } = await merchantServer(request).createSession({ cart_snapshot });
  await page.goto(handoff_url);
  await expect(page.locator('.sums')).toHaveText('Subtotal€30.00Shipping€5.00Tax€7.00');
  await pay(page, '€42.00', cards.success);
  await expect(page.getByRole('heading', { name: 'You paid €42.00.' })).toBeVisible();
});

test('a payer can pay with another card after a declined one', async ({ page, request }) => {
  const server = merchantServer(request);
  const { id, handoff_url } = await server.createSession();
  await page.goto(handoff_url);
  await pay(page, '€42.00', cards.declined);
  await expect(page.getByText('You have not been charged. Your card was declined.')).toBeVisible();
  await pay(page, '€42.00', cards.success);
  await expect(page.getByRole('heading', { name: 'You paid €42.00.' })).toBeVisible();
  await server.waitForStatus(id, 'paid');
});

test('after four declined cards the payer has to wait, also on a reloaded page', async ({
  page,
  request,
}) => {
  const { handoff_url } = await merchantServer(request).createSession();
  await page.goto(handoff_url);
  for (let declines = 1; declines <= 4; declines++) {
    await pay(page, '€42.00', cards.declined);
    await expect(page.locator('#notice')).toContainText('Your card was declined.');
    if (declines < 4) await expect(page.locator('#pay')).toBeEnabled();
  }
  await expect(page.getByRole('button', { name: /Try again in \d+ seconds/ })).toBeDisabled();
  await page.reload();
  await expect(page.getByRole('button', { name: /Try again in \d+ seconds/ })).toBeDisabled();
  await expect(page.locator('#card')).toBeHidden();
});

test('a payer authenticates in the dialog of the bank', async ({ page, request }) => {
  const server = merchantServer(request);
  const { id, handoff_url } = await server.createSession();
  await page.goto(handoff_url);
  await pay(page, '€42.00', cards.authentication);
  const challenge = page.frameLocator('iframe[src*="/elements/challenge"]');
  await challenge.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(page.getByRole('heading', { name: 'You paid €42.00.' })).toBeVisible();
  await server.waitForStatus(id, 'paid');
});

test('a payment that another tab completes during the dialog of the bank is shown as paid', async ({
  page,
  context,
  request,
}) => {
  const server = merchantServer(request);
  const { id, handoff_url } = await server.createSession();
  await page.goto(handoff_url);
  await pay(page, '€42.00', cards.authentication);
  const dialog = page.getByRole('dialog', { name: 'Authentication' });
  await expect(dialog).toBeVisible();
  const other = await context.newPage();
  await other.goto(handoff_url);
  await other.getByRole('button', { name: 'Choose another payment method' }).click();
  await pay(other, '€42.00', cards.success);
  await expect(other.getByRole('heading', { name: 'You paid €42.00.' })).toBeVisible();
  await server.waitForStatus(id, 'paid');
  await expect(page.locator('#outcome-heading')).toHaveText('You paid €42.00.');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: 'You paid €42.00.' })).toBeVisible();
});

test('a changed price is shown before it is charged, and to the merchant with what changed', async ({
  page,
  context,
  request,
}) => {
  const server = merchantServer(request);
  const { id, handoff_url } = await server.createSession();
  await page.goto(handoff_url);
  await expect(page.getByRole('button', { name: 'Pay €42.00' })).toBeEnabled();
  await server.replaceCart(id, {
    amount_minor: 4500,
    currency: 'eur',
    cart_snapshot: { lines: [{ name: 'Filter coffee, 1 kg', quantity: 2, amount_minor: 4500 }] },
    expected_cart_version: 1,
  });
  // Without a click: the server notifies the page.
  await expect(page.getByText('The price changed from €42.00 to €45.00.')).toBeVisible();
  expect((await server.readSession(id)).status).toBe('payer_opened');
  await pay(page, '€45.00', cards.success);
  await expect(page.getByRole('heading', { name: 'You paid €45.00.' })).toBeVisible();
  await server.waitForStatus(id, 'paid');

  const dashboard = await context.newPage();
  await openDashboard(dashboard, `/test/sessions/${id}`);
  await dashboard.getByText('Versions, 2').click();
  await expect(
    dashboard.getByText('Changed: Filter coffee, 1 kg, amount from €42.00 to €45.00'),
  ).toBeVisible();
  const confirmed = dashboard
    .getByRole('listitem')
    .filter({ hasText: 'Confirmed by the provider' });
  await expect(confirmed.getByText('Version 2')).toBeVisible();

  await dashboard.getByRole('button', { name: 'Provider events' }).click();
  const reported = dashboard
    .getByRole('listitem')
    .filter({ hasText: 'payment_intent.succeeded' })
    .filter({ hasText: 'Applied' });
  await reported.getByRole('button', { name: 'Payload' }).click();
  const payload = reported.getByLabel('payment_intent.succeeded as JSON');
  await expect(payload).toContainText('"pi_');
  const isCutOff = (box: Element) => box.scrollHeight > box.clientHeight;
  expect(await payload.evaluate(isCutOff)).toBe(true);
  await dashboard.emulateMedia({ media: 'print' });
  expect(await payload.evaluate(isCutOff)).toBe(false);
  await dashboard.emulateMedia({ media: 'screen' });
  await expect(dashboard.getByText('The session was created')).toBeHidden();
  await dashboard.reload();
  await expect(dashboard.getByRole('button', { name: 'Provider events' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('a session without an amount due needs no payment', async ({ page, request }) => {
  const server = merchantServer(request);
  const { id, handoff_url } = await server.createSession({ amount_minor: 0 });
  await page.goto(handoff_url);
  await expect(page.getByRole('heading', { name: /There is nothing to pay now/ })).toBeVisible();
  await server.waitForStatus(id, 'provisionable');
});

test('an expired link shows that it has expired, an unknown link returns 404', async ({
  page,
  request,
}) => {
  const server = merchantServer(request);
  const expires_at = new Date(Date.now() + 5_000).toISOString();
  const { id, handoff_url } = await server.createSession({ expires_at });
  await server.waitForStatus(id, 'expired');
  await page.goto(handoff_url);
  await expect(page.getByRole('heading', { name: /has expired/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0);

  const unknown = await page.goto(handoff_url.replace(/psess_\w{8}/, 'psess_00000000'));
  expect(unknown?.status()).toBe(404);
});

test('the dashboard creates a test session and opens its payer page', async ({ page, context }) => {
  await openDashboard(page, '/test/sessions');
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Create test session' }).click();
  const payerPage = await opened;
  await expect(payerPage.getByRole('button', { name: /^Pay / })).toBeEnabled();
  expect(payerPage.url()).toContain(demo.checkout_url);
});
