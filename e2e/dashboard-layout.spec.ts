import { expect, test } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { openDashboard } from './merchant.ts';

test('on a phone, a button opens the navigation, which closes when a page is chosen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openDashboard(page, '/test/sessions');
  const button = page.getByRole('button', { name: /^Menu/ });
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation).toBeHidden();
  await button.press('Enter');
  await expect(navigation.getByRole('link', { name: 'Sessions' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(navigation).toBeHidden();
  await expect(button).toBeFocused();
  await button.press('Enter');
  await navigation.getByRole('link', { name: 'Team' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible();
  await expect(navigation).toBeHidden();
});
