import type { AnyOperation, Routed } from '@nameyard/contracts/operation'
import { printQuery } from '@nameyard/contracts/primitives/query'
import { InvalidInput } from './api-error'

export type RoutedOperation = AnyOperation & Routed

/** Distributes an input: path parameters, query parameters, and the rest as the body. */
export function route(operation: RoutedOperation, input: Readonly<Record<string, unknown>>) {
  const query: Record<string, unknown> = {}
  const body: Record<string, unknown> = {}
  let path = operation.path
  const hasBody = operation.method === 'POST' || operation.method === 'PUT'
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue
    const isInPath = Object.hasOwn(operation.params.shape, name)
    // In query and body the service treats null as absent.
    if (isInPath && value === null) continue
    if (isInPath) path = fill(path, name, value)
    else if (hasBody && !Object.hasOwn(operation.query.shape, name)) body[name] = value
    else query[name] = value
  }
  const missing = /:(\w+)/.exec(path)?.[1]
  if (missing !== undefined) throw new InvalidInput(`${operation.id} needs ${missing}`)
  const printed = new URLSearchParams(printQuery(query)).toString()
  return { target: printed ? `${path}?${printed}` : path, body: hasBody ? JSON.stringify(body) : undefined }
}

/** Puts a value into the path as exactly one segment. */
function fill(path: string, name: string, value: unknown): string {
  const segment = encodeURIComponent(String(value))
  // An empty segment would mean the list; dots mean this and the parent folder in URLs, even if escaped.
  if (['', '.', '..'].includes(segment)) throw new InvalidInput(`${name} is not a name: "${segment}"`)
  return path
    .split('/')
    .map((each) => (each === `:${name}` ? segment : each))
    .join('/')
}
