/** Runs once when the server starts. Stops it if the environment is invalid, and prepares its requests and its end. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  if (process.env.NEXT_PHASE === 'phase-production-build') return;
  const { requireEnvironment } = await import('@parley/environment');
  const { getResponseTimeoutMs, readUploadBound } = await import('@parley/runtime/environment');
  const { environment } = await import('./env.ts');
  const { requireUnwrappedKeys } = await import('@parley/runtime/unwrap-keys');
  const { delayStopSignals } = await import('@parley/runtime/delay-stop-signals');
  const { createRequestObserver, readRoutes } = await import('@parley/runtime/observe-requests');
  const { guardServer } = await import('@parley/runtime/server-front');
  const { startTelemetry } = await import('@parley/runtime/telemetry');
  await requireUnwrappedKeys('checkout');
  const env = requireEnvironment('checkout', environment);
  const token = env.METRICS_TOKEN;
  const servesMetrics = token !== undefined;
  const telemetry = await startTelemetry({ name: 'checkout', env, servesMetrics });
  const observe = createRequestObserver({ telemetry, token, getRoute: readRoutes() });
  guardServer({
    origin: env.CHECKOUT_URL,
    methods: ['GET', 'HEAD', 'POST'],
    trustedProxies: env.TRUST_PROXY,
    upgrades: process.env.NODE_ENV === 'development',
    heldBodies: readUploadBound(env),
    responseTimeoutMs: getResponseTimeoutMs(env),
    ...(observe && { observe }),
  });
  delayStopSignals(env.SHUTDOWN_GRACE_MS, telemetry.close);
}
