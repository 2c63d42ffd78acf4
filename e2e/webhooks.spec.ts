import { expect, type Page, test } from '@playwright/test';
import { demo } from './demo.ts';
import { signIn } from './merchant.ts';
import { type Receiver, startReceiver } from './receiver.ts';

let receiver: Receiver;
test.beforeEach(async () => {
  receiver = await startReceiver();
});
test.afterEach(() => receiver.close());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** What a worker does takes a moment, and the page a moment more to look again. */
const soon = { timeout: 12_000 };

/** What the page says of where its subject stands. */
async function stands(page: Page, word: string): Promise<void> {
  const header = page.locator('main header');
  await expect(
    header.getByRole('status').filter({ hasText: new RegExp(`^${word}$`) }),
  ).toBeVisible();
}

/** Adds an endpoint by hand and ends on its page. */
async function addEndpoint(page: Page): Promise<void> {
  await page.goto(`${demo.dashboard_url}/webhooks`);
  await page.getByRole('link', { name: 'Add endpoint' }).click();
  await page.getByLabel('URL').fill(receiver.url);
  // A test event is sent whatever types are chosen, and nothing else disturbs the count.
  await page.getByLabel('Only those chosen here').check();
  await page.getByLabel('subscription.ended').check();
  await button(page, 'Add endpoint').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(receiver.url);
}

/** Answers the dialog that a button opens. */
async function confirm(page: Page, asks: string, does: string): Promise<void> {
  await button(page, asks).click();
  await page.getByRole('dialog').getByRole('button', { name: does, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

test('a test event is sent, seen delivered with its tries, and sent again', async ({ page }) => {
  await signIn(page);
  await addEndpoint(page);

  await test.step('a test event arrives', async () => {
    await button(page, 'Send test event').click();
    await expect(page.getByText('A test event is on its way.')).toBeFocused();
    await expect
      .poll(() => receiver.received.map(({ type }) => type))
      .toEqual(['webhook_endpoint.ping']);
    await page.getByRole('link', { name: 'See what it is answered' }).click();
    await stands(page, 'Delivered');
    await expect(page.getByText('200 OK')).toBeVisible();
    await expect(page.getByText('Try 1,')).toBeVisible();
    await expect(page.getByLabel('What try 1 was answered')).toHaveText('ok');
  });

  await test.step('it is sent again', async () => {
    receiver.answer(503, 'closed for lunch');
    await button(page, 'Send again').click();
    await expect(page.getByText('503 Service Unavailable')).toBeVisible(soon);
    await expect(page.getByText('closed for lunch')).toBeVisible();
    receiver.answer(200, 'ok');
    await button(page, 'Send now').click();
    await stands(page, 'Delivered');
    const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
    expect(ids.size).toBe(1);
  });

  await test.step('what it has missed is replayed, of all time and of a range', async () => {
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').last().click();
    await button(page, 'Replay events').click();
    await expect(page.getByText('There is nothing to send: it has everything.')).toBeFocused();
    await page.getByLabel('A range of time').check();
    await page.getByLabel('From').fill('2026-01-01T00:00');
    await page.getByLabel('Until').fill('2026-01-02T00:00');
    await page.getByLabel('Also what it has taken already').check();
    await button(page, 'Replay events').click();
    await expect(page.getByText('There is nothing to send')).toBeFocused();
  });
});

test('an endpoint changes its secret, rests and ends', async ({ page }) => {
  await signIn(page);
  await addEndpoint(page);

  await test.step('the secret is changed, shown once, and the one before revoked', async () => {
    await button(page, 'New secret').click();
    await page.getByLabel('In 7 days').check();
    await button(page, 'Make a new secret').click();
    await expect(page.getByText(/^whsec_/)).toBeVisible();
    await button(page, 'I have kept it').click();
    await expect(page.getByText(/^whsec_/)).toHaveCount(0);
    await expect(page.getByText('The secret before signs too until')).toBeVisible();
    await confirm(page, 'Revoke the one before', 'Revoke it now');
    await expect(page.getByText('The secret before signs too until')).toHaveCount(0);
    await page.reload();
    await expect(page.getByText(/^whsec_/)).toHaveCount(0);
    await expect(page.getByText('Revoked the signing secret before')).toBeVisible();
  });

  await test.step('it is made inactive, active again, and archived', async () => {
    await confirm(page, 'Make inactive', 'Make inactive');
    await stands(page, 'Inactive');
    await button(page, 'Make active').click();
    await stands(page, 'Active');
    await confirm(page, 'Archive', 'Archive for good');
    await stands(page, 'Archived');
    await expect(button(page, 'Send test event')).toHaveCount(0);
    await expect(page.getByText('Archived it')).toBeVisible();
  });
});

test('what is wrong with an endpoint stands at its field', async ({ page }) => {
  await signIn(page);
  await page.goto(`${demo.dashboard_url}/webhooks/new`);
  await page.getByLabel('URL').fill('http://shop.example/webhooks');
  await button(page, 'Add endpoint').click();
  await expect(page.getByLabel('URL')).toBeFocused();
  await expect(page.getByLabel('URL')).toHaveAccessibleDescription(/must begin with https/);
  await expect(page.getByLabel('URL')).toHaveValue('http://shop.example/webhooks');
  await page.getByLabel('URL').fill(receiver.url);
  await page.getByLabel('Only those chosen here').check();
  await button(page, 'Add endpoint').click();
  await expect(page.getByText('The event types must name at least one')).toBeVisible();
});

test('an endpoint that is gone is told of on every page until it is mended', async ({ page }) => {
  await signIn(page);
  await addEndpoint(page);
  const { host } = new URL(receiver.url);
  const notices = page.getByRole('region', { name: 'Notices' });
  receiver.answer(410, '');
  await button(page, 'Send test event').click();
  const stopped = page.getByText('Parley made it inactive', { exact: false });
  await expect(stopped).toBeVisible(soon);
  // Others may be in trouble at the same time: more than two are told of together.
  await page.goto(`${demo.dashboard_url}/sessions`);
  await expect(notices).toContainText(/answered 410 Gone|endpoints are not told of events/);
  await page.goto(`${demo.dashboard_url}/webhooks`);
  const row = page.getByRole('row').filter({ hasText: host });
  await expect(row).toContainText('Stopped');
  await expect(row).toContainText('answered 410');
  await row.getByRole('link').click();
  receiver.answer(200, '');
  await button(page, 'Make active').click();
  await stands(page, 'Active');
  await expect(notices.getByText(host)).toHaveCount(0);
  await confirm(page, 'Archive', 'Archive for good');
});
