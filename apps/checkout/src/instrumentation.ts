/** Runs once when the server starts. Stops it if the environment is invalid, and prepares its requests and its end. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  if (process.env.NEXT_PHASE === 'phase-production-build') return;
  const { requireEnvironment } = await import('@parley/runtime/environment');
  const { environment } = await import('./env.ts');
  const { delayStopSignals } = await import('@parley/runtime/delay-stop-signals');
  const { replaceForwardedFor } = await import('@parley/runtime/client-address');
  const { refuseUnknownMethods } = await import('@parley/runtime/http-methods');
  const env = requireEnvironment('checkout', environment);
  replaceForwardedFor(env.TRUST_PROXY);
  refuseUnknownMethods(env.CHECKOUT_URL, ['GET', 'HEAD', 'POST']);
  delayStopSignals(env.SHUTDOWN_GRACE_MS);
}
