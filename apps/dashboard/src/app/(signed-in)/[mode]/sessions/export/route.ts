import { isMode } from '@parley/domain';
import { notFound } from 'next/navigation';
import { readTimeZone } from '#server/read-time-zone.ts';
import { exportSessions } from '#sessions/export-sessions.ts';

export const dynamic = 'force-dynamic';

export async function GET(request: Request, context: RouteContext<'/[mode]/sessions/export'>) {
  const { mode } = await context.params;
  return isMode(mode) ? exportSessions(request, mode, await readTimeZone()) : notFound();
}
