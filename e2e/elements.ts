import type { Locator, Page } from '@playwright/test';

/** The button with exactly this name. */
export const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
