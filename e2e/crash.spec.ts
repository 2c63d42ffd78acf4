import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { demoFile } from './demo.ts';
import { merchantServer } from './merchant.ts';
import { cards, pay } from './payer.ts';

interface RunRecord {
  readonly processes: readonly { readonly name: string; readonly pid: number }[];
}

/** The process of an app of the running product. */
function pidOf(name: string): number {
  const file = join(dirname(demoFile), 'run.json');
  const record: RunRecord = JSON.parse(readFileSync(file, 'utf8'));
  const found = record.processes.find((one) => one.name === name);
  if (!found) throw new Error(`${name} is not among the processes in ${file}`);
  return found.pid;
}

test('an API killed while a payment is under way: the session ends paid, once', async ({
  page,
  request,
}) => {
  const server = merchantServer(request);
  const { id, handoff_url } = await server.createSession();
  await page.goto(handoff_url);
  const before = pidOf('api');
  await pay(page, '€42.00', cards.success);
  process.kill(before, 'SIGKILL');
  await expect(page.getByRole('heading', { name: 'You paid €42.00.' })).toBeVisible();
  await expect.poll(() => pidOf('api'), { timeout: 20_000 }).not.toBe(before);
  await server.reaches(id, 'paid');
  const { completed_acquisition_attempt_id, current_acquisition_attempt } =
    await server.session(id);
  expect(completed_acquisition_attempt_id).toBe(current_acquisition_attempt.id);
});
