import { expect, type Page } from '@playwright/test';
import { demo } from './demo.ts';

/** Waits for an email to an address, and returns the URL of its link. */
export async function receiveLink(
  page: Page,
  email: string,
  subject: string | RegExp,
): Promise<string> {
  const mail = await page.context().newPage();
  // A request is cheaper than a page, and the email may take a while.
  await expect
    .poll(async () => (await page.request.get(`${demo.dashboard_url}/dev/mail`)).text())
    .toContain(email);
  const message = mail
    .getByRole('article')
    .filter({ hasText: email })
    .filter({ has: mail.getByRole('heading', { name: subject }) });
  await expect(async () => {
    await mail.goto(`${demo.dashboard_url}/dev/mail`);
    expect(await message.count()).toBeGreaterThan(0);
  }).toPass();
  const url = await message.first().getByRole('link').getAttribute('href');
  await mail.close();
  if (url === null) throw new Error(`the email to ${email} has no link`);
  return url;
}
