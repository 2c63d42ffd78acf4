// Measures when the payer page is interactive on a slow phone, compared with the same page as a static file.
// node bench/payer-page.mjs <handoff_url> [runs] [chromium]
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';

const { chromium } = createRequire(new URL('../e2e/package.json', import.meta.url))(
  '@playwright/test',
);
const [address, runs = '9', executablePath = '/usr/bin/chromium'] = process.argv.slice(2);
if (!address) throw new Error('Pass the handoff_url of an open session as the first argument.');

// The device profile of docs/decisions/0020-payer-page-rendering.md: CPU 4 times slower, 1.4 Mbit/s, 562 ms.
const slow = {
  offline: false,
  latency: 562,
  downloadThroughput: 1_400_000 / 8,
  uploadThroughput: 700_000 / 8,
};

const html = await (await fetch(address)).text();
const body = gzipSync(html.replace(/<script[\s\S]*?<\/script>|<link rel="preload"[^>]*>/g, ''));
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.setHeader('content-encoding', 'gzip');
  response.end(body);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const fixed = `http://localhost:${server.address().port}/`;

const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});

/** Returns the milliseconds until the page is painted and its handlers are attached, which happens before DOMContentLoaded. */
async function visit(url, payable) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', slow);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(url);
  const { attached, painted } = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return { attached: navigation.domContentLoadedEventEnd, painted: paint?.startTime ?? 0 };
  });
  const ready = payable
    ? await page
        .waitForSelector('#pay:not([disabled])', { timeout: 60_000 })
        .then(() => page.evaluate(() => performance.now()))
    : 0;
  await context.close();
  return { seen: Math.max(attached, painted), attached, painted, ready };
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const ours = [];
const still = [];
// In turns, so that other load affects both equally.
for (let run = 0; run < Number(runs); run += 1) {
  still.push((await visit(fixed, false)).seen);
  ours.push(await visit(address, true));
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
  document_gzip_bytes: gzipSync(html).length,
  script_gzip_bytes: gzipSync(/<script[^>]*>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '').length,
};
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
