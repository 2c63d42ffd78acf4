/** The settings of the shop, all from the environment. The keys never reach a browser. */
export interface Config {
  readonly port: number;
  /** The origin under which customers reach the shop. */
  readonly shopUrl: string;
  /** The base URL of Parley's API, including `/v1`. */
  readonly apiUrl: string;
  /** The origin of the payer page, for the Content-Security-Policy. */
  readonly payerPageOrigin: string;
  readonly secretKey: string;
  readonly publishableKey: string;
  /** The signing secret of the webhook endpoint `{shopUrl}/webhooks/parley`. */
  readonly signingSecret: string;
}

/** @throws Error that names the missing variable */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const read = (name: string): string => {
    const value = env[name];
    if (!value) throw new Error(`${name} is not set. README.md lists the environment variables.`);
    return value;
  };
  const port = Number(env.SHOP_PORT || 4030);
  return {
    port,
    shopUrl: env.SHOP_URL || `http://127.0.0.1:${port}`,
    apiUrl: read('PARLEY_API_URL'),
    payerPageOrigin: new URL(read('PARLEY_PAYER_PAGE_URL')).origin,
    secretKey: read('PARLEY_SECRET_KEY'),
    publishableKey: read('PARLEY_PUBLISHABLE_KEY'),
    signingSecret: read('PARLEY_SIGNING_SECRET'),
  };
}
