import type { z } from 'zod';

/** The types of a JSON value in words. */
const JSON_TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  null: 'null',
};

/**
 * Says what is wrong with a value, if its schema has no message of its own. A received number is shown. A received text
 * is not shown, because it may be a secret in the wrong field.
 */
export function validationMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'required';
      if (issue.expected === 'int') return `expected a whole number, got ${sayValue(issue.input)}`;
      return `expected ${JSON_TYPES[issue.expected] ?? issue.expected}, got ${sayValue(issue.input)}`;
    case 'too_small':
      return `at least ${sayBound(issue.origin, issue.minimum)}, got ${sayExtent(issue)}`;
    case 'too_big':
      return `at most ${sayBound(issue.origin, issue.maximum)}, got ${sayExtent(issue)}`;
    case 'invalid_value':
      return issue.input === undefined ? 'required' : sayChoice(issue.values);
    case 'invalid_union':
      return sayChoice((issue as { readonly options?: readonly unknown[] }).options ?? []);
    case 'unrecognized_keys':
      return 'unknown field';
    case 'invalid_format':
      return 'wrong format';
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'not_multiple_of':
      return undefined;
  }
}

function sayChoice(values: readonly unknown[]): string {
  const listed = values.map((value) => JSON.stringify(value)).join(', ');
  if (listed === '') return 'not in any accepted form';
  return `expected ${values.length === 1 ? '' : 'one of '}${listed}`;
}

function sayBound(origin: string, bound: number | bigint): string {
  if (origin === 'string') return `${bound} ${bound === 1 ? 'character' : 'characters'}`;
  if (origin === 'array') return `${bound} ${bound === 1 ? 'entry' : 'entries'}`;
  return String(bound);
}

/** Says the received size, in the unit of the limit. */
function sayExtent({ input }: { readonly input?: unknown }): string {
  return typeof input === 'string' || Array.isArray(input) ? String(input.length) : sayValue(input);
}

function sayValue(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (value === null) return 'null';
  return JSON_TYPES[Array.isArray(value) ? 'array' : typeof value] ?? typeof value;
}
