import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { demo } from './demo.ts';
import { merchantServer } from './merchant.ts';
import { cards, recordAddresses } from './payer.ts';

/** The element that a merchant copies from the documentation, with the payer page of this product. */
const documented = readFileSync(
  join(import.meta.dirname, '..', 'docs', 'guides', 'embedding.md'),
  'utf8',
);
const [element = ''] = /<script [^>]*integrity="[^>]*><\/script>/.exec(documented) ?? [];
const scriptElement = element.replace(/src="https:\/\/[^/]+/, `src="${demo.checkout_url}`);

// A page that a test fulfills counts as one of the internet, which may not load from this machine.
test.use({ permissions: ['local-network-access'] });

/** Shows a page of the merchant, on another site than the payer page. */
async function openShop(page: Page, origin = demo.shop_url): Promise<void> {
  await page.route(`${origin}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Shop</title><button id="buy">Buy</button><div id="slot"></div><p>Below</p>${scriptElement}`,
    }),
  );
  await page.goto(`${origin}/cart`);
}

interface ShopWindow {
  events: { type: string; height?: number }[];
  Parley: Record<'mountCheckout' | 'openCheckout', (options: object) => { close(): void }>;
}

/** Embeds a session in the merchant's page, which records the events. */
const embed = (page: Page, how: keyof ShopWindow['Parley'], url: string) =>
  page.evaluate(
    ([name, handoffUrl]) => {
      const shop = window as unknown as ShopWindow;
      shop.events = [];
      document.querySelector<HTMLElement>('#buy')?.focus();
      shop.Parley[name]({
        url: handoffUrl,
        container: document.querySelector('#slot'),
        onEvent: (event: { type: string }) => shop.events.push(event),
      });
    },
    [how, url] as const,
  );

const eventTypes = (page: Page) =>
  page.evaluate(() => (window as unknown as ShopWindow).events.map(({ type }) => type));

/** Makes every storage of frames throw, as browsers do that block it for third parties. */
const blockStorage = (page: Page) =>
  page.addInitScript(() => {
    if (window === top) return;
    const refuse = (owner: object, name: string) => {
      const refused = () => {
        throw new DOMException('The request was denied.', 'SecurityError');
      };
      Object.defineProperty(owner, name, { get: refused, set: refused });
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore']) {
      refuse(window, name);
    }
    refuse(document, 'cookie');
  });

test('a merchant’s page on another site takes a payment inline, without third-party cookies and storage', async ({
  page,
  request,
}) => {
  const server = merchantServer(request);
  const { id, handoff_url } = await server.createSession();
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  await browser.send('Network.setCookieControls', { enableThirdPartyCookieRestriction: true });
  await blockStorage(page);
  await openShop(page);
  await embed(page, 'mountCheckout', handoff_url);
  const frame = page.frameLocator('#slot iframe');
  const pay = frame.getByRole('button', { name: 'Pay €42.00' });
  await expect(pay).toBeEnabled();
  // The provider's frame cannot use its storage either.
  const storage = frame.frameLocator('iframe').first().locator('html');
  await expect(storage.evaluate(() => localStorage.length)).rejects.toThrow('SecurityError');
  const card = frame.frameLocator('iframe').first();
  await card.getByLabel('Card number').fill(cards.authentication);
  await card.getByLabel('Expiry date').fill('12 / 30');
  await card.getByLabel('Security code').fill('123');
  // The frame is as high as its content, so that it has no scroll bar of its own.
  const height = () => frame.locator('html').evaluate((root) => [root.scrollHeight, innerHeight]);
  await expect.poll(async () => new Set(await height()).size).toBe(1);
  await pay.click();
  const challenge = frame.frameLocator('iframe[src*="/elements/challenge"]');
  await challenge.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(frame.getByRole('heading', { name: 'You paid €42.00.' })).toBeVisible();
  await expect.poll(() => eventTypes(page)).toContain('success');
  expect((await eventTypes(page))[0]).toBe('ready');
  await expect.poll(async () => new Set(await height()).size).toBe(1);
  await server.waitForStatus(id, 'paid');
  expect(page.url()).toBe(`${demo.shop_url}/cart`);
});

test('a frame below the window prepares its payment before the payer scrolls to it', async ({
  page,
  request,
}) => {
  const { handoff_url } = await merchantServer(request).createSession();
  await openShop(page);
  await page.addStyleTag({ content: '#slot { margin-top: 500vh }' });
  await embed(page, 'mountCheckout', handoff_url);
  await expect(page.frameLocator('#slot iframe').locator('#pay')).toBeEnabled();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('a bank that redirects inside the frame leads back, and the page connects again', async ({
  page,
  request,
}) => {
  const expectCleanAddresses = recordAddresses(page);
  const server = merchantServer(request);
  const { id, handoff_url } = await server.createSession({ currency: 'gbp' });
  await openShop(page);
  await embed(page, 'mountCheckout', handoff_url);
  const frame = page.frameLocator('#slot iframe');
  await expect(frame.getByRole('button', { name: 'Pay £42.00' })).toBeEnabled();
  const methods = frame.frameLocator('iframe').first();
  await methods.getByRole('radio', { name: 'Pay by bank' }).check();
  await frame.getByRole('button', { name: 'Pay £42.00' }).click();
  await frame.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(frame.getByRole('heading', { name: 'You paid £42.00.' })).toBeVisible();
  expectCleanAddresses();
  await expect.poll(() => eventTypes(page)).toContain('success');
  expect((await eventTypes(page)).filter((type) => type === 'ready')).toHaveLength(1);
  await server.waitForStatus(id, 'paid');
});

test('a frame that may not open the provider’s page by itself shows a link to it', async ({
  page,
  request,
}) => {
  const server = merchantServer(request);
  const { id, handoff_url } = await server.createSession();
  const hosted = { integration_path: 'checkout_session', checkout_ui_mode: 'hosted' };
  await server.reserve(id, hosted);
  // Presses the button without a click of the user, which navigating the whole window needs.
  await page.addInitScript(() => {
    if (window === top) return;
    new MutationObserver((_, observer) => {
      const button = document.querySelector<HTMLButtonElement>('#pay[data-state="ready"]');
      if (!button) return;
      observer.disconnect();
      // The page accepts it when the action that has enabled the button is over.
      setTimeout(() => button.click());
    }).observe(document, { subtree: true, attributeFilter: ['data-state'] });
  });
  await openShop(page);
  // Looking into the frame would count as a click of the user.
  const refused = page.waitForEvent('console', (logged) => logged.text().includes('navigat'));
  await embed(page, 'mountCheckout', handoff_url);
  await refused;
  const link = page
    .frameLocator('#slot iframe')
    .getByRole('link', { name: 'Open the payment page' });
  await expect(link).toBeFocused();
  expect(page.url()).toBe(`${demo.shop_url}/cart`);
  await link.click();
  await expect(page).toHaveURL((url) => url.origin === new URL(demo.sandbox_url).origin);
});

test('an overlay keeps the focus until it is closed, and then returns it', async ({
  page,
  request,
}) => {
  const { handoff_url } = await merchantServer(request).createSession();
  await openShop(page);
  await embed(page, 'openCheckout', `${handoff_url}&lang=de`);
  const dialog = page.getByRole('dialog', { name: /^Zahlung an / });
  await expect(dialog.getByRole('button', { name: 'Schließen' })).toBeVisible();
  const inFrame = page.frameLocator('iframe').getByText('Deutsch').first();
  await expect(inFrame).toBeVisible();
  const isBehind = () => page.evaluate(() => document.activeElement?.id === 'buy');
  for (let tabs = 0; tabs < 12; tabs++) {
    await page.keyboard.press('Tab');
    expect(await isBehind()).toBe(false);
  }
  await page.evaluate(() => document.querySelector<HTMLElement>('#buy')?.focus());
  expect(await isBehind()).toBe(false);
  // Escape reaches only the frame that has the focus: here that of the provider.
  const card = page.frameLocator('iframe').frameLocator('iframe').first();
  await card.getByLabel('Kartennummer').click();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(await isBehind()).toBe(true);
  expect((await eventTypes(page)).at(-1)).toBe('close');
});

test('a page of an origin that is not listed cannot frame the payer page, and receives an error with the reason', async ({
  page,
  request,
}) => {
  const { handoff_url } = await merchantServer(request).createSession();
  const origin = 'http://127.0.0.1:1';
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('[Parley]'));
  await openShop(page, origin);
  await embed(page, 'mountCheckout', handoff_url);
  expect((await logged).text()).toContain(`add ${origin} to "Embedding origins"`);
  expect(await eventTypes(page)).toEqual(['error']);
  await expect(page.frameLocator('#slot iframe').locator('#page')).toHaveCount(0);
});
