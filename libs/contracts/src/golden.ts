import { accountEvents } from './account-events'
import { declarations } from './declarations'
import type { AccountEvent } from './events/account-event'
import { messages } from './messages'
import { operations, routes } from './operations'
import { jsonSchemaOf, toolOf, toolOperations } from './tool'

/** A file of the repository that is printed from the code. */
export interface Golden {
  /** Path from the root of the repository. */
  readonly file: string
  readonly text: string
}

/**
 * The golden files of the contracts: declarations, routes, messages between services, tools,
 * and the types of account events. With them reviews see changes of the API.
 */
export function goldens(): Golden[] {
  return [
    ...declarations(),
    { file: 'libs/contracts/golden/routes.txt', text: printRoutes() },
    { file: 'libs/contracts/golden/tools.json', text: printJson(toolOperations.map(toolOf)) },
    { file: 'libs/contracts/golden/events.json', text: printJson(messages.map(describeMessage)) },
    { file: 'libs/contracts/golden/account-events.json', text: printJson(describeAccountEvents(accountEvents)) },
  ]
}

/** One line per operation: method and path, id, owner, audience, effect; the operations without a route last. */
function printRoutes(): string {
  const inner = operations.filter((each) => each.audience !== 'reseller').toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const rows = [...routes, ...inner].map((each) => [
    each.method ?? '-',
    each.path ?? '-',
    each.id,
    each.service,
    each.audience,
    each.effect,
  ])
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

function describeMessage(message: (typeof messages)[number]) {
  return {
    id: message.id,
    kind: message.kind,
    ...(message.kind === 'event' ? { producer: message.producer } : { service: message.service }),
    payload: jsonSchemaOf(message.payload),
  }
}

/** The types of account events, and the schemas of their states: many types have the same one. */
function describeAccountEvents(types: readonly AccountEvent[]) {
  const states = new Map<string, AccountEvent['state']>()
  const nameOf = ({ type, read, version, state }: AccountEvent) => {
    const name = `${read.id}, version ${version}`
    const known = states.get(name) ?? state
    if (known !== state) throw new Error(`${type}: another type has another state of ${name}`)
    states.set(name, state)
    return name
  }
  const described = types.map((each) => {
    const { type, producer, summary } = each
    return { type, summary, producer, read: each.read.id, state: nameOf(each) }
  })
  return {
    types: described,
    states: Object.fromEntries([...states].map(([name, state]) => [name, jsonSchemaOf(state)])),
  }
}

function printJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
