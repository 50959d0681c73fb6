import { randomUUID } from 'node:crypto'
import type { RoutedOperation } from '@nameyard/contracts/operations'
import { printQuery } from '@nameyard/contracts/primitives/query'
import { descriptionOf, type ApiDescription } from './api-description'
import { startInProcess, type Ask, type HttpResponse, type InProcess } from './in-process'
import { fieldsOf, has, identifies, set, type Field } from './isolation-fields'
import {
  codesOfTakenNames,
  comparable,
  createObjects,
  meaningOf,
  recreateObjects,
  unknownLike,
  type Kind,
} from './isolation-objects'

/**
 * No reseller can read, change or infer the objects of another. The cases come from the list of operations and their
 * schemas: every field that may name an object gets an object of another account, and then one that does not exist.
 */

type Whose = 'own' | 'others' | 'unknown'
type Input = Record<Field['place'], Record<string, unknown>>

let platform: InProcess
let api: ApiDescription
let own: Ask
let other: Ask
let objects: Record<Whose, Record<Kind, unknown>>

beforeAll(async () => {
  platform = await startInProcess()
  api = await descriptionOf(platform)
  ;[own, other] = [await platform.open('mallory'), await platform.open('alice-b')]
  const [mine, others] = [
    await createObjects('mallory', own, platform.sandbox),
    await createObjects('alice-b', other, platform.sandbox),
  ]
  objects = { own: mine, others, unknown: unknownLike(others) }
})
afterAll(() => platform?.close())

/** Returns the fields of an operation that name an object, with the kind of the object. */
const namingFields = (operation: RoutedOperation) =>
  fieldsOf(operation).flatMap((field) => {
    const meaning = identifies(field) ? meaningOf(field.spelling) : undefined
    return meaning === undefined || meaning === 'content' ? [] : [{ ...field, kind: meaning }]
  })

let lastName = 0

/** The published example of an operation, with objects of the own account and new names. */
function usualInput(operation: RoutedOperation): { input: Input; fresh: unknown[] } {
  const input: Input = {
    params: { version: 1 },
    query: {},
    body: { ...api.exampleOf(operation) } as Input['body'],
  }
  const fresh: unknown[] = []
  for (const { place, path, kind, spelling } of namingFields(operation)) {
    if (place !== 'params' && !has(input[place], path)) continue
    let value = objects.own[kind]
    if (spelling in codesOfTakenNames) {
      const label = `fresh-${(lastName += 1) + 10_000}`
      value = kind === 'domain' ? { name: label, extension: 'com' } : label
      fresh.push(value)
    }
    input[place] = set(input[place], path, value)
  }
  return { input, fresh }
}

const pathOf = ({ path }: RoutedOperation, params: Input['params']) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))

function send(ask: Ask, operation: RoutedOperation, { params, query, body }: Input): Promise<HttpResponse> {
  const path = pathOf(operation, params)
  const search = new URLSearchParams(printQuery(query)).toString()
  // With a new key, because a repeated order is answered with a warning.
  const headers = { 'idempotency-key': randomUUID() }
  const sent = { headers, ...(api.exampleOf(operation) && { body }) }
  return ask(operation.method, search ? `${path}?${search}` : path, sent)
}

/** Sends a request of the own account, with the given fields set to objects of `whose`. */
async function answerFor(operation: RoutedOperation, fields: readonly (Field & { kind: Kind })[], whose: Whose) {
  if (operation.method === 'DELETE') await recreateObjects(objects.own, own)
  const { input, fresh } = usualInput(operation)
  for (const { place, path, kind } of fields) input[place] = set(input[place], path, objects[whose][kind])
  const response = await send(own, operation, input)
  return { response, result: comparable(response, [...fresh, ...fields.map(({ kind }) => objects[whose][kind])]) }
}

/** Reads whose query must name an object. */
const needDomain: ReadonlySet<string> = new Set([
  'approver-emails.list',
  'customer-requirements.list',
  'dmarc-orders.get',
  'domain-requirements.list',
  'domains.prices',
])

/** Parts that the platform does not store, so a request for them is refused. */
const notStored: ReadonlySet<string> = new Set(['with_api_history'])

/** Reads that leave something that another read shows: a link to an order, and the event that a code was disclosed. */
const leavingTraces: ReadonlySet<string> = new Set(['dmarc-orders.sso', 'domains.get-authcode'])

/** Returns all that an account can read of its objects, without the time of the read and without links, which are new each time. */
async function everythingOf(ask: Ask, whose: Whose) {
  const answers: Record<string, unknown> = {}
  for (const operation of api.operations.filter(({ id, method }) => method === 'GET' && !leavingTraces.has(id))) {
    const input: Input = { params: { version: 1 }, query: {}, body: {} }
    for (const { place, path, kind } of namingFields(operation)) {
      const isNeeded = place === 'params' || needDomain.has(operation.id)
      if (isNeeded) input[place] = set(input[place], path, objects[whose][kind])
    }
    for (const { path } of fieldsOf(operation)) {
      if (path.length === 1 && path[0]!.startsWith('with_') && !notStored.has(path[0]!)) input.query[path[0]!] = true
    }
    const { json } = await send(ask, operation, input)
    answers[operation.id] = JSON.parse(
      JSON.stringify(json, (key, value) => (/^last_.*_at$|^as_of$|^url$|^delegation$/.test(key) ? 0 : value)),
    )
  }
  return answers
}

const withoutTrail = (answers: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(answers).filter(([id]) => !id.startsWith('audit.') && id !== 'mail-deliveries.list'),
  )

it('every identifying field of every operation is classified for this test', () => {
  const unclassified = api.operations
    .flatMap(fieldsOf)
    .filter((field) => identifies(field) && meaningOf(field.spelling) === undefined)
  expect(unclassified.map(({ spelling }) => spelling)).toEqual([])
})

it('accepts every object in a PUT as a GET returned it, and changes nothing', async () => {
  const readers = api.operations.filter(({ method }) => method === 'GET')
  const writers = api.operations.filter(({ method }) => method === 'PUT')
  const checked: string[] = []
  for (const writer of writers) {
    const path = writer.path === '/v1/resellers/:id' ? '/v1/resellers' : writer.path
    const reader = readers.find((each) => each.path === path)
    // A webhook refuses fields that it does not know, also those that only its read shows.
    if (!reader || writer.id === 'webhooks.update') continue
    checked.push(writer.id)
    const input = (operation: RoutedOperation): Input => {
      const { params } = usualInput(operation).input
      const query = Object.fromEntries(
        fieldsOf(operation).flatMap((field) => {
          const name = field.path[0]!
          // A PUT takes changes of records, not the records that a GET returns.
          const isPart = name.startsWith('with_') && name !== 'with_records'
          return field.place === 'query' && isPart ? [[name, true]] : []
        }),
      )
      return { params, query, body: {} }
    }
    const read = async () => {
      const { data } = (await send(own, reader, input(reader))).json
      // The log of the account goes on meanwhile, because each change of an object is an event.
      return writer.id === 'event-consumers.set' ? { ...data, newest: 0, behind: 0, last_used_at: '' } : data
    }
    const before = await read()
    const answer = await own('PUT', pathOf(writer, input(writer).params), { body: before })
    expect([writer.id, answer.json.desc, answer.status, answer.json.warnings]).toEqual([writer.id, '', 200, []])
    expect([writer.id, await read()]).toEqual([writer.id, before])
  }
  // Certificates, consumers of events, contacts, customers, domains, groups, hosts, settings of mails, how mails look, the account,
  // the demand of a second factor, roles, zones.
  expect(checked).toHaveLength(13)
})

it('every read succeeds with objects of the own account', async () => {
  const reads = await everythingOf(own, 'own')
  expect(Object.entries(reads).filter(([, answer]) => (answer as { code: number }).code !== 0)).toEqual([])
})

it('lists no object of another account', async () => {
  const { customer, email, zone, username, reseller, template, nameserver, group, tag } = objects.others
  const reads = JSON.stringify(await everythingOf(own, 'own'))
  const names = [customer, email, zone, username, template, nameserver, group, tag]
  const secrets = [...names, `"reseller_id":${reseller}`].map(String)
  expect(secrets.filter((secret) => reads.includes(secret))).toEqual([])
})

it('returns the same for objects of another account as for unknown objects, and changes none of them', async () => {
  // The audit trail of the account says that its auth codes were read, by `everythingOf`. Everyone may ask for a password reset,
  // which mails a person of the account.
  const objectsOf = async () => withoutTrail(await everythingOf(other, 'others'))
  const before = await objectsOf()
  const differences: unknown[] = []
  let cases = 0
  for (const operation of api.operations) {
    const fields = namingFields(operation)
    const alone = fields.map((field) => [field])
    for (const tried of fields.length > 1 ? [...alone, fields] : alone) {
      cases += 1
      const what = tried.map(({ spelling }) => spelling).join(' + ')
      const others = await answerFor(operation, tried, 'others')
      if (others.response.status >= 500) differences.push({ what, response: others.response.text })
      const codes = tried.length === 1 ? codesOfTakenNames[what] : undefined
      if (codes) {
        // No request for an unknown name: it would create the object in the own account.
        if (!codes.includes(others.response.json.code))
          differences.push({ what, codes, response: others.response.text })
      } else {
        const unknown = await answerFor(operation, tried, 'unknown')
        const [result, expected] = [JSON.stringify(others.result), JSON.stringify(unknown.result)]
        if (result !== expected) differences.push({ what, result, expected })
      }
      const leaked = [objects.others.customer, objects.others.email, `"reseller_id":${objects.others.reseller}`]
        .filter((secret) => !tried.some(({ kind }) => objects.others[kind] === secret))
        .filter((secret) => others.response.text.includes(String(secret)))
        // Events show the handles that this account itself has put into its domains before.
        .filter((secret) => operation.id !== 'event-consumers.poll' || secret !== objects.others.customer)
      if (leaked.length) differences.push({ what, leaked })
    }
  }
  expect(differences).toEqual([])
  expect(cases).toBeGreaterThan(40)
  expect(await objectsOf()).toEqual(before)
})

it('keeps the idempotency keys of accounts apart', async () => {
  const operation = api.operations.find(({ id }) => id === 'customers.create')!
  const body = api.exampleOf(operation)
  const headers = { 'idempotency-key': 'the same one' }
  const [theirs, ours] = [
    await other('POST', operation.path, { body, headers }),
    await own('POST', operation.path, { body, headers }),
  ]
  expect([theirs.status, ours.status]).toEqual([200, 200])
  expect(ours.headers['idempotency-replayed']).toBeUndefined()
  expect(ours.json.data.handle).not.toBe(theirs.json.data.handle)
})

it('returns the same for a domain of another account as for a domain at another registrar', async () => {
  const checked = async (name: string) => {
    const { text } = await own('POST', '/v1/domains/check', { body: { domains: [{ name, extension: 'com' }] } })
    return text.replaceAll(name, '<it>')
  }
  expect(await checked(String(objects.others.label))).toBe(await checked('taken'))
})
