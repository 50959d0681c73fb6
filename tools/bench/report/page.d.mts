import type { PartResult } from './figures.mjs'

export interface Results {
  readonly parts: Readonly<Record<string, PartResult>>
}

/** The page in Markdown, and its plots by file name. */
export function pageOf(results: Results): { readonly page: string; readonly plots: ReadonlyMap<string, string> }
export function formatted(file: string, content: string): Promise<string>
export function resultsIn(file: string): Results
