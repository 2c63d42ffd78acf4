import type { Command } from 'commander';
import { createClient, type Login, readLogin } from '../config.ts';
import { UsageError } from '../errors.ts';
import { openInBrowser } from '../open-in-browser.ts';
import { print } from '../output.ts';

/** The pages of the dashboard that show an object, by the prefix of its id. */
const pages: Readonly<Record<string, string>> = {
  psess: 'sessions',
  psub: 'subscriptions',
  whend: 'webhooks',
  evt: 'developers/events',
  req: 'developers/requests',
};

interface Options {
  readonly dashboard?: true;
  readonly print?: true;
}

export function addOpen(program: Command): void {
  program
    .command('open')
    .description('open the payer page of a session, or a page of the dashboard, in the browser')
    .argument('[target]', 'dashboard, docs, or an id such as psess_… or evt_…', 'dashboard')
    .option('--dashboard', 'the dashboard’s page of a session, not its payer page')
    .option('--print', 'print the URL only')
    .action(async (target: string, options: Options) => {
      const url = await findUrl(await readLogin(), target, options);
      if (options.print) print(url);
      else openInBrowser(url);
    });
}

/** @throws UsageError if the target or its address is unknown, ApiError for a session that does not exist */
async function findUrl(login: Login, target: string, options: Options): Promise<string> {
  const mode = login.secret_key.startsWith('sk_live_') ? 'live' : 'test';
  const onDashboard = (path: string) =>
    `${requireUrl(login.dashboard_url, 'dashboard', 'PARLEY_DASHBOARD_URL')}/${mode}/${path}`;
  if (target === 'docs') return requireUrl(login.docs_url, 'documentation', 'PARLEY_DOCS_URL');
  if (target === 'dashboard') return onDashboard('overview');
  const [prefix = ''] = target.split('_');
  const page = Object.hasOwn(pages, prefix) && /^\w+$/.test(target) ? pages[prefix] : undefined;
  if (page === undefined) {
    throw new UsageError(
      `Pass dashboard, docs, or an id that begins with ${Object.keys(pages).join('_, ')}_.`,
    );
  }
  if (prefix !== 'psess' || options.dashboard) return onDashboard(`${page}/${target}`);
  const checkout = requireUrl(login.checkout_url, 'payer page', 'PARLEY_CHECKOUT_URL');
  const { id } = await createClient(login).sessions.retrieve(target);
  return `${checkout}/${id}?pk=${login.publishable_key ?? ''}`;
}

function requireUrl(url: string | undefined, name: string, variable: string): string {
  if (url) return url.replace(/\/+$/, '');
  throw new UsageError(
    `The URL of the ${name} is not known. Set ${variable}, or run "parley login --demo".`,
  );
}
