import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** Folders that are not part of the repository: installed, generated or local. */
const SKIPPED_FOLDERS = ['.git', 'node_modules', '.quittance', 'coverage', 'dist', '.reports'];

/** One `import`, `export … from`, `import(…)` or `import('…')` type. */
export interface Import {
  /** Path of the importing file from the repository's root, with `/`. */
  readonly from: string;
  /** Path of the imported file in the same form, or the name of a package. */
  readonly to: string;
  /** Whether the import disappears when the types are stripped. */
  readonly isTypeOnly: boolean;
}

/** Returns the files in a folder and all folders below it, sorted, as paths from the root with `/`. */
export function listFiles(folder = '.'): readonly string[] {
  const start = path.join(ROOT, folder);
  if (!existsSync(start)) return [];
  return readdirSync(start, { withFileTypes: true })
    .flatMap((entry) => {
      const below = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) return SKIPPED_FOLDERS.includes(entry.name) ? [] : listFiles(below);
      return entry.isFile() ? [below] : [];
    })
    .sort();
}

export function readText(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

/** Returns every import of a TypeScript file. */
export function readImports(file: string): readonly Import[] {
  return parseImports({ file, text: readText(file) });
}

/** Like `readImports`, but for a text that need not be on disk. */
export function parseImports({ file, text }: { file: string; text: string }): readonly Import[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const imports: Import[] = [];
  const add = (specifier: ts.Node | undefined, isTypeOnly: boolean): void => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return;
    imports.push({ from: file, to: targetOf({ file, specifier: specifier.text }), isTypeOnly });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isErased(node.importClause));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add(node.argument.literal, true);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return imports;
}

/** Under `verbatimModuleSyntax`, `import { type A }` remains an import of the module; `import type { A }` does not. */
function isErased(clause: ts.ImportClause | undefined): boolean {
  return clause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
}

function targetOf({ file, specifier }: { file: string; specifier: string }): string {
  if (specifier.startsWith('.')) {
    const source = path.posix.join(path.posix.dirname(file), specifier).replace(/\.js$/, '.ts');
    return existsSync(path.join(ROOT, `${source}x`)) ? `${source}x` : source;
  }
  if (specifier.startsWith('node:')) return specifier;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Returns the functions of a file (also methods and arrow functions) with more lines, as `file:line (count)`. */
export function findLongFunctions({ file, linesMax }: { file: string; linesMax: number }): readonly string[] {
  const source = ts.createSourceFile(file, readText(file), ts.ScriptTarget.Latest, true);
  const lineAt = (position: number): number => source.getLineAndCharacterOfPosition(position).line + 1;
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const first = lineAt(node.getStart());
      const lineCount = lineAt(node.end) - first + 1;
      if (lineCount > linesMax) found.push(`${file}:${first} (${lineCount})`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
