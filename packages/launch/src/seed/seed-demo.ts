import type { Secrets } from '../settings/secrets.ts';
import type { Urls } from '../settings/settings.ts';

export interface SeedDemoOptions {
  readonly databaseUrl: string;
  readonly secrets: Secrets;
  readonly urls: Urls;
}

export interface DemoAccount {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly dashboardEmail: string;
  readonly dashboardPassword: string;
}

/** Fills an empty product with a merchant to try it by. Called once, after the API and the sandbox are ready. */
export async function seedDemo(_options: SeedDemoOptions): Promise<DemoAccount | undefined> {
  return undefined;
}
