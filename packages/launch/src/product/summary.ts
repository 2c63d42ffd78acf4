import type { Settings } from '../settings/settings.ts';
import type { Demo } from './demo-file.ts';

const row = (name: string, value: string) => `  ${name.padEnd(12)}${value}`;

function links({ urls, production }: Settings): string[] {
  return [
    row('Dashboard', urls.dashboard),
    row('API', `${urls.api}/v1`),
    row('API docs', `${urls.api}/docs`),
    row('Checkout', urls.checkout),
    ...(production ? [] : [row('Sandbox', urls.sandbox)]),
  ];
}

function account(demo: Demo): string[] {
  return [
    row('Sign in', `${demo.dashboard_email}  ${demo.dashboard_password}`),
    row('Secret key', demo.secret_key),
    row('Public key', demo.publishable_key),
    '',
    'Try it:',
    `  curl ${demo.api_url}/proxy_sessions -H 'Authorization: Bearer ${demo.secret_key}'`,
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
