import type { DemoAccount } from '../seed/seed-demo.ts';
import type { Secrets } from '../settings/secrets.ts';
import type { Settings } from '../settings/settings.ts';
import { accountIn, type Demo, demoOf, writeDemo } from './demo-file.ts';

/** The account of an earlier start, or a new one with all that belongs to it. */
export async function demoAccount(
  settings: Settings,
  secrets: Secrets,
  databaseUrl: string,
): Promise<Demo> {
  const { urls, folders } = settings;
  const asDemo = (account: DemoAccount) => demoOf(account, { urls, secrets, databaseUrl });
  const keep = (account: DemoAccount) => writeDemo(folders.demoFile, asDemo(account));
  const known = await accountIn(folders.demoFile, databaseUrl);
  // Not a static import: it leads to code that the build has only just generated.
  const { seedDemo } = await import('../seed/seed-demo.ts');
  const account = await seedDemo({ databaseUrl, secrets, urls, known, keep });
  await keep(account);
  return asDemo(account);
}
