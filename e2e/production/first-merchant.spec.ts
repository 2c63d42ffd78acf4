import type { Collector } from '@parley/testing';
import {
  type APIRequestContext,
  type Browser,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import { Client } from 'pg';
import { enroll } from '../authenticator.ts';
import { button } from '../elements.ts';
import { expectPayerPage } from '../expect-payer-page.ts';
import { cards, chooseDebit, pay } from '../payer.ts';
import { chromiumArguments } from '../playwright.config.ts';
import { type Installation, startInstallation } from './installation.ts';

const password = 'lake granite teapot';

const test = base.extend<{ installation: Installation; chromium: Browser }>({
  installation: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern.
    async ({}, use) => {
      const installation = await startInstallation();
      await use(installation);
      await installation.stop();
    },
    { timeout: 300_000 },
  ],
  /** A browser that finds the public host names of the installation. */
  chromium: async ({ playwright, installation }, use) => {
    const browser = await playwright.chromium.launch({
      args: [...chromiumArguments, ...installation.chromiumArguments],
    });
    await use(browser);
    await browser.close();
  },
});

const open = async (chromium: Browser): Promise<Page> =>
  (await chromium.newContext({ ignoreHTTPSErrors: true })).newPage();

/** Follows an invitation and creates the account that joins. */
async function join(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: /^Join/ }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
}

async function connectProvider(page: Page, installation: Installation): Promise<void> {
  const { urls, providerKeys } = installation;
  await page.goto(`${urls.dashboard}/live/provider-configs`);
  await page.getByRole('link', { name: 'Connect account' }).click();
  await page.getByLabel('Publishable key').fill(providerKeys.publishable);
  await page.getByLabel('Secret key').fill(providerKeys.secret);
  await button(page, 'Connect account').click();
  const dialog = page.getByRole('dialog');
  await button(page, 'Create webhook endpoint').click();
  await dialog.getByRole('button', { name: 'Create webhook endpoint' }).click();
  await expect(page.getByText('The webhook endpoint was created.')).toBeVisible();
  await button(page, 'Activate').click();
  await dialog.getByRole('button', { name: 'Activate config' }).click();
  await expect(page.getByText('The config is active.')).toBeVisible();
}

/** Fills in and sends the form for a live key. */
async function createKey(page: Page, dashboard: string, kind: string): Promise<void> {
  await page.goto(`${dashboard}/live/api-keys`);
  await page.getByRole('link', { name: 'Create key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(`${kind} key`);
  await page.getByLabel(kind).check();
  await button(page, 'Create key').click();
}

/** Reads the new key that the page shows, and closes the message. */
async function takeNewKey(page: Page): Promise<string> {
  const shown = page.getByText(/^[sp]k_live_\w{38}$/);
  const value = (await shown.textContent()) ?? '';
  await button(page, 'I have saved it').click();
  return value;
}

/** The status with which an API process responds to a key. */
const statusWith = async (request: APIRequestContext, api: string, key: string) => {
  const headers = { authorization: `Bearer ${key}`, 'x-forwarded-proto': 'https' };
  return (await request.get(`${api}/v1/events`, { headers })).status();
};

/** Makes the declined payments of the only merchant spike. */
async function beginDeclineSpike(databaseUrl: string): Promise<void> {
  const client = new Client(databaseUrl);
  await client.connect();
  await client.query(`
    INSERT INTO decline_rate (merchant_id, mode, last_hour, last_week, counted_at, spiking_since)
    SELECT id, 'live', 30, 30, now(), now() FROM merchant`);
  await client.end();
}

/** The requests of a web app in which it wrote something, and the routes that its metrics count. */
function readTelemetry({ spans, metrics }: Collector, service: string) {
  const ofApp = spans.filter((one) => one.service === service);
  const findName = (id: string | undefined) => ofApp.find(({ spanId }) => spanId === id)?.name;
  // Changes by people run in transactions.
  const writes = ofApp.filter(({ name }) => name === 'commit' || name === 'transaction');
  const durations = metrics.findLast(
    (one) => one.service === service && one.name === 'parley_web_request_duration_seconds',
  );
  return {
    requests: writes.map(({ parentSpanId }) => findName(parentSpanId)),
    routes: JSON.stringify(durations?.histogram.dataPoints ?? []),
  };
}

/** Expects the challenge, without the form and its secret. */
async function expectChallenge(page: Page, lang: string): Promise<void> {
  await expect(page.locator('#challenge-heading')).toBeVisible();
  await expect(page.frameLocator('#captcha iframe').getByRole('button').first()).toBeEnabled();
  await expect(page.locator('#payment')).toBeHidden();
  expect(await page.content()).not.toMatch(/pi_\w+_secret/);
  await expectPayerPage(page, { name: 'challenge', lang, varies: /\b2[34]\b/g });
}

test.use({ actionTimeout: 60_000 });

test('a merchant goes live on an empty installation in production mode', async ({
  installation,
  chromium,
  request,
}) => {
  const { urls, inbox } = installation;
  const [first = '', second = ''] = installation.apiProcesses;
  const owner = await open(chromium);

  await test.step('the operator creates the merchant, whose owner is invited by email', async () => {
    const email = 'owner@nord.example';
    await installation.admin('merchant', 'create', 'Nord Coffee', '--owner-email', email);
    const link = await inbox.receiveLink(email, 'Join Nord Coffee on Parley');
    await join(owner, link, 'Ona');
    await owner.goto(`${urls.dashboard}/second-factor`);
    await enroll(owner, password);
  });

  await test.step('the owner connects the live account', () =>
    connectProvider(owner, installation));

  const keys = await test.step('the owner creates live keys', async () => {
    await createKey(owner, urls.dashboard, 'Publishable');
    const publishable = await owner.getByTitle(/^pk_live_/).getAttribute('title');
    await createKey(owner, urls.dashboard, 'Secret');
    return { publishable, secret: await takeNewKey(owner) };
  });

  const createSession = async (currency = 'eur', api = first) => {
    const response = await request.post(`${api}/v1/proxy_sessions/handoff`, {
      headers: { authorization: `Bearer ${keys.secret}` },
      data: {
        amount_minor: 4200,
        currency,
        buyer_reference: 'customer_8412',
        cart_snapshot: { lines: [{ name: 'Filter coffee', quantity: 2, amount_minor: 4200 }] },
        publishable_key: keys.publishable,
      },
    });
    expect(response.status(), await response.text()).toBe(200);
    return await response.json();
  };
  const { id, handoff_url: link } = await test.step('the server creates a session', () =>
    createSession());

  await test.step('the payer pays', async () => {
    const payer = await open(chromium);
    await payer.goto(link);
    await pay(payer, '€42.00', cards.success);
    await expect(payer.getByRole('heading', { name: 'You paid €42.00.' })).toBeVisible();
  });

  await test.step('a direct debit that takes three days is shown as paid on the open page', async () => {
    const payer = await open(chromium);
    const { handoff_url } = await createSession('gbp', second);
    await payer.goto(handoff_url);
    await expect(button(payer, 'Pay £42.00')).toBeEnabled();
    await chooseDebit(payer);
    await button(payer, 'Pay £42.00').click();
    await expect(payer.locator('#outcome-text')).toContainText('this can take several days.');
    await installation.advanceProviderClock(3 * 86_400);
    await expect(payer.getByRole('heading', { name: 'You paid £42.00.' })).toBeVisible();
  });

  await test.step('while declined payments spike, a payer passes a challenge first', async () => {
    await beginDeclineSpike(installation.databaseUrl);
    const payer = await open(chromium);
    await payer.setViewportSize({ width: 320, height: 800 });
    await payer.emulateMedia({ reducedMotion: 'reduce' });
    const { handoff_url } = await createSession();
    for (const lang of ['he', 'en']) {
      await payer.goto(`${handoff_url}&lang=${lang}`);
      await expectChallenge(payer, lang);
    }
    const widget = payer.frameLocator('#captcha iframe');
    await widget.getByRole('button', { name: 'I am a robot (test)' }).click();
    await expect(payer.getByRole('status')).toContainText('You have not been charged.');
    await widget.getByRole('button', { name: 'I am human (test)' }).click();
    await pay(payer, '€42.00', cards.success);
    await expect(payer.getByRole('heading', { name: 'You paid €42.00.' })).toBeVisible();
  });

  await test.step('the owner sees it paid and reports it provisioned', async () => {
    await owner.goto(`${urls.dashboard}/live/sessions/${id}`);
    await expect(owner.getByText('Paid', { exact: true }).first()).toBeVisible();
    await button(owner, 'Report provisioned…').click();
    await button(owner, 'Report provisioned').click();
    await expect(owner.getByText('Provisioned', { exact: true }).first()).toBeVisible();
  });

  await test.step('a key that was rolled is refused by every API process', async () => {
    for (const api of installation.apiProcesses) {
      expect(await statusWith(request, api, keys.secret)).toBe(200);
    }
    await owner.goto(`${urls.dashboard}/live/api-keys`);
    const row = owner.getByRole('row').filter({ hasText: keys.secret.slice(-4) });
    await row.getByRole('button', { name: 'Roll' }).click();
    await owner.getByRole('dialog').getByLabel('Now').check();
    await button(owner, 'Create new key').click();
    const next = await takeNewKey(owner);
    for (const api of installation.apiProcesses) {
      await expect.poll(() => statusWith(request, api, keys.secret)).toBe(401);
      expect(await statusWith(request, api, next)).toBe(200);
    }
  });

  await test.step('a person who was removed is refused at once', async () => {
    const email = 'dev@nord.example';
    await owner.goto(`${urls.dashboard}/team`);
    await button(owner, 'Invite').click();
    const dialog = owner.getByRole('dialog');
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByLabel('Developer').check();
    await button(owner, 'Send invitation').click();
    const developer = await open(chromium);
    await join(developer, await inbox.receiveLink(email, 'Join Nord Coffee on Parley'), 'Devi');
    await owner.reload();
    await button(owner, 'Remove').click();
    await button(owner, 'Remove member').click();
    await expect(owner.getByText('Devi was removed.')).toBeVisible();
    await developer.goto(`${urls.dashboard}/live/sessions`);
    await expect(developer.getByRole('heading', { name: 'Sessions' })).toHaveCount(0);
  });

  const { collector } = installation;
  await test.step('the dashboard and the payer page export their traces and metrics', async () => {
    for (const [service, route] of [
      ['parley-dashboard', '/api/trpc/[trpc]'],
      ['parley-checkout', '/rpc/[trpc]'],
    ] as const) {
      await expect
        .poll(() => readTelemetry(collector, service).requests)
        .toContain(`POST ${route}`);
      await expect.poll(() => readTelemetry(collector, service).routes).toContain(route);
    }
    // The spans of Next.js would contain it.
    expect(JSON.stringify(collector.spans)).not.toContain(id);
  });

  const { providerKeys, captchaSecret } = installation;
  const secrets = [password, keys.secret, providerKeys.secret, captchaSecret, cards.success];
  for (const [where, text] of Object.entries({
    logs: installation.logs(),
    telemetry: collector.text(),
  }))
    for (const secret of secrets)
      expect(text.includes(secret), `a secret in the ${where}`).toBe(false);
});
