export const dynamic = 'force-dynamic';

/** Liveness: the process responds. */
export function GET(): Response {
  return new Response('ok\n');
}
