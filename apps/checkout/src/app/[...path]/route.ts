import { logged } from '../../http/logged.ts';
import { messageResponse } from '../../http/message-response.ts';

export const dynamic = 'force-dynamic';
export const GET = logged('/[...path]', async (request, { requestId }) =>
  messageResponse(request, { kind: 'notFound', status: 404, requestId }),
);
