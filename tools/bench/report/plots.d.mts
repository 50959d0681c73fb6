import type { Series } from './figures.mjs'

export function plotOf(series: Series): string
