import { handleEvents } from '../../../http/events-route.ts';
import { withRequestLog } from '../../../http/with-request-log.ts';

export const dynamic = 'force-dynamic';
export const GET = withRequestLog('/[session_id]/events', handleEvents);
