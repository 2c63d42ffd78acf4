import type { ErrorEnvelope } from '@parley/contract';
import { DomainError, type ErrorCode, errorTable, InvalidFieldError } from '@parley/domain';
import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { findNearestFields, suggestNearestFields } from './nearest-field.ts';

/** The parts of an error response. */
export interface ErrorResponse {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryAfterSeconds: number | undefined;
  /** All invalid fields of the input. Only RPC returns them as a list; the message names them too. */
  readonly fields?: readonly FieldProblem[];
}

/** A message lists at most this many fields. */
const MAX_DESCRIBED_FIELDS = 20;
/** Names that clients send may be as long as the body. */
const MAX_NAME_LENGTH = 80;
const UNKNOWN_FIELD = 'is not a known field.';
/** The types of JSON for those of Zod. */
const typeNames: Readonly<Record<string, string>> = { record: 'object', int: 'integer' };

suggestNearestFields();

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
      ...(error.issues.length > 0 && { fields: getInvalidFields(error) }),
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

/** Describes every invalid field and what it accepts, up to a bound. */
function describeIssues(error: z.ZodError): string {
  const problems = getInvalidFields(error);
  if (problems.length === 0) return errorTable.invalid_request.message;
  const sentences = problems.slice(0, MAX_DESCRIBED_FIELDS).map(describeProblem);
  const more = problems.length - sentences.length;
  return `${sentences.join(' ')}${more > 0 ? ` (and ${more} more)` : ''}`;
}

/** The invalid fields, each with its first problem. */
function getInvalidFields({ issues }: z.ZodError): FieldProblem[] {
  const byField = new Map<string, FieldProblem>();
  for (const problem of issues.flatMap(getProblems)) {
    if (!byField.has(problem.field)) byField.set(problem.field, problem);
  }
  return [...byField.values()];
}

const describeProblem = ({ field, message }: FieldProblem): string =>
  message.startsWith(UNKNOWN_FIELD)
    ? `${field}: ${message.replace(/^is /, '')}`
    : `${field || 'body'} ${message}`;

/** A name as it was sent; in quotes if it could be mistaken for something else, such as a space. */
function getName(key: PropertyKey): string {
  const name = String(key);
  const shown = name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
  return /^[\w-]+$/.test(shown) ? shown : JSON.stringify(shown);
}

/** The fields that an issue is about. */
function getProblems(issue: z.core.$ZodIssue): FieldProblem[] {
  const path = issue.path.map(getName);
  if (issue.code !== 'unrecognized_keys') {
    return [{ field: path.join('.'), message: getProblem(issue) }];
  }
  const nearest = findNearestFields(issue);
  return issue.keys.map((key, index) => {
    const field = nearest[index];
    const hint = field ? ` Did you mean ${[...path, field].join('.')}?` : '';
    return { field: [...path, getName(key)].join('.'), message: `${UNKNOWN_FIELD}${hint}` };
  });
}

/** What is wrong with the field of an issue, as the rest of a sentence. */
function getProblem(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid input')) {
    const wanted = typeNames[issue.expected] ?? issue.expected;
    return issue.message.endsWith('received undefined')
      ? `is required and must be of type ${wanted}.`
      : `must be of type ${wanted}.`;
  }
  if (issue.code === 'invalid_value') {
    return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}.`;
  }
  return `${issue.message}.`;
}
