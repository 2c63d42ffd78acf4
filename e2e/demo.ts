import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The facts of the product under test; the launcher writes them. */
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

/** Where the launcher wrote them. */
export const demoFile =
  process.env.PARLEY_DEMO_FILE ?? join(import.meta.dirname, '..', '.data', 'demo.json');

/** Of the product that npm test has started, or of the one that npm start runs. */
export const demo: Demo = JSON.parse(readFileSync(demoFile, 'utf8'));
