import { expect, test } from '@playwright/test';
import { Client } from 'pg';
import { demo } from './demo.ts';
import { expectAccessibleOnAllScreens } from './expect-accessible.ts';
import { receiveLink } from './mailbox.ts';
import { merchantSwitcher, password, signIn, signUp } from './person.ts';

/** The id of the only merchant of a person. */
async function readMerchant(email: string): Promise<string> {
  const client = new Client({ connectionString: demo.database_url });
  await client.connect();
  const { rows } = await client.query(
    `SELECT organization_id FROM member
     WHERE user_id = (SELECT id FROM dashboard_user WHERE email = $1)`,
    [email],
  );
  await client.end();
  return rows[0].organization_id;
}

test('a person signs up, invites another, who acts for both merchants until removed', async ({
  browser,
}) => {
  const owner = await signUp(browser, 'Bo', 'Bo’s Bikes');
  const guest = await signUp(browser, 'Cai', 'Cai’s Cakes');

  await owner.page.goto(`${demo.dashboard_url}/team`);
  await owner.page.getByRole('button', { name: 'Invite' }).click();
  const dialog = owner.page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(guest.email);
  await dialog.getByLabel('Developer').check();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(owner.page.getByText(`An invitation was sent to ${guest.email}.`)).toBeFocused();

  await guest.page.goto(await receiveLink(guest.page, guest.email, 'Join Bo’s Bikes'));
  await guest.page.getByRole('button', { name: 'Join Bo’s Bikes' }).click();
  const merchant = merchantSwitcher(guest.page);
  await expect(merchant).toContainText('Bo’s Bikes');
  const otherTab = await guest.page.context().newPage();
  await otherTab.goto(`${demo.dashboard_url}/test/webhooks`);
  await merchant.click();
  await guest.page.getByRole('menuitem', { name: 'Cai’s Cakes' }).click();
  await expect(merchant).toContainText('Cai’s Cakes');
  await expect(merchantSwitcher(otherTab)).toContainText('Cai’s Cakes');

  // As links in emails lead to a merchant.
  const link = `${demo.dashboard_url}/merchants/${await readMerchant(owner.email)}?to=%2Ftest%2Fwebhooks`;
  await otherTab.goto(link);
  await expectAccessibleOnAllScreens(otherTab, '/merchants/[id]');
  await otherTab.getByRole('button', { name: 'Switch to Bo’s Bikes' }).click();
  await expect(otherTab).toHaveURL(`${demo.dashboard_url}/test/webhooks`);
  await expect(merchantSwitcher(otherTab)).toContainText('Bo’s Bikes');
  await otherTab.goto(link);
  await expect(otherTab).toHaveURL(`${demo.dashboard_url}/test/webhooks`);
  await otherTab.goto(`${demo.dashboard_url}/test/sessions`);
  await owner.page.reload();
  await expectAccessibleOnAllScreens(owner.page);
  await owner.page.getByRole('button', { name: 'Remove' }).click();
  await owner.page.getByRole('button', { name: 'Remove member' }).click();
  await expect(owner.page.getByText('Cai was removed.')).toBeVisible();
  await otherTab.getByRole('button', { name: 'Create test session' }).click();
  await expect(otherTab.getByText('Cai’s Cakes')).toBeVisible();

  await owner.page.goto(`${demo.dashboard_url}/audit-log`);
  await expect(owner.page.getByText('Removed Cai')).toBeVisible();
});

test('a person resets the password, which signs out other browsers', async ({ browser }) => {
  const { page, email } = await signUp(browser, 'Dana', 'Dana’s Dahlias');
  const other = await (await browser.newContext()).newPage();
  await other.goto(`${demo.dashboard_url}/sign-in`);
  await other.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(other.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await other.getByLabel('Email').fill(email);
  await other.getByRole('button', { name: 'Send link' }).click();
  await expect(other.getByText(`If ${email} has an account`)).toBeVisible();
  const link = await receiveLink(other, email, 'Reset your Parley password');
  await other.goto(link);
  await expectAccessibleOnAllScreens(other, '/reset-password');
  await other.getByLabel('Password').fill('another horse battery');
  await other.getByRole('button', { name: 'Set password' }).click();
  await expect(other.getByText('Your password was changed.')).toBeVisible();
  await signIn(other, email, password);
  await expect(other.getByText('Email and password do not match.')).toBeVisible();
  await signIn(other, email, 'another horse battery');
  await expect(other.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await page.goto(`${demo.dashboard_url}/account`);
  await expect(page).toHaveURL(/\/sign-in\?to=/);
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await expectAccessibleOnAllScreens(other);
});

test('a person signs out another browser on the account page', async ({ browser }) => {
  const { page, email } = await signUp(browser, 'Eli', 'Eli’s Eclairs');
  const other = await (await browser.newContext()).newPage();
  await other.goto(`${demo.dashboard_url}/sign-in`);
  await signIn(other, email, password);
  await expect(other.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await page.goto(`${demo.dashboard_url}/account`);
  await expectAccessibleOnAllScreens(page);
  await page.getByRole('button', { name: 'Sign out', exact: true }).last().click();
  const browsers = page.getByRole('region', { name: 'Browsers' });
  await expect(browsers.getByText(/^Signed in/)).toHaveCount(1);
  await other.reload();
  await expect(other).toHaveURL(/\/sign-in/);
});

test('a person changes their email, which the new one confirms', async ({ browser }) => {
  const { page, email } = await signUp(browser, 'Ida', 'Ida’s Irises');
  const changed = `new-${email}`;
  await page.goto(`${demo.dashboard_url}/account`);
  const form = page.getByRole('region', { name: 'Email' });
  await form.getByLabel('New email').fill(changed);
  await form.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByText(`We sent an email to ${changed}.`)).toBeVisible();
  await page.goto(await receiveLink(page, changed, 'Confirm your new email for Parley'));
  await expectAccessibleOnAllScreens(page, '/change-email');
  await page.getByRole('button', { name: 'Confirm the new email' }).click();
  await expect(page.getByText(`Signed in as ${changed}.`)).toBeVisible();
});
