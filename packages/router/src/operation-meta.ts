import type { ApiScope } from '@parley/contract';
import type { ErrorCode } from '@parley/domain';
import type { OpenApiMeta } from 'trpc-to-openapi';

/** What stands beside every procedure of the merchant router: its place in REST, and its promises. */
export type OperationMeta = OpenApiMeta<{
  /** What a key that is limited must have to call it. */
  scope: ApiScope;
  /** The codes it can answer beside those that every operation can; see rest/error-codes.ts. */
  errors: readonly ErrorCode[];
  /** Not one of the interface's own operations; the document says so. */
  extension?: true;
  /** Where the example of its answer differs from that of the schema. */
  answerExample?: Readonly<Record<string, unknown>>;
}>;
