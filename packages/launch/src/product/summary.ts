import type { Settings } from '../settings/settings.ts';
import type { Demo } from './demo-file.ts';

const row = (name: string, value: string) => `  ${name.padEnd(12)}${value}`;

function links({ urls, production }: Settings): string[] {
  return [
    row('Dashboard', urls.dashboard),
    row('API', `${urls.api}/v1`),
    row('OpenAPI', `${urls.api}/v1/openapi.json`),
    row('Checkout', urls.checkout),
    ...(production ? [] : [row('Sandbox', urls.sandbox)]),
  ];
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
    'Try it: create a session, then open the handoff_url it answers and pay with 4242 4242 4242 4242.',
    `  curl -s ${demo.api_url}/proxy_sessions/handoff \\`,
    `    -H 'authorization: Bearer ${demo.secret_key}' -H 'content-type: application/json' \\`,
    `    -d '${JSON.stringify(sampleOrder(demo))}'`,
  ];
}

/** What is printed once everything is ready. */
export function summary(settings: Settings, demo: Demo | undefined): string {
  return [
    '',
    'Parley is ready.',
    '',
    ...links(settings),
    ...(demo === undefined ? [] : account(demo)),
    '',
    row('Logs', settings.folders.logs),
    ...(demo === undefined ? [] : [row('These facts', settings.folders.demoFile)]),
    row('Stop', 'Ctrl-C'),
    '',
  ].join('\n');
}
