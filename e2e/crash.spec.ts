import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, type Request, test } from '@playwright/test';
import { demoFile } from './demo.ts';
import { merchantServer } from './merchant.ts';
import { cards, pay, stopIntervals } from './payer.ts';

interface RunRecord {
  readonly processes: readonly { readonly name: string; readonly pid: number }[];
}

/** Returns the process id of an app of the running product; null while it is not running. */
function getPid(name: string): number | null {
  const record: RunRecord = JSON.parse(readFileSync(join(dirname(demoFile), 'run.json'), 'utf8'));
  return record.processes.find((one) => one.name === name)?.pid ?? null;
}

// In order: each stops a process that the other uses.
test.describe.configure({ mode: 'default' });

test('a session is paid once although the API is killed during the payment', async ({
  page,
  request,
}) => {
  const server = merchantServer(request);
  const { id, handoff_url } = await server.createSession();
  await page.goto(handoff_url);
  const before = getPid('api');
  if (before === null) throw new Error('the API is not running');
  await pay(page, '€42.00', cards.success);
  process.kill(before, 'SIGKILL');
  await expect(page.getByRole('heading', { name: 'You paid €42.00.' })).toBeVisible();
  const isBack = () => ![null, before].includes(getPid('api'));
  await expect.poll(isBack).toBe(true);
  await server.waitForStatus(id, 'paid');
  const { completed_acquisition_attempt_id, current_acquisition_attempt } =
    await server.readSession(id);
  expect(completed_acquisition_attempt_id).toBe(current_acquisition_attempt.id);
});

test('the streams of open pages end cleanly when the payer app stops, and the pages connect again', async ({
  page,
  context,
  request,
}) => {
  await stopIntervals(context);
  const server = merchantServer(request);
  const { id, handoff_url } = await server.createSession();
  const isStream = (sent: Request) => new URL(sent.url()).pathname === `/${id}/events`;
  const opened = page.waitForResponse((response) => isStream(response.request()));
  await page.goto(handoff_url);
  await expect(page.getByRole('button', { name: 'Pay €42.00' })).toBeEnabled();
  expect((await opened).status()).toBe(200);
  const before = getPid('checkout');
  if (before === null) throw new Error('the payer app is not running');
  // A stream that breaks fails instead.
  const ended = page.waitForEvent('requestfinished', isStream);
  process.kill(before, 'SIGTERM');
  await ended;
  await server.cancel(id);
  await expect(page.getByRole('heading', { name: /canceled/ })).toBeVisible();
});
