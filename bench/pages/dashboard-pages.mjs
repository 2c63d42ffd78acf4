// Measures each page of the dashboard on a desktop: until it is interactive, how long its script blocks the browser,
// how far the layout moves, and how long it takes to come from the page before it. Ends with code 1 if a goal is missed.
// It uses the product that `npm start` runs: npm run bench:dashboard-pages [-- runs [demo.json]]
import { describeMachine, formatTable, print, readLoad } from '../harness/report.ts';
import { median } from '../harness/statistics.ts';
import { launchBrowser, readDemo } from './browser.mjs';

const [runs = '5', demoFile] = process.argv.slice(2);
const demo = readDemo(demoFile);

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

const loadBefore = readLoad();
const browser = await launchBrowser();
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

/** Adds the page of the first object in a list, which a link whose URL matches opens. */
async function addDetail(name, from, link) {
  await page.goto(from);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const found = page.locator(`main a[href*="${link}"]`).first();
  const url = (await found.count()) > 0 ? await found.evaluate((one) => one.href) : undefined;
  if (url === undefined) print(`Not measured: ${name}. Its list is empty.`);
  else pages.push({ name, url, from });
  return url;
}

const getList = (path) => pages.find(({ url }) => url.endsWith(path)).url;
await addDetail('A session', getList('/sessions'), '/sessions/psess_');
await addDetail('A subscription', getList('/subscriptions'), '/subscriptions/psub_');
const endpoint = await addDetail('A webhook endpoint', getList('/webhooks'), '/webhooks/whend_');
if (endpoint) await addDetail('A delivery', endpoint, '/deliveries/evt_');
await addDetail('An event', getList('/events'), '/events/evt_');
await addDetail('A request', getList('/requests'), '/requests/req_');

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
  const { pathname, search } = new URL(url);
  await page.locator(`a[href="${pathname}${search}"]`).first().click();
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

const head = [
  'page',
  'interactive, ms',
  'from another page, ms',
  'longest task, ms',
  'layout shift',
];
print(formatTable(head, rows.map(Object.values)));
const missed = rows.filter(
  (row) =>
    row.interactive_ms > GOAL_INTERACTIVE_MS ||
    row.longest_task_ms > GOAL_LONG_TASK_MS ||
    row.layout_shift > 0,
);
const goals = `interactive within ${GOAL_INTERACTIVE_MS} ms, no task over ${GOAL_LONG_TASK_MS} ms, no layout shift`;
print(`${new Date().toISOString()}, load before ${loadBefore}; ${describeMachine()}`);
if (missed.length === 0) print(`Each of ${rows.length} pages meets the goals: ${goals}.`);
else {
  print(`Goals (${goals}) missed by: ${missed.map((row) => row.page).join(', ')}.`);
  process.exitCode = 1;
}
