import { expect, test } from '@playwright/test';
import { expectAccessibleOnAllScreens } from './expect-accessible.ts';
import { openDashboard } from './merchant.ts';

test('the overview shows the figures of the chosen period, and is accessible', async ({ page }) => {
  await openDashboard(page, '/test/overview');
  const period = page.getByRole('navigation', { name: 'Period' });
  await period.getByRole('link', { name: '30 days' }).click();
  await expect(page).toHaveURL(/\/test\/overview\?period=30d$/);
  await expect(period.getByRole('link', { name: '30 days', exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  );
  // Events are counted in the background.
  await expect(async () => {
    await page.reload();
    const created = page.getByRole('row', { name: /^Created/ }).getByRole('cell', { name: /^\d/ });
    await expect(created.first()).toHaveText(/^[1-9]/, { timeout: 2_000 });
  }).toPass();
  await page.getByText('Show as table').click();
  const days = page.getByRole('table', { name: 'by day' }).getByRole('rowheader');
  await expect(days).toHaveCount(30);
  await page.getByRole('slider', { name: 'by day' }).press('Home');
  await expect(page.getByRole('slider', { name: 'by day' })).toHaveAttribute('aria-valuenow', '1');
  await expectAccessibleOnAllScreens(page);
});
