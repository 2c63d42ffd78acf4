import { expect, type Locator, test } from '@playwright/test';
import { expectAccessibleInBothThemes } from './expect-accessible.ts';
import { merchantServer } from './merchant.ts';

const monthly = { name: 'Coffee', quantity: 1, amount_minor: 4200, interval: 'month' };
const subscribed = { integration_path: 'direct_subscription', commercial_mode: 'subscription' };
const custom = { integration_path: 'checkout_session', checkout_ui_mode: 'custom' };

// On a phone.
test.use({ viewport: { width: 390, height: 900 } });

test('the payer page is accessible for subscriptions and Checkout Sessions', async ({
  page,
  request,
}) => {
  const server = merchantServer(request);
  const open = async (options: object, cart_snapshot: object, ready: Locator) => {
    const { id, handoff_url } = await server.createSession({ cart_snapshot });
    await server.reserve(id, options);
    await page.goto(handoff_url);
    await expect(ready).toBeVisible();
    await expectAccessibleInBothThemes(page);
  };
  const button = (name: string) => page.getByRole('button', { name, disabled: false });
  const trial = { lines: [monthly], trial_period_days: 14 };
  await open(subscribed, trial, button('Start free trial'));
  await open(subscribed, {}, page.getByRole('heading', { name: /is preparing your/ }));
  await open(custom, {}, button('Pay €42.00'));
  await button('Pay €42.00').click();
  await expect(page.getByText('Enter your email address')).toBeVisible();
  await expectAccessibleInBothThemes(page);
});
