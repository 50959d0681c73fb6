import { STATUS_CODES } from 'node:http'
import { errors, type ErrorName } from '@nameyard/contracts/errors'
import type { AnyOperation } from '@nameyard/contracts/operation'
import { anyOperation, refusalsOf, withToken } from './openapi'

/** The catalogue of refusals as a page of the documentation, by status, then by code. */
export function errorCatalogue(operations: readonly AnyOperation[]): string {
  const names = (Object.keys(errors) as ErrorName[]).sort((a, b) => errors[a].code - errors[b].code || (a < b ? -1 : 1))
  const statuses = [...new Set(names.map((name) => errors[name].http))].sort((a, b) => a - b)
  return `${[
    '# Errors',
    'Printed from the code by `npm run golden`; do not edit.',
    'A failure has an HTTP status of its class and the body `{"desc":"…","code":N,"data":""}`: at most 120 characters, `desc` one sentence. `{…}` in a sentence stands for a value of the request. Programs should use the code; several refusals can share a code, and sentences may change unless a client is known to read them. `Accept: application/problem+json` returns the same failure as a problem document (RFC 9457): the full sentence, and one entry with its own code for each fault of the input. The refusal of an order also has `operation_id`, `registry` (result code and message of the registry), and `domain_id`, the domain that keeps a refused registration or transfer for `last-operation/restart`. In a body of 120 characters names are shortened with `…` before the reason is. 429 and 503 carry `Retry-After`.',
    ...statuses.flatMap((status) => [`## ${status} ${STATUS_CODES[status]}`, tableOf(names, status, operations)]),
  ].join('\n\n')}\n`
}

function tableOf(names: readonly ErrorName[], status: number, operations: readonly AnyOperation[]): string {
  const rows = names
    .filter((name) => errors[name].http === status)
    .map((name) => [String(errors[name].code), `\`${name}\``, escaped(errors[name].desc), sayersOf(name, operations)])
  const table = [['Code', 'Refusal', 'Sentence', 'Answered by'], ...rows]
  const widths = table[0]!.map((_, column) => Math.max(...table.map((cells) => cells[column]!.length)))
  const lines = table.map((cells) =>
    cells.map((cell, column) => (column === 0 ? cell.padStart(widths[0]!) : cell.padEnd(widths[column]!))),
  )
  const rule = widths.map((width, column) => (column === 0 ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)))
  return [lines[0]!, rule, ...lines.slice(1)].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Operations that list the refusal; empty if only operations without a route can raise it. */
function sayersOf(name: ErrorName, operations: readonly AnyOperation[]): string {
  if ((anyOperation as readonly ErrorName[]).includes(name)) return 'any'
  if ((withToken as readonly ErrorName[]).includes(name)) return 'any with a token'
  return operations
    .filter((operation) => refusalsOf(operation).has(name))
    .map(({ id }) => `\`${id}\``)
    .sort()
    .join(', ')
}

const escaped = (sentence: string) => sentence.replaceAll('|', '\\|')
