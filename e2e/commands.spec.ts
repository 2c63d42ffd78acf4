import { expect, test } from '@playwright/test';
import { demo } from './demo.ts';
import { expectAccessibleOnAllScreens } from './expect-accessible.ts';
import { merchantServer, openDashboard } from './merchant.ts';

test('the command palette opens a pasted id, and keys open pages', async ({ page, request }) => {
  const { id } = await merchantServer(request).createSession();
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  await openDashboard(page, '/test/api-keys');
  // The button works once the page does, and then the keys do.
  await page.getByRole('button', { name: 'Search pages, actions and ids' }).click();
  const field = page.getByRole('combobox', { name: 'Search pages, actions and ids' });
  await expect(field).toBeFocused();
  await expectAccessibleOnAllScreens(page);
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.keyboard.press('ControlOrMeta+k');
  await expect(field).toBeFocused();
  await page.keyboard.insertText(id);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${demo.dashboard_url}/test/sessions/${id}`);
  await expect(field).toBeHidden();

  // On a busy machine, the second key can come too late.
  await expect(async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await expect(page).toHaveURL(`${demo.dashboard_url}/team`, { timeout: 5_000 });
  }).toPass();
  expect(refused).toEqual([]);
});
