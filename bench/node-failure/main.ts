import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  addBenchmarkMerchant,
  createMerchantDatabase,
  randomAccount,
} from '@parley/bench-shared/merchant-database';
import {
  productionSettings,
  type ServerProcess,
  startProcess,
} from '@parley/bench-shared/start-process';
import { reservePort } from '@parley/testing';
import { nodeOf, onNode, requireEmptyCluster, sessionsOf } from './cluster.ts';
import { type Client, startClient } from './create-load.ts';
import { type Options, readOptions, usage } from './options.ts';
import { failureList, type Part, recoveryTable, type Source } from './report.ts';

const MERCHANTS = 8;
/** After the last part, every client has to receive its acknowledgement within this time. */
const FINISH_WITHIN_MS = 90_000;

const print = (line: string) => process.stdout.write(`${line}\n`);
const shell = (command: string) => promisify(execFile)('sh', ['-c', command]);

/** The limits that a load from one address and with one key would reach first. */
const withoutClientLimits = {
  API_RATE_LIMIT_PER_KEY: '1000000',
  API_RATE_LIMIT_PER_KEY_BURST: '1000000',
  API_PROVIDER_EVENTS_PER_SECOND: '1000000',
  API_PROVIDER_EVENTS_BURST: '1000000',
  API_PROVIDER_EVENT_KIB_PER_SECOND: '1000000',
  API_PROVIDER_EVENT_KIB_BURST: '1000000',
  API_RATE_LIMIT_PER_ADDRESS: '1000000',
  API_RATE_LIMIT_PER_ADDRESS_BURST: '1000000',
};

/** Starts an API process on each of the databases, which are those of one cluster. */
async function startApis(
  urls: readonly string[],
  encryptionKeys: string,
  folder: string,
): Promise<ServerProcess[]> {
  const apis: ServerProcess[] = [];
  for (const url of urls) {
    const port = await reservePort();
    const api = await startProcess({
      script: 'apps/api/src/main.ts',
      port,
      env: {
        ...withoutClientLimits,
        ...productionSettings,
        DATABASE_URL: url,
        PARLEY_ENCRYPTION_KEYS: encryptionKeys,
        API_PORT: String(port),
      },
      logFile: join(folder, `api-${port}.log`),
    });
    apis.push(api);
  }
  return apis;
}

async function run(options: Options, folder: string): Promise<void> {
  await requireEmptyCluster(options.url);
  const account = randomAccount('http://127.0.0.1:9');
  const first = await createMerchantDatabase(options.url, account);
  const merchants = [first];
  while (merchants.length < MERCHANTS) {
    const added = await addBenchmarkMerchant(first.database, account);
    merchants.push({ ...first, ...added });
  }
  await first.database.close();
  const nodes = await Promise.all(
    merchants.map(({ merchantId }) => nodeOf(options.url, merchantId)),
  );
  // The coordinator has no shards, so some other node has the first merchant.
  const other = nodes.find((node) => node !== options.node) ?? '';
  const urls = [options.url, options.url, onNode(options.url, other)];
  const apis = await startApis(urls, first.encryptionKeys, folder);
  const sources: Source[] = [];
  const clientsOf = new Map<string, Client[]>();
  try {
    for (const [index, api] of apis.entries()) {
      for (const [at, { merchantId, secretKey }] of merchants.entries()) {
        const client = startClient(api.url, secretKey);
        const node = new URL(urls[index] ?? '').host;
        sources.push({ api: node, merchantNode: nodes[at] ?? '', client });
        clientsOf.set(merchantId, [...(clientsOf.get(merchantId) ?? []), client]);
      }
    }
    const parts: Part[] = [];
    const pass = async (name: string) => {
      const from = performance.now();
      await delay(options.seconds * 1_000);
      parts.push({ name, from, to: performance.now() });
    };
    await delay(3_000);
    await pass('before');
    await shell(options.stop);
    print(`stopped ${options.node}`);
    await pass('stopped');
    await shell(options.start);
    const started = performance.now();
    print(`started ${options.node}`);
    await pass('after');
    const all = Promise.all(sources.map(({ client }) => client.stop()));
    const late = delay(FINISH_WITHIN_MS, undefined, { ref: false }).then(() => {
      const since = performance.now() - 10_000;
      throw new Error(
        `Some creates were not acknowledged after the node had started. In the last 10 s: ${failureList(sources, since)}. The logs of the API are in ${folder}.`,
      );
    });
    await Promise.race([all, late]);
    print(recoveryTable(sources, parts, started));
    print(`requests that were repeated: ${failureList(sources)}`);
    await checkSessions(options.url, clientsOf);
  } finally {
    await Promise.all(apis.map((api) => api.stop()));
  }
}

/** Compares what the clients received with what the database contains. */
async function checkSessions(
  url: string,
  clientsOf: ReadonlyMap<string, readonly Client[]>,
): Promise<void> {
  let [acknowledged, missing, unknown, differing] = [0, 0, 0, 0];
  for (const [merchantId, clients] of clientsOf) {
    const stored = await sessionsOf(url, merchantId);
    const received = new Set(clients.flatMap(({ sessions }) => [...sessions.values()]));
    acknowledged += received.size;
    missing += [...received].filter((id) => !stored.has(id)).length;
    unknown += [...stored].filter((id) => !received.has(id)).length;
    differing += clients.reduce((sum, client) => sum + client.differing, 0);
  }
  print(
    `${acknowledged} sessions acknowledged: ${missing} missing, ${unknown} stored without acknowledgement, ${differing} repeated requests that made another one`,
  );
  if (missing + unknown + differing > 0) process.exitCode = 1;
}

const folder = await mkdtemp(join(tmpdir(), 'parley-citus-'));
try {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') print(usage);
  else await run(options, folder);
  await rm(folder, { recursive: true });
} catch (error) {
  print(String(error));
  // Ends clients that still wait for an acknowledgement.
  process.exit(1);
}
