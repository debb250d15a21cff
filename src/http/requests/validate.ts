import type { z } from 'zod';
import { QuittanceError, type ErrorDetail } from '../../domain/core/errors.js';

/** Checks input from outside. @throws QuittanceError `validation_failed` with every field that is wrong. */
export function validate<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input, { error: sayRequired });
  if (parsed.success) return parsed.data;
  throw validationFailed(parsed.error.issues.flatMap(toDetails));
}

export function validationFailed(details: readonly ErrorDetail[]): QuittanceError {
  const fields = details.map(({ path }) => (path === '' ? 'the body' : path)).join(', ');
  return new QuittanceError('validation_failed', `The request is not valid: see ${fields}.`, { details });
}

function sayRequired(issue: { code?: string; input?: unknown }): string | undefined {
  return issue.code === 'invalid_type' && issue.input === undefined ? 'required' : undefined;
}

function toDetails(issue: z.core.$ZodIssue): readonly ErrorDetail[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'unknown field' }));
  }
  return [{ path: path.join('.'), message: issue.message }];
}
