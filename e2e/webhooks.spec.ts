import { startWebhookReceiver, type WebhookReceiver } from '@parley/testing';
import { expect, type Page, test } from '@playwright/test';
import { demo } from './demo.ts';
import { button } from './elements.ts';
import { openDashboard } from './merchant.ts';

let receiver: WebhookReceiver;
let url: string;
test.beforeEach(async () => {
  receiver = await startWebhookReceiver();
  url = `${receiver.url}/webhooks/parley`;
  respond(200, 'ok');
});
test.afterEach(() => receiver.stop());

/** Sets the receiver's response to the following requests. */
function respond(status: number, body: string): void {
  receiver.respondWith((response) => response.writeHead(status).end(body));
}

/** Asserts the status that the page shows in its header. */
async function expectStatus(page: Page, word: string): Promise<void> {
  const header = page.locator('main header');
  await expect(
    header.getByRole('status').filter({ hasText: new RegExp(`^${word}$`) }),
  ).toBeVisible();
}

/** Adds an endpoint in the dashboard and opens its page. */
async function addEndpoint(page: Page): Promise<void> {
  await openDashboard(page, '/test/webhooks');
  await page.getByRole('link', { name: 'Add endpoint' }).click();
  await page.getByLabel('URL').fill(url);
  // A test event is sent regardless of the chosen types; other events would change the count.
  await page.getByLabel('Selected events only').check();
  await page.getByLabel('subscription.ended').check();
  await button(page, 'Add endpoint').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(url);
}

/** Clicks a button and confirms the dialog that it opens. */
async function confirm(page: Page, name: string, confirmName: string): Promise<void> {
  await button(page, name).click();
  await page.getByRole('dialog').getByRole('button', { name: confirmName, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

test('a user sends a test event, sees its delivery attempts and sends it again', async ({
  page,
}) => {
  await addEndpoint(page);

  await test.step('a test event of a type that the endpoint does not subscribe to arrives', async () => {
    await button(page, 'Send test event').click();
    await page.getByRole('dialog').getByLabel('Event type').selectOption('proxy_session.paid');
    await expect(page.getByText('This endpoint does not subscribe to this event.')).toBeVisible();
    await button(page, 'Send event').click();
    await expect
      .poll(() => receiver.received.map(({ body }) => [body.type, body.test]))
      .toEqual([['proxy_session.paid', true]]);
    await expectStatus(page, 'Delivered');
    await expect(page.getByText('200 OK')).toBeVisible();
    await expect(page.getByText('Attempt 1,')).toBeVisible();
    await expect(page.getByLabel('Response to attempt 1')).toHaveText('ok');
  });

  await test.step('it is sent again', async () => {
    respond(503, 'closed for lunch');
    await button(page, 'Resend').click();
    await expect(page.getByText('503 Service Unavailable')).toBeVisible();
    await expect(page.getByText('closed for lunch')).toBeVisible();
    respond(200, 'ok');
    await button(page, 'Send now').click();
    await expectStatus(page, 'Delivered');
    const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
    expect(ids.size).toBe(1);
  });

  await test.step('missed events are replayed, of all time and of a range', async () => {
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').last().click();
    await button(page, 'Count events').click();
    await expect(
      page.getByText('No events to replay: all were delivered or are still being retried.'),
    ).toBeFocused();
    await page.getByLabel('A time range').check();
    await page.getByLabel('From').fill('2026-01-01T00:00');
    await page.getByLabel('Until').fill('2026-01-02T00:00');
    await page.getByLabel('Include delivered events').check();
    await button(page, 'Count events').click();
    await expect(page.getByText('No events to replay')).toBeFocused();
  });
});

test('a user rotates the secret of an endpoint, deactivates and archives it', async ({ page }) => {
  await addEndpoint(page);

  await test.step('the secret is rotated, shown once, and the previous one revoked', async () => {
    await button(page, 'Rotate secret').click();
    await page.getByLabel('In 7 days').check();
    await button(page, 'Create new secret').click();
    await expect(page.getByText(/^whsec_/)).toBeVisible();
    await button(page, 'I have saved it').click();
    await expect(page.getByText(/^whsec_/)).toHaveCount(0);
    await expect(page.getByText('The previous secret also signs until')).toBeVisible();
    await confirm(page, 'Revoke previous secret', 'Revoke now');
    await expect(page.getByText('The previous secret also signs until')).toHaveCount(0);
    await page.reload();
    await expect(page.getByText(/^whsec_/)).toHaveCount(0);
    await expect(page.getByText('Revoked the previous signing secret')).toBeVisible();
  });

  await test.step('the endpoint is deactivated, activated and archived', async () => {
    await confirm(page, 'Deactivate', 'Deactivate endpoint');
    await expectStatus(page, 'Inactive');
    await button(page, 'Activate').click();
    await expectStatus(page, 'Active');
    await confirm(page, 'Archive', 'Archive endpoint');
    await expectStatus(page, 'Archived');
    await expect(button(page, 'Send test event')).toHaveCount(0);
    await expect(page.getByText('Archived the endpoint')).toBeVisible();
  });
});

test('the form for a new endpoint shows errors at their fields', async ({ page }) => {
  await openDashboard(page, '/test/webhooks/new');
  await page.getByLabel('URL').fill('http://shop.example/webhooks');
  await button(page, 'Add endpoint').click();
  await expect(page.getByLabel('URL')).toBeFocused();
  await expect(page.getByLabel('URL')).toHaveAccessibleDescription(/must begin with https/);
  await expect(page.getByLabel('URL')).toHaveValue('http://shop.example/webhooks');
  await page.getByLabel('URL').fill(url);
  await page.getByLabel('Selected events only').check();
  await button(page, 'Add endpoint').click();
  await expect(page.getByText('The event types must name at least one')).toBeVisible();
});

test('every page shows an endpoint that is gone until it works again', async ({ page }) => {
  await addEndpoint(page);
  const { host } = new URL(url);
  const notices = page.getByRole('region', { name: 'Notices' });
  respond(410, '');
  await button(page, 'Send test event').click();
  await button(page, 'Send event').click();
  await expect(page).toHaveURL(/\/deliveries\//);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').last().click();
  const stopped = page.getByText('so Parley deactivated it', { exact: false });
  await expect(stopped).toBeVisible();
  // Other endpoints may fail at the same time; the notice combines more than two.
  await page.goto(`${demo.dashboard_url}/test/sessions`);
  await expect(notices).toContainText(/returned 410 Gone|endpoints are not receiving events/);
  await page.goto(`${demo.dashboard_url}/test/webhooks`);
  const row = page.getByRole('row').filter({ hasText: host });
  await expect(row).toContainText('Stopped');
  await expect(row).toContainText('returned 410');
  await row.getByRole('link').click();
  respond(200, '');
  await button(page, 'Activate').click();
  await expectStatus(page, 'Active');
  await expect(notices.getByText(host)).toHaveCount(0);
  await confirm(page, 'Archive', 'Archive endpoint');
});
