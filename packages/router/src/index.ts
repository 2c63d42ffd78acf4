export type { DashboardContext, MerchantContext, PayerContext, UserPrincipal } from './context.ts';
export { answer, type ErrorAnswer, errorAnswer, errorEnvelope } from './error-answer.ts';
