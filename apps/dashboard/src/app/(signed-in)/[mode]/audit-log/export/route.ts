import { isMode } from '@parley/domain';
import { notFound } from 'next/navigation';
import { exportAuditLog } from '#audit/export-audit-log.ts';
import { readTimeZone } from '#server/read-time-zone.ts';

export const dynamic = 'force-dynamic';

export async function GET(request: Request, context: RouteContext<'/[mode]/audit-log/export'>) {
  const { mode } = await context.params;
  return isMode(mode) ? exportAuditLog(request, mode, await readTimeZone()) : notFound();
}
