import { answerRpc } from '../../../http/answer-rpc.ts';
import { logged } from '../../../http/logged.ts';

export const dynamic = 'force-dynamic';
export const POST = logged('/rpc/[trpc]', answerRpc);
