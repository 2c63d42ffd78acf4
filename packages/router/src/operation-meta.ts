import type { ApiScope, ErrorCode, Permission } from '@parley/domain';
import type { OpenApiMeta } from 'trpc-to-openapi';

/**
 * What a procedure declares about itself: who may call it, and how REST exposes it. A procedure
 * without `openapi` is available over RPC only.
 */
export type OperationMeta = OpenApiMeta<{
  /** The scope a secret key needs. Without it, no API key may call the procedure. */
  scope?: ApiScope;
  /** The permission a person needs. Without it, no person may call the procedure. */
  permission?: Permission;
  /**
   * A person must have proved who they are within the last ten minutes: in both modes, or in live mode
   * only. API keys are not affected.
   */
  recentAuthentication?: 'always' | 'live';
  /** A publishable key may call it too, sent as `pk` or in the Authorization header. */
  publishableKey?: true;
  /** Only payers may call it, by the session id and the publishable key in its input. */
  payer?: true;
  /** The error codes specific to this operation; REST adds the common ones. */
  errors?: readonly ErrorCode[];
  /** Marks an operation that the base specification does not contain. */
  extension?: true;
  /** Fields of the response example that differ from the schema's own example. */
  outputExample?: Readonly<Record<string, unknown>>;
}>;
