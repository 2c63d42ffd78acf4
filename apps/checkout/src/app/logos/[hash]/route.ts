import { handleLogo } from '../../../http/logo-route.ts';
import { withRequestLog } from '../../../http/with-request-log.ts';

export const dynamic = 'force-dynamic';
export const GET = withRequestLog('/logos/[hash]', handleLogo);
export const HEAD = GET;
