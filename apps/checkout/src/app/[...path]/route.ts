import { messageResponse } from '../../http/html-response.ts';
import { withRequestLog } from '../../http/with-request-log.ts';

export const dynamic = 'force-dynamic';
export const GET = withRequestLog('/[...path]', async (request, { requestId }) =>
  messageResponse(request, { kind: 'notFound', status: 404, requestId }),
);
