import type { Figure } from './figures.mjs'

export type Row = Readonly<Record<string, string | number>>

export function tableOf(rows: readonly Row[]): string[]
export function figureTables(figures: readonly Figure[]): string[][]
export function verdictRows(figures: readonly Figure[]): Row[]
export function groupRows(figures: readonly Figure[]): Row[]
