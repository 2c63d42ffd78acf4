export { type UrlRules, urlFlaw } from './check-url.ts';
export type { Resolve } from './checked-lookup.ts';
export type { SendFailure, SendResult } from './exchange.ts';
export { judge, type Verdict } from './judge.ts';
export {
  createSender,
  type OutgoingRequest,
  type Sender,
  type SenderOptions,
} from './send.ts';
export { createSigner, generateSigningSecret } from './sign.ts';
