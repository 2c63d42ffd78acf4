import type { DemoAccount } from '../seed/seed-demo.ts';
import type { Secrets } from '../settings/secrets.ts';
import type { Settings } from '../settings/settings.ts';
import { accountIn } from './demo-file.ts';

/** The account of an earlier start, or a new one with all that belongs to it. */
export async function demoAccount(
  settings: Settings,
  secrets: Secrets,
  databaseUrl: string,
): Promise<DemoAccount | undefined> {
  const known = await accountIn(settings.folders.demoFile, databaseUrl);
  if (known !== undefined) return known;
  // Not a static import: it leads to code that the build has only just generated.
  const { seedDemo } = await import('../seed/seed-demo.ts');
  return await seedDemo({ databaseUrl, secrets, urls: settings.urls });
}
