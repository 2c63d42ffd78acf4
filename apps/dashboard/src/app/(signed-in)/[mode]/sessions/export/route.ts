import { isMode } from '@parley/domain';
import { notFound } from 'next/navigation';
import { exportSessions } from '#server/export-sessions.ts';
import { readTimeZone } from '#server/read-time-zone.ts';

export const dynamic = 'force-dynamic';

export async function GET(request: Request, context: RouteContext<'/[mode]/sessions/export'>) {
  const { mode } = await context.params;
  return isMode(mode) ? exportSessions(request, mode, await readTimeZone()) : notFound();
}
