import type { Plugin } from 'esbuild';

export const NEVER_LOADED: string[];
export const keepSourcePaths: Plugin;
