import { expect, type Page, test } from '@playwright/test';
import { ageProof, enroll, totp } from './authenticator.ts';
import { demo } from './demo.ts';
import { button } from './elements.ts';
import { expectAccessibleOnAllScreens } from './expect-accessible.ts';
import { receiveLink } from './mailbox.ts';
import { stopIntervals } from './payer.ts';
import { merchantSwitcher, password, signIn, signUp } from './person.ts';

const open = (page: Page, path: string) => page.goto(`${demo.dashboard_url}${path}`);

async function signOut(page: Page): Promise<void> {
  await button(page, 'Sign out').first().click();
  await expect(page).toHaveURL(/\/sign-in$/);
}

async function enterCode(page: Page, email: string, code: string): Promise<void> {
  await signIn(page, email, password);
  await expect(page.getByRole('heading', { name: 'Enter a code' })).toBeVisible();
  await page.getByLabel('Code').fill(code);
  await button(page, 'Sign in').click();
}

test('a person signs in with an app or a recovery code, and confirms with one before a new key', async ({
  browser,
}) => {
  const { page, email } = await signUp(browser, 'Fay', 'Fay’s Figs');
  await open(page, '/account');
  await page.getByRole('link', { name: 'Set up a second factor' }).click();
  const { key, recoveryCodes } = await enroll(page, password);
  const [first = '', second = ''] = recoveryCodes;
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible();

  await signOut(page);
  await signIn(page, email, password);
  await expect(page.getByRole('heading', { name: 'Enter a code' })).toBeVisible();
  await expectAccessibleOnAllScreens(page, '/sign-in/code');
  await page.getByLabel('Code').fill(totp(key, 1));
  await button(page, 'Sign in').click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await signOut(page);
  await enterCode(page, email, first);
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await signOut(page);
  await enterCode(page, email, first);
  await expect(page.getByText('Code is incorrect or was already used.')).toBeVisible();
  await page.getByLabel('Code').fill(second);
  await button(page, 'Sign in').click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();

  await open(page, '/test/api-keys/new');
  await page.getByRole('textbox', { name: 'Name' }).fill('Fig server');
  await ageProof(email);
  await button(page, 'Create key').click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' });
  await expect(dialog.getByLabel('Code')).toBeFocused();
  await expectAccessibleOnAllScreens(page);
  await dialog.getByLabel('Code').fill(second);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('Code is incorrect or was already used.')).toBeVisible();
  await dialog.getByLabel('Code').fill(recoveryCodes[2] ?? '');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(/^sk_test_\w{38}$/)).toBeVisible();
  await button(page, 'I have saved it').click();
  await expect(page.getByRole('row').filter({ hasText: 'Fig server' })).toBeVisible();
  await open(page, '/audit-log');
  await expect(page.getByText('Confirmed their identity')).toBeVisible();
});

test('an owner requires a second factor, without which a member reaches only their own pages', async ({
  browser,
}) => {
  const owner = await signUp(browser, 'Gil', 'Gil’s Grapes');
  const member = await signUp(browser, 'Hal', 'Hal’s Hops');
  await open(owner.page, '/second-factor');
  await enroll(owner.page, password);
  await open(owner.page, '/team');
  await button(owner.page, 'Invite').click();
  const dialog = owner.page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(member.email);
  await dialog.getByLabel('Developer').check();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await member.page.goto(await receiveLink(member.page, member.email, 'Join Gil’s Grapes'));
  await button(member.page, 'Join Gil’s Grapes').click();
  await expect(member.page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  // Otherwise the page may notice the requirement before the member does something.
  await stopIntervals(member.page.context());
  await open(member.page, '/test/sessions');

  await owner.page.reload();
  await expect(owner.page.getByText(`${member.email}, joined`)).toContainText('no second factor');
  await button(owner.page, 'Require a second factor').click();
  await expect(dialog.getByText('1 member has none')).toBeVisible();
  await dialog.getByRole('button', { name: 'Require' }).click();
  await expect(owner.page.getByText('Every member needs a second factor.')).toBeVisible();
  await expectAccessibleOnAllScreens(owner.page);

  await button(member.page, 'Create test session').click();
  await expect(member.page).toHaveURL(/\/second-factor$/);
  await expect(member.page.getByText('Gil’s Grapes requires a second factor.')).toBeVisible();
  await expectAccessibleOnAllScreens(member.page, '/second-factor');
  await open(member.page, '/test/sessions');
  await expect(member.page).toHaveURL(/\/second-factor$/);
  await open(member.page, '/account');
  await expect(member.page.getByRole('heading', { name: 'Your account' })).toBeVisible();
  await expectAccessibleOnAllScreens(member.page);
  await open(member.page, '/second-factor');
  await button(member.page, 'Hal’s Hops').click();
  await expect(merchantSwitcher(member.page)).toContainText('Hal’s Hops');
  await merchantSwitcher(member.page).click();
  await member.page.getByRole('menuitem', { name: 'Gil’s Grapes' }).click();
  await expect(member.page).toHaveURL(/\/second-factor$/);
  await enroll(member.page, password);
  await open(member.page, '/test/sessions');
  await expect(member.page.getByRole('heading', { name: 'Sessions' })).toBeVisible();
  await expect(merchantSwitcher(member.page)).toContainText('Gil’s Grapes');
});
