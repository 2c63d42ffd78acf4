import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { demo, demoFile } from './demo.ts';
import { receiveLink } from './mailbox.ts';
import { merchantServer } from './merchant.ts';
import { cards, pay, payBy } from './payer.ts';
import { password, signUp } from './person.ts';

/** What no log may contain, whichever process wrote it: secrets of keys and payments, and links that prove an email. */
const secrets = [
  /[sr]k_(test|live)_\w{20,}/,
  /whsec_[\w+/=]{10,}/,
  /token=[\w-]{20,}/,
  /(pi|seti|cs)_\w+_secret/,
];

const logsFolder = join(dirname(demoFile), 'logs');

test('no log of any process contains a secret, a link of an email or a card number', async ({
  browser,
  request,
}) => {
  const used = [password, demo.dashboard_password, cards.success, cards.success.slice(0, 12)];
  const { page, email } = await signUp(browser, 'Finn', 'Finn’s Figs');
  used.push(
    ...(await page.context().cookies())
      .map(({ value }) => value)
      .filter((value) => value.length > 20),
  );
  const readLink = async (to: string, subject: string) => {
    const link = new URL(await receiveLink(page, to, subject));
    used.push(link.searchParams.get('token') ?? '');
  };

  const signedOut = await (await browser.newContext()).newPage();
  await signedOut.goto(`${demo.dashboard_url}/forgot-password`);
  await signedOut.getByLabel('Email').fill(email);
  await signedOut.getByRole('button', { name: 'Send link' }).click();
  await readLink(email, 'Reset your Parley password');
  await signedOut.goto(`${demo.dashboard_url}/reset-password?token=${used.at(-1)}`);
  await expect(signedOut.getByLabel('Password')).toBeVisible();

  await page.goto(`${demo.dashboard_url}/team`);
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByRole('dialog').getByLabel('Email').fill(`guest-${email}`);
  await page.getByRole('dialog').getByLabel('Developer').check();
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await readLink(`guest-${email}`, 'Join Finn’s Figs');

  await page.goto(`${demo.dashboard_url}/test/api-keys/new`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Server');
  await page.getByRole('button', { name: 'Create key', exact: true }).click();
  const key = await page.getByText(/^sk_test_\w{38}$/).textContent();
  used.push(key ?? '');
  const mails = await page.context().newPage();
  await expect(async () => {
    await mails.goto(`${demo.dashboard_url}/dev/mail`);
    const notification = mails.getByRole('article').filter({ hasText: email });
    expect(await notification.getByText(/created the secret key “Server”/).count()).toBe(1);
  }).toPass();

  await page.goto(`${demo.dashboard_url}/test/provider-configs/new`);
  await page.getByLabel('Publishable key').fill(demo.provider_publishable_key);
  await page.getByLabel('Secret key').fill(demo.provider_secret_key);
  await page.getByLabel('API').selectOption(demo.sandbox_url);
  await page.getByRole('button', { name: 'Connect account' }).click();
  await expect(page.getByRole('article').first()).toContainText('webhook');
  used.push(demo.provider_secret_key);

  const server = merchantServer(request);
  used.push(demo.secret_key);
  const { id, handoff_url } = await server.createSession();
  const payer = await (await browser.newContext()).newPage();
  await payer.goto(handoff_url);
  await pay(payer, '€42.00', cards.success);
  await server.waitForStatus(id, 'paid');
  // A bank returns the payer with a secret of the payment in the address.
  const transfer = await server.createSession({ currency: 'gbp' });
  await payer.goto(transfer.handoff_url);
  await payBy(payer, 'Pay by bank');
  await payer.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(payer.getByRole('heading', { name: 'You paid £42.00.' })).toBeVisible();

  const names = await readdir(logsFolder);
  for (const app of ['api', 'worker', 'dashboard', 'checkout', 'docs', 'sandbox']) {
    expect(names.join(' ')).toContain(app);
  }
  for (const name of names) {
    const log = await readFile(join(logsFolder, name), 'utf8');
    for (const value of used) {
      expect(value).not.toBe('');
      expect(log.includes(value), `${name} contains a value of the test`).toBe(false);
    }
    for (const pattern of secrets) expect(pattern.exec(log)?.[0], name).toBeUndefined();
  }
});

test('the dashboard logs that it refused a page request and a call of another site', async ({
  request,
}) => {
  const headers = { origin: 'https://evil.example' };
  for (const path of ['/sign-in', '/api/trpc/sessions.cancel']) {
    const response = await request.post(`${demo.dashboard_url}${path}`, { headers });
    expect(response.status()).toBe(403);
    const requestId = response.headers()['x-request-id'];
    await expect(async () => {
      const log = await readFile(join(logsFolder, 'dashboard.log'), 'utf8');
      const line = log.split('\n').find((one) => one.includes(`"${requestId}"`));
      expect(line).toContain('"code":"foreign_origin"');
    }).toPass();
  }
});
