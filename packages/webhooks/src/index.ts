export { type UrlRules, urlFlaw } from './check-url.ts';
export type { Resolve } from './checked-lookup.ts';
export { judge, type Verdict } from './judge.ts';
export {
  createSender,
  type OutgoingRequest,
  type Sender,
  type SenderOptions,
  type SendFailure,
  type SendResult,
} from './send.ts';
export { createSigner, generateSigningSecret } from './sign.ts';
