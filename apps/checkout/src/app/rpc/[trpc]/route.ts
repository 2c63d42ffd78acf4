import { handleRpc } from '../../../http/rpc-route.ts';
import { withRequestLog } from '../../../http/with-request-log.ts';

export const dynamic = 'force-dynamic';
export const POST = withRequestLog('/rpc/[trpc]', handleRpc);
