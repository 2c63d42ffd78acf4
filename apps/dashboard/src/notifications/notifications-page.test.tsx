// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage } from '#test/render.tsx';
import { NotificationsPage } from './notifications-page.tsx';

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: vi.fn() }) }));

afterEach(cleanup);

it('shows the saved kinds and saves those that are checked', async () => {
  const save = vi.fn(async (input: unknown) => input);
  await renderPage(<NotificationsPage />, {
    procedures: {
      'notifications.get': async () => ({ kinds: ['payment_conflict', 'unknown_attempt'] }),
      'notifications.save': save,
    },
  });
  expect(screen.getByRole('group', { name: 'Email me about' })).toBeDefined();
  const checked = () => screen.getAllByRole('checkbox', { checked: true }).length;
  expect(checked()).toBe(2);
  const user = userEvent.setup();
  await user.click(screen.getByRole('checkbox', { name: /^Unknown attempts/ }));
  await user.click(screen.getByRole('checkbox', { name: /^Failing endpoints/ }));
  await user.click(screen.getByRole('button', { name: 'Save notifications' }));
  expect(await screen.findByText('Your notifications were saved.')).toBeDefined();
  expect(save).toHaveBeenCalledWith({ kinds: ['payment_conflict', 'failing_webhook_endpoint'] });
  expect(checked()).toBe(2);
});
