import { accessSync, constants } from 'node:fs';
import { z } from 'zod';

/** Which mode a process runs in. */
export const nodeEnvironment = z
  .enum(['development', 'test', 'production'])
  .default('production')
  .describe('Set it to development to allow settings that are unsafe in production.');

export const logLevel = z
  .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
  .default('info')
  .describe('Lowest level that is logged: fatal, error, warn, info, debug or silent.');

/** The folder of `npm start`. */
export const dataFolder = z
  .string()
  .optional()
  .describe(
    'Folder in which `npm start` stores the list of its processes and, in development, data, logs and secrets; .data without it.',
  );

/** The connection URL of a PostgreSQL database. The files of certificates and keys that it names must be readable. */
export const postgresUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: 'must be a URL that begins with postgresql://' })
  .check(({ value, issues }) => {
    const { searchParams } = new URL(value);
    for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
      const file = searchParams.get(name);
      if (file === null || isReadable(file)) continue;
      const message = `names a file that cannot be read: ${name}=${file}. Correct its path or permissions.`;
      issues.push({ code: 'custom', message, input: value });
    }
  });

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** The metadata of a variable whose value must not be printed or passed to other processes. */
export const secret = (description: string) => ({ description, secret: true });

export const integer = (
  standard: number,
  { min = 1, max = Number.MAX_SAFE_INTEGER }: { min?: number; max?: number } = {},
) => z.coerce.number().int().min(min).max(max).default(standard);

/** A TCP port; 0 lets the operating system choose one. */
export const port = (standard: number) => integer(standard, { min: 0, max: 65_535 });

/** A number of days; without a default. */
export const days = () => z.coerce.number().int().min(1).max(36_500).optional();

/** An http or https URL. */
export const httpUrl = z.url({
  protocol: /^https?$/,
  error: 'must be a URL that begins with http:// or https://',
});

const toOrigin = (url: string): string => new URL(url).origin;

/** An http or https URL, of which only the origin is used. */
export const origin = (standard: string) => httpUrl.default(standard).transform(toOrigin);

/** The same variable in a process that must not assume its default. */
export const requiredOrigin = ({ description = '' }: z.ZodType) =>
  httpUrl.transform(toOrigin).describe(description);

export const apiUrl = origin('http://localhost:4000').describe(
  'Public origin of the API, without /v1. The provider sends its events there.',
);

export const checkoutUrl = origin('http://localhost:3001').describe(
  'Public origin of the payer page, the beginning of every handoff_url.',
);

export const dashboardUrl = origin('http://localhost:3000').describe(
  'Public origin of the dashboard. It must be https unless it is on this machine.',
);

/** The URL of the documentation, to which paths are appended. */
export const docsUrl = httpUrl
  .optional()
  .transform((url) => url && new URL(url).origin + new URL(url).pathname.replace(/\/+$/, ''))
  .describe(
    'Public URL of the documentation. Error responses and the dashboard link to its page of an error code. It must be https unless it is on this machine.',
  );

/** Whether only this machine can reach a URL. */
export const isLoopback = (url: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);

/**
 * A check for an environment schema, of a rule about several variables. Unlike other checks, it also runs
 * if variables are invalid that the rule does not read.
 * @param names the variables that the rule reads; the first one has to be changed
 */
export const rule = <Values>(
  names: readonly [string, ...string[]],
  message: string,
  isMet: (values: Values) => boolean,
) =>
  z.refine<Values>(isMet, {
    path: [names[0]],
    error: message,
    when: ({ issues }) => !issues.some(({ path }) => names.includes(String(path?.[0]))),
  });

type Values<Name extends string, Value> = { readonly [name in Name]?: Value | undefined };
type ModeAnd<Name extends string, Value> = Values<Name, Value> & { readonly NODE_ENV: string };

/** Checks for an environment schema: in production, none of the named variables may be set. */
export const developmentOnly = <Name extends string>(...names: readonly Name[]) =>
  names.map((name) =>
    rule<ModeAnd<Name, unknown>>(
      [name, 'NODE_ENV'],
      'must not be set in production. Remove it.',
      (env) => env.NODE_ENV !== 'production' || !env[name],
    ),
  );

/** Checks for an environment schema: in production, the named origins must be https. */
export const httpsInProduction = <Name extends string>(...names: readonly Name[]) =>
  names.map((name) =>
    rule<ModeAnd<Name, string>>(
      [name, 'NODE_ENV'],
      'must be the public https URL in production',
      (env) => env.NODE_ENV !== 'production' || env[name]?.startsWith('https:') === true,
    ),
  );

/** Checks for a process that always runs as in production: http is for this machine only. */
export const httpsUnlessLoopback = <Name extends string>(...names: readonly Name[]) =>
  names.map((name) =>
    rule<Values<Name, string>>([name], 'must be https unless it is on this machine', (env) => {
      const url = env[name];
      return url === undefined || url.startsWith('https:') || isLoopback(url);
    }),
  );
