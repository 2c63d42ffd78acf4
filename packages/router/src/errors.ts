import type { ErrorEnvelope } from '@parley/contract';
import { DomainError, type ErrorCode, errorTable, InvalidFieldError } from '@parley/domain';
import { TRPCError } from '@trpc/server';
import { z } from 'zod';

/** The parts of an error response. */
export interface ErrorResponse {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryAfterSeconds: number | undefined;
  /** All invalid fields of the input. Only RPC returns them: the message names the first one. */
  readonly fields?: readonly FieldProblem[];
}

/** What is wrong with an input field. */
export interface FieldProblem {
  /** Its name, with dots before the names or indexes inside of it; empty for the input as a whole. */
  readonly field: string;
  /** The rest of a sentence that begins with the field: "must begin with https://." */
  readonly message: string;
}

/** Converts any thrown value to an error response. Internal details are never part of it. */
export function formatErrorResponse(error: unknown): ErrorResponse {
  if (error instanceof InvalidFieldError) {
    const fields = [{ field: error.field, message: error.problem }];
    return { ...errorResponse(error.code, error.message), fields };
  }
  if (error instanceof DomainError)
    return errorResponse(error.code, error.message, error.retryAfterSeconds);
  if (error instanceof z.ZodError) {
    return {
      ...errorResponse('invalid_request', describeIssues(error)),
      ...(error.issues.length > 0 && { fields: error.issues.flatMap(problemsOf) }),
    };
  }
  if (error instanceof TRPCError) {
    const { cause } = error;
    if (cause instanceof DomainError) return formatErrorResponse(cause);
    // An output that does not match its schema has another code: it is an internal error.
    if (error.code === 'BAD_REQUEST' || error.code === 'PARSE_ERROR') {
      return cause instanceof z.ZodError
        ? formatErrorResponse(cause)
        : errorResponse('invalid_request');
    }
    if (error.code === 'NOT_FOUND') return errorResponse('not_found');
    if (error.code === 'METHOD_NOT_SUPPORTED') return errorResponse('method_not_allowed');
    if (error.code === 'PAYLOAD_TOO_LARGE') return errorResponse('payload_too_large');
    if (error.code === 'UNSUPPORTED_MEDIA_TYPE') return errorResponse('unsupported_media_type');
  }
  return errorResponse('internal_error');
}

/** The response of an error code, with the message of the error table by default. */
export function errorResponse(
  code: ErrorCode,
  message: string = errorTable[code].message,
  retryAfterSeconds?: number,
): ErrorResponse {
  return { status: errorTable[code].status, code, message, retryAfterSeconds };
}

/** The body of an error response. Source: interface 7. */
export function errorEnvelope(error: ErrorResponse, requestId: string): ErrorEnvelope {
  return { error: { code: error.code, message: error.message, request_id: requestId } };
}

/** Describes the first issue: the field, and what it accepts. */
function describeIssues(error: z.ZodError): string {
  const [issue] = error.issues;
  if (!issue) return errorTable.invalid_request.message;
  const more = error.issues.length - 1;
  const rest = more > 0 ? ` (and ${more} more)` : '';
  return `${describeIssue(issue)}${rest}`;
}

/** A name as it was sent; in quotes if it could be mistaken for something else, such as a space. */
const nameOf = (key: PropertyKey): string =>
  /^[\w-]+$/.test(String(key)) ? String(key) : JSON.stringify(String(key));

function describeIssue(issue: z.core.$ZodIssue): string {
  const field = fieldOf(issue);
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map(nameOf);
    const keys = names.map((name) => (field ? `${field}.${name}` : name)).join(', ');
    return `${keys}: not a known field.`;
  }
  return `${field || 'body'} ${problemOf(issue)}`;
}

const fieldOf = (issue: z.core.$ZodIssue): string => issue.path.map(nameOf).join('.');

/** The fields that an issue is about. */
function problemsOf(issue: z.core.$ZodIssue): FieldProblem[] {
  const field = fieldOf(issue);
  if (issue.code !== 'unrecognized_keys') return [{ field, message: problemOf(issue) }];
  return issue.keys.map((key) => ({
    field: [field, nameOf(key)].filter(Boolean).join('.'),
    message: 'is not a known field.',
  }));
}

/** What is wrong with the field of an issue, as the rest of a sentence. */
function problemOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid input')) {
    const wanted = issue.expected === 'record' ? 'object' : issue.expected;
    return issue.message.endsWith('received undefined')
      ? 'is required.'
      : `must be of type ${wanted}.`;
  }
  if (issue.code === 'invalid_value') {
    return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}.`;
  }
  return `${issue.message}.`;
}
