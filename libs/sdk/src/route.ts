import type { AnyOperation, Routed } from '@nameyard/contracts/operation'
import { printQuery } from '@nameyard/contracts/primitives/query'
import { InvalidInput } from './api-error'

export type RoutedOperation = AnyOperation & Routed

/** Where an input goes: the path takes its parameters, the query its own, the body what is left. */
export function route(operation: RoutedOperation, input: Readonly<Record<string, unknown>>) {
  const query: Record<string, unknown> = {}
  const body: Record<string, unknown> = {}
  let path = operation.path
  const hasBody = operation.method === 'POST' || operation.method === 'PUT'
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue
    const isInPath = Object.hasOwn(operation.params.shape, name)
    // Elsewhere the service knows that null is absent.
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

/** Puts a value in its place in the path, where it can be nothing but one segment. */
function fill(path: string, name: string, value: unknown): string {
  const segment = encodeURIComponent(String(value))
  // Empty is the list above; dots are taken by URLs for this and the parent folder, however they are escaped.
  if (['', '.', '..'].includes(segment)) throw new InvalidInput(`${name} is not a name: "${segment}"`)
  return path
    .split('/')
    .map((each) => (each === `:${name}` ? segment : each))
    .join('/')
}
