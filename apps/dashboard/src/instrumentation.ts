/** Runs once when the server starts. Stops it if the environment is invalid, and prepares its requests and its end. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  if (process.env.NEXT_PHASE === 'phase-production-build') return;
  const { readUploadBound, requireEnvironment } = await import('@parley/runtime/environment');
  const { environment } = await import('./env.ts');
  const { delayStopSignals } = await import('@parley/runtime/delay-stop-signals');
  const { guardServer } = await import('@parley/runtime/server-front');
  const env = requireEnvironment('dashboard', environment);
  guardServer({
    origin: env.DASHBOARD_URL,
    methods: ['GET', 'HEAD', 'POST'],
    trustedProxies: env.TRUST_PROXY,
    upgrades: process.env.NODE_ENV === 'development',
    heldBodies: readUploadBound(env),
  });
  delayStopSignals(env.SHUTDOWN_GRACE_MS);
}
