import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect, type Frame, type Page } from '@playwright/test';
import { demo } from './demo.ts';
import { expectAccessible, expectFrameAccessible } from './expect-accessible.ts';
import {
  analyzedLanguage,
  expectPayerPage,
  expectToFit,
  readMovement,
  recordMovement,
  snapshotLanguages,
} from './expect-payer-page.ts';
import { createPayerPageStates, type PayerPageState, showState } from './payer-page-states.ts';

const { version } = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', 'packages', 'embed', 'package.json'), 'utf8'),
);

const screenshots = process.env.SCREENSHOT_DIR;
const languages = process.env.SCREENSHOT_LANGUAGES?.split(',') ?? snapshotLanguages;
const screens = [320, 390, 1440];
const tones = ['critical', 'neutral', 'pending', 'progress', 'success'];

const test = base.extend<object, { states: readonly PayerPageState[] }>({
  states: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext();
      await use(await createPayerPageStates(request));
      await request.dispose();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

/** Saves pictures of the page at several widths. */
async function takeScreenshots(page: Page, folder: string, name: string): Promise<void> {
  for (const width of screens) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: join(folder, name, `${width}.png`), fullPage: true });
  }
}

interface ShopWindow {
  handle?: { close(): void };
  events: string[];
  Parley: Record<Embedding, (options: object) => { close(): void }>;
}
type Embedding = 'mountCheckout' | 'openCheckout';

/** Shows a session in the merchant's page, which records the events, and returns the frame. */
async function embed(page: Page, how: Embedding, link: string): Promise<Frame> {
  await page.evaluate(
    ([name, url]) => {
      const shop = window as unknown as ShopWindow;
      shop.handle?.close();
      shop.events = [];
      shop.handle = shop.Parley[name]({
        url,
        container: document.querySelector('#slot'),
        onEvent: ({ type }: { type: string }) => shop.events.push(type),
      });
    },
    [how, link] as const,
  );
  const iframe = await page.locator('iframe').elementHandle();
  const frame = await iframe?.contentFrame();
  if (!frame) throw new Error('no frame');
  return frame;
}

/** The types of the events that the merchant's page has received. */
const readEvents = (page: Page) =>
  page.evaluate(() => [...new Set((window as unknown as ShopWindow).events)]);

// On a phone whose owner prefers reduced motion.
test.use({ permissions: ['local-network-access'], contextOptions: { reducedMotion: 'reduce' } });

for (const [index, lang] of languages.entries()) {
  const dir = ['ar', 'he'].includes(lang) ? 'rtl' : 'ltr';
  const isAnalyzed = lang === analyzedLanguage;
  const accessible = isAnalyzed ? 'is accessible, ' : '';

  test.describe(() => {
    test.use({ viewport: { width: 320, height: 800 } });

    test(`every state of the payer page ${accessible}fits on a narrow phone and does not move in ${lang}`, async ({
      page,
      states,
    }) => {
      await recordMovement(page);
      const shapes = new Map<string, string>();
      for (const state of states) {
        await test.step(state.name, async () => {
          await showState(page, state, async (url) => {
            await page.goto(`${url}&lang=${lang}`);
            return page;
          });
          await expect(page.locator('html')).toHaveAttribute('dir', dir);
          if (!state.moves) expect.soft(await readMovement(page), state.name).toEqual([]);
          const icon = await expectPayerPage(page, { ...state, lang });
          if (icon) shapes.set(icon.tone, icon.shape);
          if (!screenshots) return;
          await takeScreenshots(page, screenshots, join(lang, state.name));
          await page.setViewportSize({ width: 320, height: 800 });
        });
      }
      // The icons of the outcomes differ in shape, and not only in color.
      expect([...shapes.keys()].toSorted()).toEqual(tones);
      expect(new Set(shapes.values()).size).toBe(tones.length);
    });
  });

  // Each embedding in one language, and each language in one embedding.
  const how: Embedding = index % 2 === 0 ? 'mountCheckout' : 'openCheckout';
  test.describe(() => {
    test.use({ viewport: { width: 390, height: 900 } });

    test(`every state of the payer page ${accessible}fits and does not move in ${lang} in a frame of ${how}`, async ({
      page,
      context,
      states,
    }) => {
      await recordMovement(page);
      await context.route(`${demo.shop_url}/**`, (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: `<!doctype html><html lang="${lang}" dir="${dir}"><title>Shop</title><meta name="viewport" content="width=device-width"><body><h1>Shop</h1><div id="slot"></div><script src="${demo.checkout_url}/embed/${version}/embed.js"></script>`,
        }),
      );
      await page.goto(`${demo.shop_url}/cart`);
      for (const state of states.filter(({ stage }) => stage !== null)) {
        await test.step(state.name, async () => {
          const frame = await showState(page, state, (url) =>
            embed(page, how, `${url}&lang=${lang}`),
          );
          await expect.poll(() => readEvents(page)).toEqual(['ready', 'resize', ...state.events]);
          if (!state.moves) expect.soft(await readMovement(frame), state.name).toEqual([]);
          await expectToFit(frame);
          if (isAnalyzed) await expectFrameAccessible(frame as Frame);
        });
      }
      await expectAccessible(page);
    });
  });
}
