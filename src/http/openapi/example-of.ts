/** The parts of a JSON Schema (2020-12) that an example is made from. */
export interface ExampledSchema {
  readonly $ref?: string;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, ExampledSchema>>;
  readonly items?: ExampledSchema;
  readonly anyOf?: readonly ExampledSchema[];
  readonly oneOf?: readonly ExampledSchema[];
}

/**
 * Returns an example for a schema: the schema's own if it has one, otherwise one composed of its parts' examples.
 *
 * @param components the schemas that `$ref` refers to, by name.
 */
export function exampleOf(
  schema: ExampledSchema,
  components: Readonly<Record<string, ExampledSchema>>,
): unknown {
  const { examples, properties, items } = schema;
  if (examples?.[0] !== undefined) return examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.$ref !== undefined) {
    const named = components[schema.$ref.replace('#/components/schemas/', '')];
    return named === undefined ? undefined : exampleOf(named, components);
  }
  if (properties !== undefined) {
    return Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, exampleOf(property, components)]),
    );
  }
  if (items !== undefined) return [exampleOf(items, components)];
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first !== undefined) return exampleOf(first, components);
  if (schema.type === 'boolean') return false;
  return schema.type === 'integer' || schema.type === 'number' ? 0 : 'text';
}
