import { initTRPC } from '@trpc/server';
import type { RequestContext } from './context.ts';
import { formatErrorResponse } from './errors.ts';
import type { OperationMeta } from './operation-meta.ts';

/** The one tRPC instance. RPC errors carry the same code and message as REST, and all invalid fields. */
export const t = initTRPC
  .context<RequestContext>()
  .meta<OperationMeta>()
  .create({
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) => {
      const { status, code, message, fields } = formatErrorResponse(error);
      return {
        code: shape.code,
        message,
        data: {
          code,
          httpStatus: status,
          request_id: ctx?.requestId ?? '',
          ...(fields && { fields }),
        },
      };
    },
  });
