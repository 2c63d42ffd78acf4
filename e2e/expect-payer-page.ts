import { expect, type Frame, type Page } from '@playwright/test';
import { demo } from './demo.ts';
import { expectAccessibleInBothThemes } from './expect-accessible.ts';

/** One language of each direction, whose accessibility trees are in `snapshots`. */
export const snapshotLanguages: readonly string[] = ['en', 'he'];
/** Languages differ in texts and direction, which axe does not analyze. */
export const analyzedLanguage = 'en';

/** An element of the payer page that a payer operates, with its size in CSS pixels. */
interface Control {
  readonly html: string;
  readonly width: number;
  readonly height: number;
}

/** Asserts that the page does not scroll sideways, and that nothing of its content is outside of it. */
export async function expectToFit(view: Page | Frame): Promise<void> {
  const overflow = await view.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    // Content that overflows at the start of a right-to-left page cannot be scrolled to.
    const outside = [...document.querySelectorAll('main *')]
      .filter((element) => !element.closest('.visually-hidden, .skeleton, nav'))
      .map((element) => ({ box: element.getBoundingClientRect(), html: element.outerHTML }))
      .filter(({ box }) => box.width > 0 && (box.left < 0 || box.right > clientWidth));
    return { scrolls: scrollWidth - clientWidth, outside: outside.map(({ html }) => html) };
  });
  expect.soft(overflow).toEqual({ scrolls: 0, outside: [] });
}

/** Records the elements that move in the documents which the page opens from now on. */
export const recordMovement = (page: Page) =>
  page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { sources } = entry as PerformanceEntry & {
          readonly sources: readonly { readonly node?: Element }[];
        };
        moved.push(...sources.map(({ node }) => node?.outerHTML.slice(0, 200) ?? 'a removed node'));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** What has moved in a document after `recordMovement`. */
export const readMovement = (view: Page | Frame): Promise<readonly string[]> =>
  view.evaluate(() => (window as unknown as { readonly moved: readonly string[] }).moved);

/**
 * Asserts that a thumb finds every control: at least the size of WCAG 2.5.8, and 44 px in height if it is a
 * button or the switch of languages.
 */
async function expectLargeControls(view: Page): Promise<void> {
  const [small, low] = await view.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>('a, button, input, summary')]
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const { width, height } = element.getBoundingClientRect();
        const isMain = element.matches('button, summary, input, .main, .plain');
        return { html: element.outerHTML.slice(0, 120), width, height, isMain };
      });
    const isSmall = ({ width, height }: Control) => width < 24 || height < 24;
    return [
      controls.filter(isSmall),
      controls.filter(({ height, isMain }) => isMain && height < 44),
    ] as const;
  });
  expect.soft(small, 'controls below 24 × 24 px').toEqual([]);
  expect.soft(low, 'buttons below 44 px').toEqual([]);
}

/** Asserts that nothing moves on a page whose payer prefers reduced motion. */
async function expectNoMotion(view: Page): Promise<void> {
  const moving = await view.evaluate(() => {
    const milliseconds = (times: string) =>
      times.split(', ').map((time) => Number.parseFloat(time) * (time.endsWith('ms') ? 1 : 1_000));
    const parts = [...document.querySelectorAll('*')].flatMap((element) =>
      [null, '::before', '::after'].map((pseudo) => {
        const style = getComputedStyle(element, pseudo);
        const animated =
          style.animationName === 'none' ? [] : milliseconds(style.animationDuration);
        const longest = Math.max(...milliseconds(style.transitionDuration), ...animated);
        return { html: `${element.outerHTML.slice(0, 120)}${pseudo ?? ''}`, longest };
      }),
    );
    return parts.filter(({ longest }) => longest > 1);
  });
  expect.soft(moving).toEqual([]);
}

/**
 * Asserts that words say what the colors of the outcome and of notices say, and returns the shape of the
 * outcome's icon by its tone; null without one.
 */
async function expectWords(
  view: Page,
): Promise<{ readonly tone: string; readonly shape: string } | null> {
  const { icon, texts } = await view.evaluate(() => {
    const visible = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility());
    const [shown] = visible('.icon');
    const tone = shown?.dataset.tone ?? '';
    const shape = shown?.firstElementChild?.getAttribute('d') ?? '';
    const colored = visible('#outcome h2, .notice, .field-error:not(:empty), .message h1');
    return { icon: shown && { tone, shape }, texts: colored.map((one) => one.textContent.trim()) };
  });
  for (const text of texts) expect.soft(text).toMatch(/\p{L}{2}/u);
  if (icon) expect.soft(texts, 'the heading next to the icon').not.toEqual([]);
  return icon ?? null;
}

/** What a screen reader finds on the page, without what differs from run to run. */
async function readTree(page: Page, varies: RegExp | null): Promise<string> {
  const tree = await page.locator('body').ariaSnapshot();
  const text = `title: ${await page.title()}\n${tree}\n`;
  const same = text
    .replaceAll(new URL(demo.sandbox_url).host, 'provider.example')
    .replaceAll(/\/url: .+/g, '/url: …');
  return varies ? same.replaceAll(varies, '…') : same;
}

interface ShownState {
  /** Names the snapshot of the accessibility tree. */
  readonly name: string;
  readonly lang: string;
  /** What differs from run to run. */
  readonly varies: RegExp | null;
}

/**
 * Asserts what has to be true of every state of the payer page, whose payer prefers reduced motion. Returns the
 * shape of the outcome's icon by its tone; null without one.
 */
export async function expectPayerPage(page: Page, { name, lang, varies }: ShownState) {
  await expectToFit(page);
  await expectLargeControls(page);
  if (lang === analyzedLanguage) await expectAccessibleInBothThemes(page);
  await expectNoMotion(page);
  if (snapshotLanguages.includes(lang)) {
    const tree = await readTree(page, varies);
    expect.soft(tree).toMatchSnapshot(['payer-page', lang, `${name}.txt`]);
  }
  return expectWords(page);
}
