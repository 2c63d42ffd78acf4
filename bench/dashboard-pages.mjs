// Measures each page of the dashboard on a desktop: until it is interactive, how long its script blocks the browser,
// how far the layout moves, and how long it takes to come from the page before it.
// It uses the product that `npm start` runs: node bench/dashboard-pages.mjs [runs] [demo.json] [chromium]
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { chromium } = createRequire(new URL('../e2e/package.json', import.meta.url))(
  '@playwright/test',
);
const [
  runs = '5',
  demoFile = new URL('../.data/demo.json', import.meta.url),
  executablePath = '/usr/bin/chromium',
] = process.argv.slice(2);
const demo = JSON.parse(readFileSync(demoFile, 'utf8'));

const GOAL_INTERACTIVE_MS = 1_000;
const GOAL_LONG_TASK_MS = 200;
/** Without a long task for this time, a page is idle. */
const QUIET_MS = 500;

/** Runs in the page before its own scripts. */
function observe() {
  window.seen = { shift: 0, tasks: [] };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) {
      if (!hadRecentInput) window.seen.shift += value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      window.seen.tasks.push({ startTime, duration });
    }
  }).observe({ type: 'longtask', buffered: true });
}

const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
const page = await context.newPage();
await page.addInitScript(observe);

await page.goto(`${demo.dashboard_url}/sign-in`);
await page.getByLabel('Email').fill(demo.dashboard_email);
await page.getByLabel('Password').fill(demo.dashboard_password);
await page.getByRole('button', { name: 'Sign in', exact: true }).click();
await page.waitForURL(/overview/);

const navigation = page.getByRole('navigation', { name: 'Main' });
const pages = await navigation
  .getByRole('link')
  .evaluateAll((links) =>
    links.map((link) => ({ name: link.textContent.replace(/\d.*/, '').trim(), url: link.href })),
  );
const [overview, other] = pages;
for (const target of pages) target.from = target === overview ? other.url : overview.url;

// The newest session, from the list.
const sessions = pages.find(({ url }) => url.endsWith('/sessions'));
await page.goto(sessions.url);
const newest = page.getByRole('table').locator('a[href*="/sessions/psess_"]').first();
const session = await newest.evaluate((link) => link.href);
pages.push({ name: 'A session', url: session, from: sessions.url });

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const longest = (tasks) => Math.max(0, ...tasks.map(({ duration }) => duration));

/** Opens a page by its URL. It is interactive at its first paint, its load event or the end of its last long task. */
async function load(url) {
  await page.goto(url);
  await page.waitForTimeout(QUIET_MS);
  return page.evaluate(() => {
    const [timing] = performance.getEntriesByType('navigation');
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const ends = window.seen.tasks.map(({ startTime, duration }) => startTime + duration);
    return {
      interactive: Math.max(timing.loadEventEnd, paint?.startTime ?? 0, ...ends),
      shift: window.seen.shift,
      tasks: window.seen.tasks,
    };
  });
}

/** Opens a page by a link of another one, as a person does. */
async function navigate({ url, from }) {
  await page.goto(from);
  await page.waitForTimeout(QUIET_MS);
  await page.evaluate(() => {
    window.seen.tasks = [];
  });
  const began = await page.evaluate(() => performance.now());
  await page
    .locator(`a[href="${new URL(url).pathname}"]`)
    .first()
    .click();
  await page.waitForURL(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const shown = await page.evaluate(() => performance.now());
  await page.waitForTimeout(QUIET_MS);
  return { shown: shown - began, tasks: await page.evaluate(() => window.seen.tasks) };
}

const rows = [];
for (const target of pages) {
  const loads = [];
  const navigations = [];
  for (let run = 0; run < Number(runs); run += 1) {
    loads.push(await load(target.url));
    navigations.push(await navigate(target));
  }
  rows.push({
    page: target.name,
    interactive_ms: Math.round(median(loads.map((one) => one.interactive))),
    navigation_ms: Math.round(median(navigations.map((one) => one.shown))),
    longest_task_ms: Math.round(longest([...loads, ...navigations].flatMap(({ tasks }) => tasks))),
    layout_shift: Number(Math.max(...loads.map((one) => one.shift)).toFixed(4)),
  });
}
await browser.close();

const print = (line) => process.stdout.write(`${line}\n`);
print('| page | interactive, ms | from another page, ms | longest task, ms | layout shift |');
print('| --- | ---: | ---: | ---: | ---: |');
for (const row of rows) print(`| ${Object.values(row).join(' | ')} |`);
const missed = rows.filter(
  (row) =>
    row.interactive_ms > GOAL_INTERACTIVE_MS ||
    row.longest_task_ms > GOAL_LONG_TASK_MS ||
    row.layout_shift > 0,
);
const goals = `interactive within ${GOAL_INTERACTIVE_MS} ms, no task over ${GOAL_LONG_TASK_MS} ms, no layout shift`;
print(
  missed.length === 0
    ? `Every page meets the goals: ${goals}.`
    : `Goals (${goals}) missed by: ${missed.map((row) => row.page).join(', ')}.`,
);
