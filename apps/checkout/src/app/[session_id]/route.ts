import { handlePage } from '../../http/page-route.ts';
import { withRequestLog } from '../../http/with-request-log.ts';

export const dynamic = 'force-dynamic';
export const GET = withRequestLog('/[session_id]', handlePage);
export const HEAD = GET;
