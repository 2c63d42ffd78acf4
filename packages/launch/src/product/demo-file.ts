import { readFile, rename, writeFile } from 'node:fs/promises';
import type { DemoAccount } from '../seed/seed-demo.ts';
import type { Secrets } from '../settings/secrets.ts';
import type { Urls } from '../settings/settings.ts';

/** What a person or a program needs to try the product; `demo.json` holds exactly this. */
export interface Demo {
  readonly api_url: string;
  readonly dashboard_url: string;
  readonly checkout_url: string;
  readonly sandbox_url: string;
  readonly openapi_url: string;
  readonly secret_key: string;
  readonly publishable_key: string;
  readonly dashboard_email: string;
  readonly dashboard_password: string;
  readonly database_url: string;
  readonly provider_webhook_url: string;
  readonly provider_secret_key: string;
  readonly provider_publishable_key: string;
}

export function providerWebhookUrl(urls: Urls, secrets: Secrets): string {
  return `${urls.api}/provider_events/${secrets.demoProviderConfigId}`;
}

export function demoOf(
  account: DemoAccount,
  { urls, secrets, databaseUrl }: { urls: Urls; secrets: Secrets; databaseUrl: string },
): Demo {
  return {
    api_url: `${urls.api}/v1`,
    dashboard_url: urls.dashboard,
    checkout_url: urls.checkout,
    sandbox_url: urls.sandbox,
    openapi_url: `${urls.api}/v1/openapi.json`,
    secret_key: account.secretKey,
    publishable_key: account.publishableKey,
    dashboard_email: account.dashboardEmail,
    dashboard_password: account.dashboardPassword,
    database_url: databaseUrl,
    provider_webhook_url: providerWebhookUrl(urls, secrets),
    provider_secret_key: secrets.sandboxSecretKey,
    provider_publishable_key: secrets.sandboxPublishableKey,
  };
}

/** The account a former start made, if its database is the one in use now. */
export async function accountIn(
  file: string,
  databaseUrl: string,
): Promise<DemoAccount | undefined> {
  try {
    const demo: Partial<Demo> = JSON.parse(await readFile(file, 'utf8'));
    if (demo.database_url !== databaseUrl) return undefined;
    const { secret_key, publishable_key, dashboard_email, dashboard_password } = demo;
    if (!secret_key || !publishable_key || !dashboard_email || !dashboard_password)
      return undefined;
    return {
      secretKey: secret_key,
      publishableKey: publishable_key,
      dashboardEmail: dashboard_email,
      dashboardPassword: dashboard_password,
    };
  } catch {
    return undefined;
  }
}

export async function writeDemo(file: string, demo: Demo): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
