export type { Resolve } from './checked-lookup.ts';
export { type AttemptClassification, classifyAttempt } from './classify-attempt.ts';
export type { SendFailure, SendResult } from './exchange.ts';
export { type CandidateSecret, explainSignature } from './explain-signature.ts';
export { parseHeaders, signatureHeaders } from './received-headers.ts';
export type { OutgoingRequest, Sender, SenderOptions } from './send.ts';
export { createSigner, generateSigningSecret } from './sign.ts';
export { parseWebhookUrl, type UrlPolicy } from './webhook-url.ts';
