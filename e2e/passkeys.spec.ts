import { expect, type Page, test } from '@playwright/test';
import { ageProof } from './authenticator.ts';
import { demo } from './demo.ts';
import { expectAccessibleOnAllScreens } from './expect-accessible.ts';
import { password, signIn, signUp } from './person.ts';

/** Gives a page a device that stores passkeys and recognizes its user. */
async function addAuthenticator(page: Page) {
  // It would also respond at once to what the page offers in the email field, before the button is used.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setUserVerified: (isUserVerified: boolean) =>
      client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    countCredentials: async () =>
      (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  };
}

test('a person registers a passkey, signs in with it, and removes it', async ({ browser }) => {
  const { page, email } = await signUp(browser, 'Fay', 'Fay’s Figs');
  const authenticator = await addAuthenticator(page);
  await page.goto(`${demo.dashboard_url}/account`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill('Work laptop');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('The passkey was added.')).toBeFocused();
  expect(await authenticator.countCredentials()).toBe(1);
  await expect(page.getByText(/^Added .*, not used yet$/)).toBeVisible();
  await expectAccessibleOnAllScreens(page);

  await page.context().clearCookies();
  await page.goto(`${demo.dashboard_url}/account`);
  const button = page.getByRole('button', { name: 'Sign in with a passkey' });
  await authenticator.setUserVerified(false);
  await button.click();
  await expect(page.getByText('No passkey was used.')).toBeFocused();
  await authenticator.setUserVerified(true);
  await button.click();
  await expect(page.getByText(/^Added .*, used /)).toBeVisible();
  await expect(page).toHaveURL(/\/account$/);

  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await ageProof(email);
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm your identity' });
  const withPasskey = proof.getByRole('button', { name: 'Confirm with a passkey' });
  await expect(withPasskey).toBeFocused();
  await expectAccessibleOnAllScreens(page);
  await withPasskey.click();
  await expect(page.getByText('The passkey was removed.')).toBeFocused();
  await page.context().clearCookies();
  await page.goto(`${demo.dashboard_url}/sign-in`);
  await button.click();
  await expect(page.getByText('This passkey was not accepted.')).toBeFocused();
  await expectAccessibleOnAllScreens(page);
  await signIn(page, email, password);
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
});

test('a person who signed in with the password confirms with a passkey before they set up another factor', async ({
  browser,
}) => {
  const { page, email } = await signUp(browser, 'Gil', 'Gil’s Grapes');
  await addAuthenticator(page);
  await page.goto(`${demo.dashboard_url}/account`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('The passkey was added.')).toBeFocused();

  await page.context().clearCookies();
  await page.goto(`${demo.dashboard_url}/sign-in`);
  await signIn(page, email, password);
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await page.goto(`${demo.dashboard_url}/account`);
  const confirm = page.getByRole('button', { name: 'Confirm with a passkey' });
  await expect(confirm).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeHidden();
  await expectAccessibleOnAllScreens(page);
  await page.getByRole('link', { name: 'Set up a second factor' }).click();
  await expect(page.getByText('Confirm your identity with a passkey before')).toBeVisible();
  await expectAccessibleOnAllScreens(page);
  await confirm.click();
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Scan this code')).toBeVisible();
});
