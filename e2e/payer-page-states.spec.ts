import { expect, type Frame, type Page, test } from '@playwright/test';
import { demo } from './demo.ts';
import { expectAccessible, expectFrameAccessible } from './expect-accessible.ts';
import { merchantServer } from './merchant.ts';
import { cards, pay } from './payer.ts';

type Server = ReturnType<typeof merchantServer>;

interface State {
  readonly stage: string;
  readonly url: string;
}

/** Sessions in the states that a payer can see, most of them without a payment. */
async function createStates(page: Page, server: Server): Promise<readonly State[]> {
  const create = async (stage: string, change: object = {}) => {
    const { id, handoff_url: url } = await server.createSession(change);
    return { id, stage, url };
  };
  const expired = await create('expired', {
    expires_at: new Date(Date.now() + 2_000).toISOString(),
  });
  const canceled = await create('canceled');
  await server.cancel(canceled.id);
  const waiting = await create('waiting', { cart_snapshot: {} });
  await server.reserve(waiting.id, {
    integration_path: 'direct_subscription',
    commercial_mode: 'subscription',
  });
  const attempted = async (stage: string, card: string, shown: string) => {
    const session = await create(stage);
    await page.goto(session.url);
    await pay(page, '€42.00', card);
    await expect(page.locator(shown)).toBeVisible();
    return session;
  };
  const declined = await attempted('form', cards.declined, '#notice:not(:empty)');
  const challenged = await attempted(
    'action_required',
    cards.authentication,
    'iframe[src*="/challenge"]',
  );
  const paid = await attempted('paid', cards.success, '[data-stage="paid"]');
  const debited = await create('processing', { currency: 'gbp' });
  await page.goto(debited.url);
  await expect(page.locator('#pay')).toBeEnabled();
  const methods = page.frameLocator('iframe').first();
  await methods.getByRole('radio', { name: 'Direct debit' }).check();
  await methods.getByLabel('Account holder').fill('Ada Lovelace');
  await methods.getByLabel('Sort code').fill('10-88-00');
  await methods.getByLabel('Account number').fill('00012345');
  await page.locator('#pay').click();
  await expect(page.locator('[data-stage="processing"]')).toBeVisible();
  return [await create('form'), declined, challenged, debited, paid, canceled, expired, waiting];
}

/** Waits until a payer page shows a state and the payer can act. */
async function waitForState(view: Page | Frame, stage: string): Promise<void> {
  await expect(view.locator(`#page[data-stage="${stage}"]`)).toBeVisible();
  if (stage === 'form') await expect(view.locator('#pay')).toBeEnabled();
  if (stage === 'action_required') await expect(view.locator('#another')).toBeEnabled();
}

/** What is wrong with the layout of a payer page: movement of what was shown, and content that does not fit. */
const readLayout = (view: Page | Frame) =>
  view.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const { moved } = window as unknown as { readonly moved: readonly string[] };
    return { moved, overflow: scrollWidth - clientWidth };
  });

/** The server cannot know before it prepares the payment that the page waits for the merchant. */
const layoutOf = (stage: string) => ({
  moved: stage === 'waiting' ? expect.anything() : [],
  overflow: 0,
});

/** Opens a page of the merchant that shows a session, and returns the frame. */
async function embed(page: Page, how: string, url: string): Promise<Frame> {
  await page.evaluate(
    ([name, handoffUrl]) => {
      const shop = window as unknown as {
        handle?: { close(): void };
        Parley: Record<string, (options: object) => { close(): void }>;
      };
      shop.handle?.close();
      const container = document.querySelector('#slot');
      shop.handle = shop.Parley[name ?? '']?.({ url: handoffUrl, container }) as { close(): void };
    },
    [how, url] as const,
  );
  const iframe = await page.locator('iframe').elementHandle();
  const frame = await iframe?.contentFrame();
  if (!frame) throw new Error('no frame');
  return frame;
}

test.use({ viewport: { width: 390, height: 900 }, permissions: ['local-network-access'] });

for (const [lang, dir] of [
  ['en', 'ltr'],
  ['he', 'rtl'],
] as const) {
  test(`every state of the payer page is accessible and does not move in ${lang}, on its own and in frames`, async ({
    page,
    request,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const states = await createStates(page, merchantServer(request));
    await page.addInitScript(() => {
      const moved: string[] = [];
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { sources } = entry as PerformanceEntry & {
            readonly sources: readonly { readonly node?: Element }[];
          };
          moved.push(
            ...sources.map(({ node }) => node?.outerHTML.slice(0, 200) ?? 'a removed node'),
          );
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const { stage, url } of states) {
      await test.step(`${stage} on its own`, async () => {
        await page.goto(`${url}&lang=${lang}`);
        await waitForState(page, stage);
        await expect(page.locator('html')).toHaveAttribute('dir', dir);
        await expectAccessible(page);
        expect.soft(await readLayout(page)).toEqual(layoutOf(stage));
      });
    }
    await page.route(`${demo.shop_url}/**`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><html lang="${lang}" dir="${dir}"><title>Shop</title><meta name="viewport" content="width=device-width"><body><h1>Shop</h1><div id="slot"></div><script src="${demo.checkout_url}/embed/1.0.0/embed.js"></script>`,
      }),
    );
    await page.goto(`${demo.shop_url}/cart`);
    for (const how of ['mountCheckout', 'openCheckout']) {
      for (const { stage, url } of states) {
        await test.step(`${stage} by ${how}`, async () => {
          const frame = await embed(page, how, `${url}&lang=${lang}`);
          await waitForState(frame, stage);
          await expectFrameAccessible(frame);
          expect.soft(await readLayout(frame)).toEqual(layoutOf(stage));
        });
      }
      await expectAccessible(page);
    }
  });
}
