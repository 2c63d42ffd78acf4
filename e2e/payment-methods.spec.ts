import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { demo } from './demo.ts';
import { expectAccessibleInBothThemes } from './expect-accessible.ts';
import { merchantServer } from './merchant.ts';
import { cards, pay, payBy, recordAddresses } from './payer.ts';

/** In pounds, the simulated provider offers more than cards. */
async function openPage(page: Page, request: APIRequestContext) {
  const server = merchantServer(request);
  const { id, handoff_url } = await server.createSession({ currency: 'gbp' });
  await page.goto(handoff_url);
  return { server, id };
}

test('a payer leaves for a bank, cancels there, and pays at the second attempt', async ({
  page,
  request,
}) => {
  const expectCleanAddresses = recordAddresses(page);
  const { server, id } = await openPage(page, request);
  await payBy(page, 'Pay by bank');
  await expect(page).toHaveURL((url) => url.origin === new URL(demo.sandbox_url).origin);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('You have not been charged. The payment failed.')).toBeVisible();
  await payBy(page, 'Pay by bank');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'You paid £42.00.' })).toBeVisible();
  expectCleanAddresses();
  await server.waitForStatus(id, 'paid');
});

test('a payer who comes back from the bank without confirming pays with a card', async ({
  page,
  request,
}) => {
  const { server, id } = await openPage(page, request);
  await payBy(page, 'Pay by bank');
  await expect(page).toHaveURL((url) => url.origin === new URL(demo.sandbox_url).origin);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Continue to your bank' })).toBeEnabled();
  await page.getByRole('button', { name: 'Choose another payment method' }).click();
  await expect(page.locator('#payment')).toBeFocused();
  await pay(page, '£42.00', cards.success);
  await expect(page.getByRole('heading', { name: 'You paid £42.00.' })).toBeVisible();
  await server.waitForStatus(id, 'paid');
});

test('a direct debit is processed for days and fails, after which the payer pays with a wallet', async ({
  page,
  request,
}) => {
  const { server, id } = await openPage(page, request);
  await payBy(page, 'Direct debit');
  await expect(page.locator('#outcome-text')).toContainText('this can take several days.');
  await expectAccessibleInBothThemes(page);
  await server.waitForStatus(id, 'payment_processing');
  const intent = await server.readRootId(id);
  const settled = await request.post(
    `${demo.sandbox_url}/_sandbox/payment_intents/${intent}/settle`,
    {
      headers: { authorization: `Bearer ${demo.provider_secret_key}` },
      form: { outcome: 'failed' },
    },
  );
  expect(settled.status(), await settled.text()).toBe(200);
  await expect(page.getByText('You have not been charged. The payment failed.')).toBeVisible();

  await payBy(page, 'Wallet');
  const sheet = page.frameLocator('iframe[title="Sandbox Wallet"]');
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await payBy(page, 'Wallet');
  await sheet.getByRole('button', { name: 'Pay £42.00' }).click();
  await expect(page.getByRole('heading', { name: 'You paid £42.00.' })).toBeVisible();
  await server.waitForStatus(id, 'paid');
});
