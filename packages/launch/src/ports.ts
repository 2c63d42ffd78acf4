export interface PortSetting {
  /** The process in messages. */
  readonly name: string;
  readonly variable: string;
  readonly defaultPort: number;
}

export const portSettings = {
  api: { name: 'the API', variable: 'API_PORT', defaultPort: 4000 },
  dashboard: { name: 'the dashboard', variable: 'DASHBOARD_PORT', defaultPort: 3000 },
  checkout: { name: 'the payer page', variable: 'CHECKOUT_PORT', defaultPort: 3001 },
  sandbox: { name: 'the sandbox', variable: 'SANDBOX_PORT', defaultPort: 4010 },
  worker: { name: 'the worker', variable: 'WORKER_PORT', defaultPort: 4020 },
  docs: { name: 'the documentation', variable: 'DOCS_PORT', defaultPort: 4050 },
  shop: { name: 'the example shop', variable: 'SHOP_PORT', defaultPort: 4030 },
  postgres: { name: 'Postgres', variable: 'POSTGRES_PORT', defaultPort: 5433 },
} as const satisfies Record<string, PortSetting>;

export type PortName = keyof typeof portSettings;
export type Ports = Readonly<Record<PortName, number>>;

export const portNames = Object.keys(portSettings) as PortName[];

function readPort({ variable, defaultPort }: PortSetting, env: NodeJS.ProcessEnv): number {
  const text = env[variable];
  if (text === undefined || text === '') return defaultPort;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Error(`${variable} must be a port number between 1 and 65535, not "${text}".`);
}

/**
 * Reads every port from the environment, or takes its default.
 * @throws Error when a port is not a number or two processes have the same port
 */
export function readPorts(env: NodeJS.ProcessEnv): Ports {
  const ports = Object.fromEntries(
    portNames.map((name) => [name, readPort(portSettings[name], env)]),
  ) as Record<PortName, number>;
  for (const [i, name] of portNames.entries()) {
    const other = portNames.slice(0, i).find((earlier) => ports[earlier] === ports[name]);
    if (other === undefined) continue;
    const [a, b] = [portSettings[other].variable, portSettings[name].variable];
    throw new Error(`${a} and ${b} are both ${ports[name]}. Set one of them to another port.`);
  }
  return ports;
}
