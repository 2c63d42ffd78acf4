import { readFile, rename, writeFile } from 'node:fs/promises';
import type { DemoAccount } from '@parley/demo';
import type { Secrets } from '../secrets.ts';
import type { Settings, Urls } from '../settings.ts';
import type { Demo } from './demo.ts';

export function providerWebhookUrl(urls: Urls, secrets: Secrets): string {
  return `${urls.api}/provider_events/${secrets.demoProviderConfigId}`;
}

interface DemoContext {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly databaseUrl: string;
}

function toDemo(account: DemoAccount, { settings, secrets, databaseUrl }: DemoContext): Demo {
  const { urls } = settings;
  return {
    api_url: `${urls.api}/v1`,
    dashboard_url: urls.dashboard,
    checkout_url: urls.checkout,
    sandbox_url: urls.sandbox,
    docs_url: urls.docs,
    shop_url: urls.shop,
    openapi_url: `${urls.api}/v1/openapi.json`,
    secret_key: account.secretKey,
    publishable_key: account.publishableKey,
    dashboard_email: account.dashboardEmail,
    dashboard_password: account.dashboardPassword,
    database_url: databaseUrl,
    provider_webhook_url: providerWebhookUrl(urls, secrets),
    provider_secret_key: secrets.sandboxSecretKey,
    provider_publishable_key: secrets.sandboxPublishableKey,
    provider_live_secret_key: secrets.sandboxLiveSecretKey,
    provider_live_publishable_key: secrets.sandboxLivePublishableKey,
  };
}

/** The account in demo.json, if it belongs to the database in use. */
async function readAccount(file: string, databaseUrl: string): Promise<DemoAccount | undefined> {
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

/** The demo of an earlier start, with the present URLs. */
export async function readDemo(context: DemoContext): Promise<Demo | undefined> {
  const account = await readAccount(context.settings.folders.demoFile, context.databaseUrl);
  return account && toDemo(account, context);
}

/** Creates the demo merchant if necessary and writes demo.json. The api, worker and sandbox must be ready. */
export async function ensureDemo(context: DemoContext): Promise<Demo> {
  const { settings, secrets, databaseUrl } = context;
  const { demoFile } = settings.folders;
  const save = async (account: DemoAccount) => {
    const text = `${JSON.stringify(toDemo(account, context), null, 2)}\n`;
    await writeFile(`${demoFile}.new`, text, { mode: 0o600 });
    await rename(`${demoFile}.new`, demoFile);
  };
  // A dynamic import: the package imports code that the build generates.
  const { seedDemo } = await import('@parley/demo');
  const account = await seedDemo({
    databaseUrl,
    encryptionKeys: secrets.encryptionKeys,
    urls: settings.urls,
    provider: {
      configId: secrets.demoProviderConfigId,
      publishableKey: secrets.sandboxPublishableKey,
      secretKey: secrets.sandboxSecretKey,
      webhookSecret: secrets.sandboxWebhookSecret,
    },
    account: await readAccount(demoFile, databaseUrl),
    saveAccount: save,
  });
  await save(account);
  return toDemo(account, context);
}
