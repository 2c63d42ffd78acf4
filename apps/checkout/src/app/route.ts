import { logged } from '../http/logged.ts';
import { messageResponse } from '../http/message-response.ts';

export const dynamic = 'force-dynamic';
export const GET = logged('/', async (request, { requestId }) =>
  messageResponse(request, { kind: 'root', status: 200, requestId }),
);
