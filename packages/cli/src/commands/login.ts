import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import {
  createClient,
  type Login,
  newSigningSecret,
  readJson,
  readSavedLogin,
  saveLogin,
} from '../config.ts';
import { UsageError } from '../errors.ts';
import { print } from '../output.ts';

const DEFAULT_API_URL = 'http://localhost:4000/v1';
/** Where a development installation writes its demo merchant. */
const DEMO_FILE = '.data/demo.json';

interface Options {
  readonly apiUrl?: string;
  readonly demo?: string | true;
}

interface DemoFile {
  readonly api_url: string;
  readonly secret_key: string;
  readonly publishable_key: string;
  readonly dashboard_url: string;
  readonly checkout_url: string;
  readonly docs_url?: string;
  readonly sandbox_url: string;
  readonly provider_secret_key: string;
}

type Keys = Omit<Login, 'signing_secret'>;

export function addLogin(program: Command): void {
  program
    .command('login')
    .description('store the API’s URL and your keys, readable by you only')
    .option('--api-url <url>', `the URL of the API with its version (default: ${DEFAULT_API_URL})`)
    .option('--demo [file]', `use the demo merchant of a development installation (${DEMO_FILE})`)
    .addHelpText(
      'after',
      `
Without --demo it asks for the secret key and the publishable key. They can also be two lines of standard
input. A key is never an option, because other users of a machine can read the options of a command.`,
    )
    .action(async (options: Options) => {
      const keys = options.demo ? await readDemo(options.demo) : await askForKeys(options);
      const saved = await readSavedLogin();
      const login = { ...keys, signing_secret: saved?.signing_secret ?? newSigningSecret() };
      await createClient(login).events.list({ limit: 1 });
      const path = await saveLogin(login);
      const mode = login.secret_key.startsWith('sk_live_') ? 'live' : 'test';
      print(`Logged in to ${login.api_url} in ${mode} mode. Stored in ${path}.`);
      print('Next: parley listen --forward-to http://localhost:4040/webhooks');
    });
}

async function readDemo(file: string | true): Promise<Keys> {
  const path = file === true ? DEMO_FILE : file;
  const demo = await readJson<DemoFile>(path);
  if (!demo)
    throw new UsageError(`There is no ${path}. Start Parley, and pass the path of its demo.json.`);
  const { api_url, secret_key, publishable_key, dashboard_url, checkout_url, docs_url } = demo;
  const { sandbox_url, provider_secret_key } = demo;
  return {
    ...{ api_url, secret_key, publishable_key, dashboard_url, checkout_url, docs_url },
    ...{ sandbox_url, provider_secret_key },
  };
}

async function askForKeys({ apiUrl = DEFAULT_API_URL }: Options): Promise<Keys> {
  const [secret = '', publishable = ''] = process.stdin.isTTY
    ? [
        await ask('Secret key (sk_test_…): '),
        await ask('Publishable key (pk_test_…), empty for none: '),
      ]
    : (await text(process.stdin)).split('\n').map((line) => line.trim());
  if (!/^sk_(test|live)_\w+$/.test(secret)) {
    throw new UsageError('The secret key must begin with sk_test_ or sk_live_.');
  }
  if (publishable !== '' && !/^pk_(test|live)_\w+$/.test(publishable)) {
    throw new UsageError('The publishable key must begin with pk_test_ or pk_live_.');
  }
  return {
    api_url: apiUrl,
    secret_key: secret,
    ...(publishable && { publishable_key: publishable }),
  };
}

/** Asks for a value without showing what is typed. */
async function ask(question: string): Promise<string> {
  process.stdout.write(question);
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: process.stdin, output: hidden, terminal: true });
  try {
    return (await prompt.question('')).trim();
  } finally {
    prompt.close();
    process.stdout.write('\n');
  }
}
