import type { z } from 'zod';
import { QuittanceError, type ErrorDetail } from '../../domain/core/errors.js';
import { validationMessage } from './validation-message.js';

/** Checks input from outside. @throws QuittanceError `validation_failed` with every field that is wrong. */
export function validate<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input, { error: validationMessage });
  if (parsed.success) return parsed.data;
  throw validationFailed(parsed.error.issues.flatMap(toDetails));
}

/** Returns the refusal. Its message has the first detail, because many programs show only the message. */
export function validationFailed(details: readonly ErrorDetail[]): QuittanceError {
  const [{ path, message } = { path: '', message: 'not valid' }, ...others] = details;
  const more = others.length === 0 ? '' : ` (and ${others.length} more: see details)`;
  return new QuittanceError('validation_failed', `${path === '' ? 'the body' : path}: ${message}${more}`, {
    details,
  });
}

function toDetails(issue: z.core.$ZodIssue): readonly ErrorDetail[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'unknown field' }));
  }
  return [{ path: path.join('.'), message: issue.message }];
}
