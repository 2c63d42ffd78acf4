import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { checkReceiver } from '../src/check-receiver.ts';
import { secret } from './receivers.ts';

const source = join(import.meta.dirname, '..');
const readme = readFileSync(join(source, 'README.md'), 'utf8');

/** A port that was free a moment ago. */
async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

test('the receiver in README.md follows every rule and counts fulfilled orders', async () => {
  const project = await mkdtemp(join(tmpdir(), 'parley-receiver-'));
  onTestFinished(() => rm(project, { recursive: true, force: true }));
  await mkdir(join(project, 'node_modules/@parley'), { recursive: true });
  await symlink(join(source, '../sdk'), join(project, 'node_modules/@parley/sdk'), 'junction');
  const [, code = ''] = /^```js\n(import \{ createServer \}.*?)^```$/ms.exec(readme) ?? [];
  await writeFile(join(project, 'receiver.mjs'), code);
  const port = await findPort();
  const receiver = spawn(process.execPath, ['receiver.mjs'], {
    cwd: project,
    env: { PATH: process.env.PATH, PORT: String(port), PARLEY_SIGNING_SECRET: secret },
  });
  onTestFinished(() => void receiver.kill());
  const origin = `http://127.0.0.1:${port}`;
  const countFulfilled = async (id: string) =>
    Number(await (await fetch(`${origin}/test/fulfilled?session=${id}`)).text());
  await vi.waitFor(() => countFulfilled('psess_1'), { timeout: 20_000 });
  const results = await checkReceiver({ url: `${origin}/webhooks`, secret, countFulfilled });
  expect(results.filter(({ problem }) => problem !== null)).toEqual([]);
  expect(results.filter(({ isResponseOnly }) => isResponseOnly)).toEqual([]);
});
