export const dynamic = 'force-dynamic';

/** The process answers. */
export function GET(): Response {
  return new Response('ok\n');
}
