import { messageResponse } from '../http/html-response.ts';
import { withRequestLog } from '../http/with-request-log.ts';

export const dynamic = 'force-dynamic';
export const GET = withRequestLog('/', async (request, { requestId }) =>
  messageResponse(request, { kind: 'root', status: 200, requestId }),
);
