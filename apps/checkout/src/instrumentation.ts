/** Runs once when the server starts: where the environment is not complete, there is no server. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { requireEnv } = await import('./require-env.ts');
  requireEnv();
}
