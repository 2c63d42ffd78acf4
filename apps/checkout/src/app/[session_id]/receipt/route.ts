import { handleReceipt } from '../../../http/receipt-route.ts';
import { withRequestLog } from '../../../http/with-request-log.ts';

export const dynamic = 'force-dynamic';
export const GET = withRequestLog('/[session_id]/receipt', handleReceipt);
export const HEAD = GET;
