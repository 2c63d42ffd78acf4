import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { demo } from './demo.ts';
import { receiveLink } from './mailbox.ts';

/** The password of everyone who signs up. */
export const password = 'correct horse battery';

/** Signs a person up in a browser of their own. */
export async function signUp(browser: Browser, name: string, merchant: string) {
  const page = await (await browser.newContext()).newPage();
  const email = `${name.toLowerCase()}-${randomUUID()}@nord.example`;
  await page.goto(`${demo.dashboard_url}/sign-in`);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(`We sent an email to ${email}.`)).toBeVisible();
  await page.goto(await receiveLink(page, email, 'Confirm your email'));
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Business name').fill(merchant);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  return { page, email };
}

/** Fills in the form of the sign-in page. */
export async function signIn(page: Page, email: string, given: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(given);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** The control in the navigation that shows the merchant for which a person acts. */
export const merchantSwitcher = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: 'switch merchant', includeHidden: true });
