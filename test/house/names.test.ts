import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { listFiles, readText } from './source-files.js';

/** The client that merchants install imports nothing of ours, so it has its own types. */
const APART = /^src\/client\//;

/** The functions, types, classes and constants that a file exports, each once. */
function exportsOf(file: string): readonly string[] {
  const source = ts.createSourceFile(file, readText(file), ts.ScriptTarget.Latest, true);
  const names = new Set<string>();
  for (const statement of source.statements) {
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
    if (!isExported) continue;
    if (ts.isVariableStatement(statement)) {
      for (const { name } of statement.declarationList.declarations) names.add(name.getText());
    } else if (
      ts.isFunctionDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement)
    ) {
      names.add(statement.name?.getText() ?? '');
    }
  }
  return [...names];
}

describe('exported names', () => {
  it('are unique: no two things share a name', () => {
    const files = ['src/', 'activities/', 'workflows/'].flatMap((folder) => listFiles(folder));
    const places = new Map<string, string[]>();
    for (const file of files.filter((one) => /\.tsx?$/.test(one) && !APART.test(one))) {
      for (const name of exportsOf(file)) places.set(name, [...(places.get(name) ?? []), file]);
    }
    expect(places.size).toBeGreaterThan(1_000);
    expect([...places].filter(([, where]) => where.length > 1)).toEqual([]);
  });
});
