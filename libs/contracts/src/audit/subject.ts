import type { ErrorName } from '../errors'
import type { AnyOperation } from '../operation'
import type { About, CarriedOut } from './carried-out'

type Fields = Readonly<Record<string, unknown>>

/** Fields that only say who asks, or which object is meant. */
const notChanges = new Set(['operator', 'id', 'handle', 'ns_group', 'resellerId'])

/** Returns what an event is about: what the handler said, and otherwise what the input says. */
export function aboutOf({ operation, input, about }: CarriedOut): About & Required<Pick<About, 'changes' | 'subject'>> {
  const fields = (input ?? {}) as Fields
  return {
    ...accountOf(operation, fields),
    subject: subjectOf(operation, fields),
    changes: changesOf(operation, fields),
    ...about,
  }
}

/** Kinds that the id of an operation does not name. */
const kinds: Readonly<Record<string, string>> = { access: 'account', 'domain-tokens': 'zone', 'zone-links': 'zone' }

/** Kind and name or number: `zone example.com`. The kind alone where the input names no object. */
export function subjectOf(operation: AnyOperation, fields: Fields): string {
  const group = operation.id.slice(0, operation.id.indexOf('.'))
  const kind = kinds[group] ?? group.replaceAll('-', ' ').replace(/s$/, '')
  const inPath = Object.keys(operation.params.shape).map((name) => fields[name])
  const { domain, name, resellerId } = fields
  const object = [...inPath, domainOf(domain), name].find(isName)
  if (object !== undefined) return `${kind} ${object}`
  return typeof resellerId === 'number' ? `reseller ${resellerId}` : kind
}

/** An operator may name the account whose object is changed. */
function accountOf({ audience }: AnyOperation, { resellerId }: Fields): Pick<About, 'resellerId'> {
  return audience === 'operator' && typeof resellerId === 'number' ? { resellerId } : {}
}

/** The fields that were given. Only values that cannot be personal data or a secret are kept: yes or no. */
function changesOf({ params, query }: AnyOperation, fields: Fields): Required<About>['changes'] {
  const given = Object.entries(fields).filter(
    ([field, value]) =>
      value !== undefined && !notChanges.has(field) && !(field in params.shape) && !(field in query.shape),
  )
  return Object.fromEntries(given.map(([field, value]) => [field, typeof value === 'boolean' ? { to: value } : null]))
}

const isName = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value !== '')

function domainOf(given: unknown): string | undefined {
  if (typeof given === 'string') return given
  const { name, extension } = (given ?? {}) as Fields
  return isName(name) && isName(extension) ? `${name}.${extension}`.toLowerCase() : undefined
}

/** The event of an operation that was refused because the caller has no right to it. */
export const refusedEvent = (operation: string, refusal: ErrorName) => ({
  event: 'access.refused',
  subject: `operation ${operation}`,
  changes: { reason: { to: refusal } },
})
