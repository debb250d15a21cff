import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const nodeModules = ['node:*', 'fs', 'path', 'crypto', 'http', 'https', 'net', 'os', 'child_process'];

export default tseslint.config(
  {
    ignores: [
      'node_modules',
      '.quittance',
      'coverage',
      'dist',
      'test/.reports',
      'src/client/api-types.ts',
      'src/client/client.js',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-restricted-properties': [
        'error',
        { object: 'URL', property: 'canParse', message: 'It is wrong in Node 20 and 22: use parseUrl.' },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    // A workflow is replayed: it may not use Node, the network, a database, or any clock but the engine's.
    files: ['workflows/**/*.ts', 'src/domain/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: [...nodeModules, 'knex', 'pg', 'viem', 'express', 'zod', 'pino'] }] },
      ],
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
);
