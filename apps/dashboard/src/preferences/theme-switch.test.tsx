// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { render } from '#test/render.tsx';
import { getTheme } from './theme.ts';
import { ThemeSwitch } from './theme-switch.tsx';

afterEach(() => {
  cleanup();
  delete document.documentElement.dataset.theme;
});

it('starts with the theme of the page, and changes the page', async () => {
  document.documentElement.dataset.theme = 'light';
  render(<ThemeSwitch />);
  const user = userEvent.setup();
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Theme' });
  expect(select.value).toBe('light');
  await user.selectOptions(select, 'Dark');
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(select.value).toBe('dark');
  await user.selectOptions(select, 'System');
  expect(document.documentElement.dataset.theme).toBeUndefined();
});

it('reads an unknown theme as that of the system', () => {
  expect(getTheme('dark')).toBe('dark');
  expect(getTheme('"><script>')).toBe('system');
});
