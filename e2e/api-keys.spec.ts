import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { demo } from './demo.ts';
import { button } from './elements.ts';
import { openDashboard } from './merchant.ts';

const getRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** The status of a request that the merchant's server sends with a key. */
const statusWith = async (request: APIRequestContext, key: string) =>
  (
    await request.get(`${demo.api_url}/events`, { headers: { authorization: `Bearer ${key}` } })
  ).status();

/** Reads the new key that the page shows, and closes the message. */
async function takeNewKey(page: Page): Promise<string> {
  const shown = page.getByText(/^sk_test_\w{38}$/);
  const value = (await shown.textContent()) ?? '';
  await button(page, 'I have saved it').click();
  await expect(shown).toHaveCount(0);
  return value;
}

test('a user creates a key, which the API accepts, rolls it and revokes it', async ({
  page,
  request,
}) => {
  const name = `Server ${test.info().testId}`;
  const row = getRow(page, name);

  await openDashboard(page, '/test/api-keys');
  await page.getByRole('link', { name: 'Create key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByLabel('Selected scopes only').check();
  await page.getByLabel('events:read').check();
  await button(page, 'Create key').click();
  const first = await takeNewKey(page);
  await expect(row).toContainText(`sk_test_…${first.slice(-4)}`);
  await expect(row).toContainText('1 scope');
  expect(await statusWith(request, first)).toBe(200);

  await row.getByRole('button', { name: 'Roll' }).click();
  await page.getByRole('dialog').getByLabel('Now').check();
  await button(page, 'Create new key').click();
  const second = await takeNewKey(page);
  await expect(row).toContainText(second.slice(-4));
  expect(await statusWith(request, second)).toBe(200);
  await expect.poll(() => statusWith(request, first)).toBe(401);

  await row.getByRole('button', { name: 'Revoke' }).click();
  await button(page, 'Revoke key').click();
  await expect(row).toHaveCount(0);
  await expect.poll(() => statusWith(request, second)).toBe(401);
  await page.getByRole('link', { name: 'Revoked and expired' }).click();
  await expect(row).toHaveCount(2);
  await expect(page.getByText(first.slice('sk_test_'.length, -4))).toHaveCount(0);

  await openDashboard(page, '/test/audit-log');
  const created = page.getByRole('listitem').filter({ hasText: `Created the API key “${name}”` });
  await created.first().getByRole('link', { name: 'View' }).click();
  await expect(page.getByRole('link', { name: 'Revoked and expired' })).toHaveAttribute(
    'aria-current',
    /./,
  );
  await expect(row).toHaveCount(2);
});
