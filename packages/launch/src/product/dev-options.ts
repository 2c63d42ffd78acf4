export const appNames = ['api', 'worker', 'sandbox', 'dashboard', 'checkout', 'docs'] as const;
export type AppName = (typeof appNames)[number];

export interface DevOptions {
  /** The apps to start. */
  readonly apps: readonly AppName[];
  /** The inspector port of the first app in `appNames`; each following app has the next one. */
  readonly inspectFrom: number | undefined;
}

export interface DevArguments extends DevOptions {
  readonly reset: boolean;
  readonly help: boolean;
}

const DEFAULT_INSPECTOR_PORT = 9229;

function readInspectFrom(argument: string): number {
  if (argument === '--inspect') return DEFAULT_INSPECTOR_PORT;
  const port = Number(argument.slice('--inspect='.length));
  if (Number.isInteger(port) && port > 0 && port <= 65_536 - appNames.length) return port;
  throw new TypeError(`${argument} must name a port, for example --inspect=9300.`);
}

/**
 * Reads the arguments of `npm run dev`. Without app names every app starts.
 * @throws TypeError that lists the accepted arguments
 */
export function parseDevArguments(args: readonly string[]): DevArguments {
  const named = new Set<AppName>();
  const options = { reset: false, help: false };
  let inspectFrom: number | undefined;
  for (const argument of args) {
    const app = appNames.find((name) => name === argument);
    if (app !== undefined) named.add(app);
    else if (argument === '--reset') options.reset = true;
    else if (argument === '--help' || argument === '-h') options.help = true;
    else if (/^--inspect(=|$)/.test(argument)) inspectFrom = readInspectFrom(argument);
    else
      throw new TypeError(
        `Unknown argument "${argument}". Apps: ${appNames.join(', ')}. Options: --inspect[=port], --reset, --help.`,
      );
  }
  const apps = named.size === 0 ? appNames : appNames.filter((name) => named.has(name));
  return { apps, inspectFrom, ...options };
}

/** The inspector port of an app, which does not depend on the other apps that run. */
export function inspectorPort(app: AppName, { inspectFrom }: DevOptions): number | undefined {
  return inspectFrom === undefined ? undefined : inspectFrom + appNames.indexOf(app);
}
