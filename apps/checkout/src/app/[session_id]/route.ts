import { answerPage } from '../../http/answer-page.ts';
import { logged } from '../../http/logged.ts';

export const dynamic = 'force-dynamic';
export const GET = logged('/[session_id]', answerPage);
export const HEAD = GET;
