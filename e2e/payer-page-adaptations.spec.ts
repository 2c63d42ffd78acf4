import { expect, test } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { merchantServer } from './merchant.ts';
import { cards, pay } from './payer.ts';

/** What a screen reader finds above the state of a page. */
const head = `
  - paragraph: "Test mode: no real money"
  - heading "Pay Nordlicht Coffee Roasters" [level=1]
  - group: "Language: English"`;
const order = `
  - region "What you pay for":
    - table:
      - rowgroup:
        - row "Filter coffee, 1 kg 2 × €21.00 €42.00":
          - rowheader "Filter coffee, 1 kg 2 × €21.00"
          - cell "€42.00"
    - paragraph:
      - text: Total
      - strong: €42.00`;
const form = `
  - region "Card details":
    - iframe
    - button "Pay €42.00"
    - paragraph: Card details go directly to the payment provider.`;

test('a screen reader finds each state and what to do, from a declined card to the payment', async ({
  page,
  request,
}) => {
  const { handoff_url } = await merchantServer(request).createSession();
  await page.goto(handoff_url);
  await expect(page.locator('#pay')).toBeEnabled();
  const main = page.getByRole('main');
  const expires = '\n    - paragraph:\n      - time: /This link expires in \\d+ hours/';
  await expect(main).toMatchAriaSnapshot(`${head}${order}${expires}${form}`);

  await pay(page, '€42.00', cards.declined);
  const declined = 'You have not been charged. Your card was declined.';
  await expect(main).toMatchAriaSnapshot(
    `${head}${order}${expires}\n  - status: /${declined} .+/${form}`,
  );
  await expect(page.getByRole('status').filter({ hasText: declined })).toBeFocused();
  // What was announced while the payment was submitted is over.
  await expect(page.locator('#announcer')).toBeEmpty();

  await pay(page, '€42.00', cards.success);
  await expect(main).toMatchAriaSnapshot(`${head}
  - region "You paid €42.00.":
    - heading "You paid €42.00." [level=2]
    - paragraph: Nordlicht Coffee Roasters has been notified. You can close this page.
    - link "View receipt"${order}`);
  await expect(page.locator('#announcer')).toHaveText(/^You paid €42\.00\./);
});

test('a payer pays by keyboard at 400 % zoom, and sees what has the focus', async ({
  page,
  request,
}) => {
  // A window of 1280 × 1024 pixels.
  await page.setViewportSize({ width: 320, height: 256 });
  const { handoff_url } = await merchantServer(request).createSession();
  await page.goto(handoff_url);
  const button = page.locator('#pay');
  await expect(button).toBeEnabled();
  const frame = page.frameLocator('iframe').first();
  await frame.getByLabel('Card number').focus();
  await page.keyboard.type(cards.success);
  await expect(frame.getByLabel('Expiry date')).toBeFocused();
  await page.keyboard.type('1230');
  await expect(frame.getByLabel('Security code')).toBeFocused();
  await page.keyboard.type('123');
  await page.keyboard.press('Tab');
  await expect(button).toBeFocused();
  const isUncovered = await button.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const points = [top + 2, bottom - 2].map((y) => [(left + right) / 2, y] as const);
    return points.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
  });
  expect(isUncovered).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-stage="paid"]')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'You paid €42.00.' })).toBeInViewport({
    ratio: 1,
  });
});

test('forced colors leave the shapes of fields, buttons, notices and the focus', async ({
  page,
  request,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  const { handoff_url } = await merchantServer(request).createSession();
  await page.goto(handoff_url);
  await pay(page, '€42.00', cards.declined);
  const notice = page.getByRole('status').filter({ hasText: 'declined' });
  await expect(notice).toBeVisible();
  await expect(notice).not.toHaveCSS('border-inline-start-width', '0px');
  const button = page.locator('#pay');
  await expect(button).not.toHaveCSS('border-top-width', '0px');
  await button.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(button).toBeFocused();
  await expect(button).not.toHaveCSS('outline-style', 'none');
  const field = page.frameLocator('iframe').first().getByLabel('Card number');
  await expect(field).not.toHaveCSS('border-top-width', '0px');
  await expectAccessible(page);
});
