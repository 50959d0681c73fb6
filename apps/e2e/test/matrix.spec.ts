import { isDeepStrictEqual } from 'node:util'
import { errors } from '@nameyard/contracts/errors'
import { eventually } from '@nameyard/testing/eventually'
import { Client } from 'pg'
import { startInProcess, type Ask, type InProcess } from './in-process'
import { passing, Phases, type Wanted } from './matrix-phases'
import { ends, requests, type End, type Subject } from './matrix-requests'
import { cells, phases, type Cell } from './matrix-table'

/** A cell of the table, asked for by one request. */
interface Question extends Wanted {
  readonly cell: Cell
  /** How it ends where the table lets it pass. */
  readonly end: End | undefined
}

const questions: readonly Question[] = cells.flatMap((cell) =>
  Object.entries(requests).flatMap(([request, { row }]) =>
    row === cell.operation ? [{ cell, phase: cell.phase, request, end: ends[request]?.[cell.phase] }] : [],
  ),
)

/** Whether the request needs a domain of its own: it does not leave the domain for the next one. */
const isLasting = ({ cell, end }: Question) =>
  cell.does !== undefined && cell.does !== 'store' && (cell.does !== 'here' || end?.phase !== cell.phase)

const SHARED = 'what changes nothing'
const wanted: readonly Wanted[] = [
  ...[...phases.keys()].map((phase) => ({ phase, request: SHARED })),
  ...questions.filter(isLasting),
]

let platform: InProcess
let sql: Client
let prepared: Phases

beforeAll(async () => {
  platform = await startInProcess({ hasSandboxClock: true, worker: { REGISTRY_SANDBOX_SESSIONS: '9' } })
  sql = new Client({ connectionString: platform.databaseUrl })
  await sql.connect()
  prepared = await Phases.open(platform, sql)
  await prepared.prepare(wanted.filter(({ phase }) => !passing.has(phase)))
}, 180_000)
afterAll(async () => {
  prepared?.close()
  await sql?.end()
  await platform?.close()
}, 60_000)

const isOver = (phase: string) => phase === 'gone' || phase === 'left'
const shown = async ({ id }: Subject, phase: string) =>
  (await prepared.account('GET', `/v1/domains/${id}${isOver(phase) ? '?is_deleted=1' : ''}`)).json.data

/** What the registry and our own orders leave of a name. */
const taken = (phase: string) => phase !== 'gone' && phase !== 'failed'

it('the table and the requests name the same operations', () => {
  expect(
    [...new Set(cells.map(({ operation }) => operation))].filter(
      (row) => !questions.some((q) => q.cell.operation === row),
    ),
  ).toEqual([])
  expect(cells).toHaveLength(phases.size * new Set(Object.values(requests).map(({ row }) => row)).size)
})

describe.each([...phases])('%s', (phase, { status, deleteStatus }) => {
  // What takes its time comes last: the registry does not keep its answer to itself for ever.
  const here = questions
    .filter((question) => question.phase === phase)
    .toSorted((one, other) => Number(isLasting(one)) - Number(isLasting(other)))

  if (passing.has(phase)) {
    beforeAll(() => prepared.prepareQueued(wanted.filter((each) => each.phase === phase)), 60_000)
  }

  it('is shown as the table says', async () => {
    const subject = prepared.of({ phase, request: SHARED })
    expect(await shown(subject, phase)).toMatchObject({ status, delete_status: deleteStatus })
    const { json } = await prepared.account('GET', `/v1/domains/${subject.id}`)
    expect(json.code).toBe(isOver(phase) ? errors.domain_not_found.code : 0)
    const timeline = await prepared.account('GET', `/v1/domains/${subject.id}/timeline`)
    expect(timeline.json.data).toMatchObject({ status, delete_status: deleteStatus })
    expect(timeline.text).not.toContain('0000-00-00')
    const [name, extension] = subject.name.split('.')
    const checked = await prepared.account('POST', '/v1/domains/check', { body: { domains: [{ name, extension }] } })
    expect(checked.json.data.results).toMatchObject([{ status: taken(phase) ? 'active' : 'free' }])
  })

  it.each(here.map((question) => [question.request, question] as const))(
    '%s',
    async (request, question) => {
      const { cell, end } = question
      const subject = prepared.of(isLasting(question) ? question : { phase, request: SHARED })
      const before = await shown(subject, phase)
      const { by, method, path, body } = requests[request]!
      const ask: Ask = by ? prepared.stranger : prepared.account
      // An order like the one that made the domain is a new one all the same.
      const headers = { 'idempotency-key': `${phase} ${request}` }
      const heard = await ask(method, path(subject), { body: body?.(subject), headers })
      const answer = [heard.status, heard.json.code, heard.json.desc]
      const refused = cell.refused ?? end?.refused
      if (refused) {
        expect(answer).toEqual([errors[refused].http, errors[refused].code, expect.any(String)])
        expect(await prepared.phaseOf(subject.id)).toBe(phase)
        expect(await shown(subject, phase)).toEqual(before)
      } else {
        if (!end) throw new Error(`nothing says how ${request} ends in ${phase}`)
        expect(answer).toEqual([200, 0, expect.any(String)])
        await comesTo(subject.id, end)
        const isSeen = end.phase === phase && !(end.isUnseen ?? end.isHidden ?? end.placed)
        if (isSeen) await eventually(async () => !isDeepStrictEqual(await shown(subject, phase), before), 'a change')
        if (end.placed) await comesTo(Number(heard.json.data.id), { phase: end.placed })
      }
    },
    60_000,
  )
})

/** Waits for a row to be as a request leaves it. */
async function comesTo(id: number, { phase, isHidden }: End): Promise<void> {
  const isAfterlife = isHidden === true || isOver(phase)
  await eventually(
    async () => {
      const reached = await prepared.phaseOf(id)
      if (reached !== phase) throw new Error(`the domain is ${reached}`)
      const { rows } = await sql.query('select 1 from domains.domain where id = $1 and deleted_at is not null', [id])
      return rows.length === (isAfterlife ? 1 : 0)
    },
    `domain ${id} in ${phase}`,
    30_000,
  )
}

it('nothing of all this had no place in the life of a domain', async () => {
  const { rows } = await sql.query('select phase, event, domain, registry from domains.lifecycle_violation')
  expect(rows).toEqual([])
})
