import { isDeepStrictEqual } from 'node:util'
import { Client } from 'pg'
import { errors } from '@nameyard/contracts/errors'
import { eventually } from '@nameyard/testing/eventually'
import { startInProcess, type Ask, type InProcess } from './in-process'
import { patientWorker, Phases, queuedPhases, type Wanted } from './matrix-phases'
import { ends, requests, type End, type Subject } from './matrix-requests'
import { cells, phases, type Cell } from './matrix-table'

/** One request that tests a cell of the table. */
interface Question extends Wanted {
  readonly cell: Cell
  /** The result, if the table allows the request. */
  readonly end: End | undefined
}

const questions: readonly Question[] = cells.flatMap((cell) =>
  Object.entries(requests).flatMap(([request, { row }]) =>
    row === cell.operation ? [{ cell, phase: cell.phase, request, end: ends[request]?.[cell.phase] }] : [],
  ),
)

/** Whether the request needs its own domain, because it changes the domain for the next request. */
const needsOwnDomain = ({ cell, end }: Question) =>
  cell.does !== undefined && cell.does !== 'store' && (cell.does !== 'here' || end?.phase !== cell.phase)

const SHARED = 'what changes nothing'
const wanted: readonly Wanted[] = [
  ...[...phases.keys()].map((phase) => ({ phase, request: SHARED })),
  ...questions.filter(needsOwnDomain),
]

let platform: InProcess
let sql: Client
let prepared: Phases

beforeAll(async () => {
  // Two requests are answered at the end of this wait: the registry has not answered yet.
  const domains = { SETTLEMENT_WAIT_MS: '12000' }
  platform = await startInProcess({ hasSandboxClock: true, worker: patientWorker, domains })
  sql = new Client({ connectionString: platform.databaseUrl })
  await sql.connect()
  prepared = await Phases.open(platform, sql)
  await prepared.prepare(wanted.filter(({ phase }) => !queuedPhases.has(phase)))
})
afterAll(async () => {
  prepared?.close()
  await sql?.end()
  await platform?.close()
})

const isOver = (phase: string) => phase === 'purged' || phase === 'transferredAway'
const shown = async ({ id }: Subject, phase: string) =>
  (await prepared.account('GET', `/v1/domains/${id}${isOver(phase) ? '?is_deleted=1' : ''}`)).json.data

/** Whether the name of a domain in this phase is taken. */
const taken = (phase: string) => phase !== 'purged' && phase !== 'failed'

it('the published table and the requests have the same operations', () => {
  expect(
    [...new Set(cells.map(({ operation }) => operation))].filter(
      (row) => !questions.some((q) => q.cell.operation === row),
    ),
  ).toEqual([])
  expect(cells).toHaveLength(phases.size * new Set(Object.values(requests).map(({ row }) => row)).size)
})

describe.each([...phases])('%s', (phase, { status, deleteStatus }) => {
  // Requests that change the domain run last, so that the shared domain stays in its phase for the others.
  const here = questions
    .filter((question) => question.phase === phase)
    .toSorted((one, other) => Number(needsOwnDomain(one)) - Number(needsOwnDomain(other)))

  if (queuedPhases.has(phase)) {
    beforeAll(() => prepared.prepareQueued({ phase, request: SHARED }))
    afterAll(() => prepared.answerQueued())
  }

  it('shows the status of the published table', async () => {
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

  it.each(here.map((question) => [question.request, question] as const))('%s', async (request, question) => {
    const { cell, end } = question
    const isLastQueued = queuedPhases.has(phase) && needsOwnDomain(question)
    if (isLastQueued) await prepared.prepareQueued(question)
    const subject = prepared.of(needsOwnDomain(question) ? question : { phase, request: SHARED })
    const before = await shown(subject, phase)
    const { by, method, path, body } = requests[request]!
    const ask: Ask = by ? prepared.stranger : prepared.account
    // With its own key, an order that equals an earlier one is a new order.
    const headers = { 'idempotency-key': `${phase} ${request}` }
    const response = await ask(method, path(subject), { body: body?.(subject), headers })
    const answer = [response.status, response.json.code, response.json.desc]
    const refused = cell.refused ?? end?.refused
    if (refused) {
      expect(answer).toEqual([errors[refused].http, errors[refused].code, expect.any(String)])
      expect(await prepared.phaseOf(subject.id)).toBe(phase)
      expect(await shown(subject, phase)).toEqual(before)
    } else {
      if (!end) throw new Error(`matrix-requests.ts has no result of ${request} in ${phase}`)
      expect(answer).toEqual([200, 0, expect.any(String)])
      if (isLastQueued) await prepared.answerQueued()
      await reaches(subject.id, end)
      const isChanged = end.phase === phase && !(end.isUnchanged ?? end.isHidden ?? end.placed)
      if (isChanged) await eventually(async () => !isDeepStrictEqual(await shown(subject, phase), before), 'a change')
      if (end.placed) await reaches(Number(response.json.data.id), { phase: end.placed })
    }
  })
})

/** Waits until a domain is in the expected phase, and deleted if the result says so. */
async function reaches(id: number, { phase, isHidden }: End): Promise<void> {
  const isDeleted = isHidden === true || isOver(phase)
  await eventually(async () => {
    const reached = await prepared.phaseOf(id)
    if (reached !== phase) throw new Error(`the domain is ${reached}`)
    const { rows } = await sql.query('select 1 from domains.domain where id = $1 and deleted_at is not null', [id])
    return rows.length === (isDeleted ? 1 : 0)
  }, `domain ${id} in ${phase}`)
}

it('no test of this file causes an unknown transition of a domain', async () => {
  const { rows } = await sql.query('select phase, event, domain, registry from domains.lifecycle_violation')
  expect(rows).toEqual([])
})
