import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Parley } from '@parley/sdk';
import { reservePorts } from '@parley/testing/ports';
import { expect, test } from '@playwright/test';
import { demo, demoFile } from './demo.ts';
import { cards, pay } from './payer.ts';

const run = promisify(execFile);
const repository = join(import.meta.dirname, '..');
/** The port of the shop in the guide. */
const PORT = '4040';

interface Block {
  readonly title: string;
  readonly code: string;
}

/** The code blocks of the guide that have a title, in order. */
async function readBlocks(): Promise<readonly Block[]> {
  const guide = await readFile(join(repository, 'docs/guides/quickstart.md'), 'utf8');
  const blocks = guide.matchAll(/^```\w+ title="([^"]+)"\n(.*?)^```$/gms);
  return [...blocks].map(([, title = '', code = '']) => ({ title, code }));
}

let home: string;
let port: string;
const children: ChildProcess[] = [];

test.beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'parley-newcomer-'));
  port = String((await reservePorts(1))[0]);
  // Of the repository, a newcomer uses the demo merchant of the product that runs.
  const data = join(home, 'parley/.data');
  await mkdir(data, { recursive: true });
  await copyFile(demoFile, join(data, 'demo.json'));
});
test.afterEach(async () => {
  for (const { pid, exitCode } of children.splice(0)) {
    if (pid !== undefined && exitCode === null) process.kill(-pid, 'SIGKILL');
  }
  await rm(home, { recursive: true, force: true });
});

/** The environment of a terminal without a network. */
const terminal = () => ({
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  HOME: home,
  // The packages come from the documentation, and nothing from a registry.
  npm_config_registry: 'http://127.0.0.1:9',
  npm_config_fetch_retries: '0',
  npm_config_audit: 'false',
  npm_config_update_notifier: 'false',
});

/** Another port than that of the guide may be free. */
const withPort = (code: string) =>
  code.replaceAll(PORT, port).replaceAll('http://localhost:4050', demo.docs_url);

/** Runs the lines of a block, each of which must succeed. Returns what they print. */
async function runLines({ code }: Block, cwd: string): Promise<string> {
  const args = ['-e', '-c', withPort(code)];
  return (await run('sh', args, { cwd, env: terminal() })).stdout;
}

/** Starts the lines of a block, of which the last one keeps running. Returns its output. */
function start({ code }: Block, cwd: string): { text: string } {
  const options = { cwd, env: terminal(), detached: true };
  const child = spawn('sh', ['-e', '-c', withPort(code)], options);
  children.push(child);
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output.text += chunk;
    });
  }
  return output;
}

test('a newcomer sells something by following the quickstart, in an empty folder and without a network', async ({
  page,
}) => {
  const startedAt = performance.now();
  const blocks = await readBlocks();
  const [startParley, createProject, listen, env, server, startServer, output, order, check] =
    blocks as readonly [Block, Block, Block, Block, Block, Block, Block, Block, Block];
  expect(blocks.map(({ title }) => title)).toEqual([
    'Terminal 1, in ~/parley',
    'Terminal 2',
    'Terminal 2, in ~/shop',
    '.env',
    'server.js',
    'Terminal 3, in ~/shop',
    'Terminal 3',
    'Terminal 4, in ~/shop',
    'Terminal 4, in ~/shop',
  ]);
  // The product under test already runs.
  expect(startParley.code).toBe('npm start\n');

  const shop = join(home, 'shop');
  await runLines(createProject, home);
  expect((await readdir(join(shop, 'node_modules/@parley'))).sort()).toEqual([
    'cli',
    'contract-kit',
    'sdk',
  ]);

  const listening = start(listen, shop);
  await expect.poll(() => listening.text).toContain('Ready');
  const values: Readonly<Record<string, string | undefined>> = {
    PARLEY_API_URL: demo.api_url,
    PARLEY_SECRET_KEY: demo.secret_key,
    PARLEY_PUBLISHABLE_KEY: demo.publishable_key,
    PARLEY_SIGNING_SECRET: /Signing secret: (\S+)/.exec(listening.text)?.[1],
  };
  await writeFile(
    join(shop, env.title),
    env.code.replaceAll(/^(\w+)=.*$/gm, (_, name: string) => `${name}=${values[name]}`),
  );
  await writeFile(join(shop, server.title), withPort(server.code));
  const shopOutput = start(startServer, shop);
  const url = `http://localhost:${port}`;
  await expect.poll(() => shopOutput.text).toBe(`Open ${url}\n`);

  await page.goto(url);
  await page.getByRole('button', { name: 'Buy coffee' }).click();
  await pay(page, '€27.90', cards.success);
  await page.waitForURL(`${url}/orders/*`);
  const fulfilled = (id: string) => output.code.trim().replace('…', id);
  const first = page.url().slice(`${url}/orders/`.length);
  await expect.poll(() => shopOutput.text).toContain(fulfilled(first));
  await page.reload();
  await expect(page.getByText('Your order is fulfilled.')).toBeVisible();

  const response = await runLines(order, shop);
  const [, handoffUrl = ''] = /^location: (\S+)/m.exec(response) ?? [];
  const paid = await runLines({ title: '', code: `npx parley sessions pay '${handoffUrl}'` }, shop);
  expect(paid).toContain('The session is paid');
  const parley = new Parley({ apiKey: demo.secret_key, baseUrl: demo.api_url });
  const id = new URL(handoffUrl).pathname.slice(1);
  await expect.poll(async () => (await parley.sessions.retrieve(id)).status).toBe('provisioned');
  const { metadata } = await parley.sessions.retrieve(id);
  await expect.poll(() => shopOutput.text).toContain(fulfilled(String(metadata.order_id)));

  expect(await runLines(check, shop)).not.toContain('BROKEN');
  const seconds = (performance.now() - startedAt) / 1_000;
  process.stdout.write(
    `The quickstart took ${seconds.toFixed(0)} s, without the start of Parley.\n`,
  );
});
