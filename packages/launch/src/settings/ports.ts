export interface PortSetting {
  /** How the port's holder is called in messages. */
  readonly name: string;
  readonly variable: string;
  readonly standard: number;
}

export const portSettings = {
  api: { name: 'the API', variable: 'API_PORT', standard: 4000 },
  dashboard: { name: 'the dashboard', variable: 'DASHBOARD_PORT', standard: 3000 },
  checkout: { name: 'the checkout', variable: 'CHECKOUT_PORT', standard: 3001 },
  sandbox: { name: 'the sandbox', variable: 'SANDBOX_PORT', standard: 4010 },
  worker: { name: 'the worker', variable: 'WORKER_PORT', standard: 4020 },
  postgres: { name: 'Postgres', variable: 'POSTGRES_PORT', standard: 5433 },
} as const satisfies Record<string, PortSetting>;

export type PortName = keyof typeof portSettings;
export type Ports = Readonly<Record<PortName, number>>;

export const portNames = Object.keys(portSettings) as PortName[];

function readPort({ variable, standard }: PortSetting, env: NodeJS.ProcessEnv): number {
  const text = env[variable];
  if (text === undefined || text === '') return standard;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Error(`${variable} must be a port number between 1 and 65535, not "${text}".`);
}

/** Every port, from the environment or as usual. Throws when two are the same. */
export function readPorts(env: NodeJS.ProcessEnv): Ports {
  const ports = Object.fromEntries(
    portNames.map((name) => [name, readPort(portSettings[name], env)]),
  ) as Record<PortName, number>;
  for (const [i, name] of portNames.entries()) {
    const twin = portNames.slice(0, i).find((other) => ports[other] === ports[name]);
    if (twin === undefined) continue;
    const [a, b] = [portSettings[twin].variable, portSettings[name].variable];
    throw new Error(`${a} and ${b} are both ${ports[name]}: give one of them another port.`);
  }
  return ports;
}
