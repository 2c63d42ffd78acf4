import { handleRpcRequest } from '#server/handle-rpc-request.ts';

export const dynamic = 'force-dynamic';

export { handleRpcRequest as GET, handleRpcRequest as POST };
