export interface Settings {
  readonly apiUrl: string;
  readonly secretKey: string;
  /** Without it, test sessions have no payer page. */
  readonly publishableKey: string | undefined;
  /** The URL of the documentation; undefined without one. */
  readonly docsUrl: string | undefined;
}

/**
 * Reads the settings from environment variables.
 * @throws Error that names the variable, for a key of live mode too
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const { PARLEY_API_URL, PARLEY_SECRET_KEY, PARLEY_PUBLISHABLE_KEY, PARLEY_DOCS_URL } = env;
  if (!PARLEY_API_URL) {
    throw new Error('set PARLEY_API_URL, such as http://localhost:4000/v1.');
  }
  if (!PARLEY_SECRET_KEY?.startsWith('sk_test_')) {
    const reason = PARLEY_SECRET_KEY?.startsWith('sk_live_')
      ? 'PARLEY_SECRET_KEY is a key of live mode'
      : 'PARLEY_SECRET_KEY is not a secret key';
    throw new Error(`${reason}. This server works in test mode only: set a key sk_test_….`);
  }
  if (PARLEY_PUBLISHABLE_KEY && !PARLEY_PUBLISHABLE_KEY.startsWith('pk_test_')) {
    throw new Error('PARLEY_PUBLISHABLE_KEY must be a key pk_test_….');
  }
  return {
    apiUrl: PARLEY_API_URL,
    secretKey: PARLEY_SECRET_KEY,
    publishableKey: PARLEY_PUBLISHABLE_KEY || undefined,
    docsUrl: PARLEY_DOCS_URL?.replace(/\/+$/, '') || undefined,
  };
}
