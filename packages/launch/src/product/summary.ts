import type { Settings } from '../settings.ts';
import type { Demo } from './demo.ts';
import { type AppName, appNames, type DevOptions, inspectorPort } from './dev-options.ts';

const row = (name: string, value: string) => `  ${name.padEnd(12)}${value}`;

function links({ urls, production, smtpUrl }: Settings, apps: readonly AppName[]): string[] {
  const rows: Readonly<Record<AppName, readonly string[]>> = {
    dashboard: [
      row('Dashboard', urls.dashboard),
      ...(smtpUrl || production ? [] : [row('Mail', `${urls.dashboard}/dev/mail`)]),
    ],
    api: [row('API', `${urls.api}/v1`), row('OpenAPI', `${urls.api}/v1/openapi.json`)],
    checkout: [row('Payer page', urls.checkout)],
    sandbox: production ? [] : [row('Sandbox', urls.sandbox)],
    worker: [],
    docs: urls.docs ? [row('Docs', urls.docs)] : [],
  };
  return apps.flatMap((app) => rows[app]);
}

const sampleOrder = (demo: Demo) => ({
  amount_minor: 4200,
  currency: 'eur',
  buyer_reference: 'customer_8412',
  cart_snapshot: { lines: [{ name: 'Filter coffee, 1 kg', quantity: 2, amount_minor: 4200 }] },
  publishable_key: demo.publishable_key,
});

function account(demo: Demo): string[] {
  return [
    row('Sign in', `${demo.dashboard_email}  ${demo.dashboard_password}`),
    row('Secret key', demo.secret_key),
    row('Public key', demo.publishable_key),
    '',
    'Keys of the simulated live mode, to connect in the dashboard (no real money moves):',
    row('Secret key', demo.provider_live_secret_key),
    row('Public key', demo.provider_live_publishable_key),
    '',
    `Example shop: npm run shop in another terminal, then open ${demo.shop_url}`,
    '',
    'Try it: create a session, open the handoff_url of the response and pay with 4242 4242 4242 4242.',
    `  curl -s ${demo.api_url}/proxy_sessions/handoff \\`,
    `    -H 'authorization: Bearer ${demo.secret_key}' -H 'content-type: application/json' \\`,
    `    -d '${JSON.stringify(sampleOrder(demo))}'`,
  ];
}

function development(dev: DevOptions): string[] {
  const ports = dev.apps.flatMap((app) => {
    const port = inspectorPort(app, dev);
    return port === undefined ? [] : [`${app} ${port}`];
  });
  return [
    row('Reload', `${dev.apps.join(', ')} reload when a source file changes`),
    ...(ports.length === 0 ? [] : [row('Inspectors', ports.join(', '))]),
  ];
}

/** The text that is printed when everything is ready. */
export function summary(settings: Settings, demo: Demo | undefined, dev?: DevOptions): string {
  return [
    '',
    'Parley is ready.',
    '',
    ...links(settings, dev?.apps ?? appNames),
    ...(demo === undefined ? [] : account(demo)),
    '',
    ...(dev === undefined ? [] : development(dev)),
    row('Logs', settings.folders.logs),
    ...(demo === undefined ? [] : [row('As JSON', settings.folders.demoFile)]),
    row('Stop', 'Ctrl-C'),
    '',
  ].join('\n');
}
