import { expect, test } from '@playwright/test';
import { openDashboard } from './merchant.ts';
import { payWithoutSession } from './provider-requests.ts';

test('a provider event without a matching attempt is parked and can be retried', async ({
  page,
  request,
}) => {
  const intent = await payWithoutSession(request);
  const parked = page.getByRole('listitem').filter({ hasText: intent }).first();
  await expect(async () => {
    await openDashboard(page, '/test/provider-events?status=parked');
    await expect(parked).toContainText('Matches no attempt yet.', { timeout: 1_000 });
  }).toPass();
  await parked.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('was queued again.', { exact: false })).toBeFocused();
});
