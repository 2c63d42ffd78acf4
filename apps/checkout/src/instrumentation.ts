/** Runs once when the server starts: an environment that is not complete is told at once. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { readEnv } = await import('./env.ts');
  readEnv(process.env);
}
