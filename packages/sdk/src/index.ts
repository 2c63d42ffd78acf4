export { Parley } from './client.ts';
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  type ErrorCode,
  InvalidRequestError,
  NotFoundError,
  ParleyError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from './errors.ts';
export type * from './generated/schema.ts';
export type { ListenOptions, StreamedEvent } from './listen.ts';
export type { Money } from './money.ts';
export * as money from './money.ts';
export type {
  Hooks,
  ParleyOptions,
  RequestInfo,
  RequestOptions,
  ResponseInfo,
  WriteOptions,
} from './options.ts';
export type { Page, PagePromise, ParleyResponse, RequestPromise } from './response.ts';
export * as webhooks from './webhooks.ts';
export { WebhookVerificationError, type WebhookVerificationReason } from './webhooks.ts';
