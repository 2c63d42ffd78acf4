// Measures when the payer page is interactive and its card form ready on a slow phone, compared with the same page
// as a static file. Every visit is the first of a new session of the product that `npm start` runs.
// npm run bench:payer -- [runs] [demo.json]. The browser is that of the end-to-end tests.
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { median } from '../harness/statistics.ts';
import { launchBrowser, readDemo } from './browser.mjs';

const [runs = '9', demoFile] = process.argv.slice(2);
const demo = readDemo(demoFile);

/** Creates a session and returns its payment link. */
async function createLink() {
  const response = await fetch(`${demo.api_url}/proxy_sessions/handoff`, {
    method: 'POST',
    headers: { authorization: `Bearer ${demo.secret_key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      amount_minor: 4200,
      currency: 'eur',
      buyer_reference: 'customer_8412',
      cart_snapshot: {
        lines: [{ name: 'Filter coffee, 1 kg', quantity: 2, amount_minor: 4200 }],
      },
      publishable_key: demo.publishable_key,
    }),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()).handoff_url;
}

// The device profile of docs/decisions/0035-payer-page-rendering.md: CPU 4 times slower, 1.4 Mbit/s, 562 ms.
const slow = {
  offline: false,
  latency: 562,
  downloadThroughput: 1_400_000 / 8,
  uploadThroughput: 700_000 / 8,
};

const html = await (await fetch(await createLink())).text();
const body = gzipSync(html.replace(/<script[\s\S]*?<\/script>|<link rel="preload"[^>]*>/g, ''));
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.setHeader('content-encoding', 'gzip');
  response.end(body);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const fixed = `http://localhost:${server.address().port}/`;

const browser = await launchBrowser();

/** Runs in the page before its own scripts. */
function observeShifts() {
  window.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.layoutShift += value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Returns the milliseconds until the page is painted, until its handlers are attached and until the payer can pay. */
async function visit(url, payable) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.addInitScript(observeShifts);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', slow);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(url);
  const ready = payable
    ? await page
        .waitForSelector('#pay:not([disabled])', { timeout: 60_000 })
        .then(() => page.evaluate(() => performance.now()))
    : 0;
  const { attached, painted, shift } = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const [mark] = performance.getEntriesByName('interactive');
    return {
      attached: mark?.startTime ?? navigation.domContentLoadedEventEnd,
      painted: paint?.startTime ?? 0,
      shift: window.layoutShift,
    };
  });
  await context.close();
  return { seen: Math.max(attached, painted), attached, painted, ready, shift };
}

const ours = [];
const still = [];
// In turns, so that other load affects both equally.
for (let run = 0; run < Number(runs); run += 1) {
  still.push((await visit(fixed, false)).seen);
  ours.push(await visit(await createLink(), true));
}
await browser.close();
server.close();

const seen = median(ours.map((one) => one.seen));
const against = median(still);
const report = {
  static_ms: Math.round(against),
  attached_ms: Math.round(median(ours.map((one) => one.attached))),
  painted_ms: Math.round(median(ours.map((one) => one.painted))),
  interactive_ms: Math.round(seen),
  ratio: Number((seen / against).toFixed(2)),
  card_form_ready_ms: Math.round(median(ours.map((one) => one.ready))),
  layout_shift: Number(Math.max(...ours.map((one) => one.shift)).toFixed(4)),
  document_gzip_bytes: gzipSync(html).length,
  script_gzip_bytes: gzipSync(
    [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => script).join('\n'),
  ).length,
};
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
