import { SettableClock } from '@nameyard/testing/clock'
import { Exercised } from './exercised'
import { twoEdges, type Edges } from './two-edges'

/** People cannot lock others out, and guessing stays bounded. */

/** It stands still, so a wait ends only when a test says so. */
const clock = new SettableClock()
let edges: Edges
beforeAll(async () => void (edges = await twoEdges({}, new Exercised(), clock)))
afterAll(() => edges?.close())

const waiting = { status: 429, code: 50, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } }

let networks = 0
/** An address in a /64 that no other test uses. */
const stranger = () => `2001:db8:${(networks += 1).toString(16)}::1`

/** Returns the statuses of so many requests, ten of them at a time. */
async function statusesOf(count: number, ask: (at: number) => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = []
  while (statuses.length < count) {
    const asked = Array.from({ length: Math.min(10, count - statuses.length) }, (_, at) => ask(statuses.length + at))
    statuses.push(...(await Promise.all(asked)).map(({ status }) => status))
  }
  return statuses
}

it('four logins in a few seconds from each of 20 clients behind one address all succeed', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => edges.account()))
  const answers = await Promise.all(
    people.flatMap(({ username, password }) =>
      [0, 1, 0, 1].map((edge) => edges.logIn(edge as 0 | 1, username, password, '203.0.113.20')),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 80 }, () => 200))
})

it('programs behind one address log in while others of them fail a few times', async () => {
  const { username, password } = await edges.account()
  const other = await edges.account()
  for (let i = 0; i < 6; i++) await edges.logIn(0, other.username, 'wrong password', '203.0.113.21')
  for (let i = 0; i < 8; i++) {
    expect(await edges.logIn(1, username, password, '203.0.113.21')).toMatchObject({ status: 200 })
  }
})

it('a wait is an immediate answer that grows with each failure, also for the right password', async () => {
  const { username, password } = await edges.account()
  const from = '203.0.113.22'
  for (let i = 0; i < 5; i++) {
    expect(await edges.logIn(0, username, 'wrong password', from)).toMatchObject({ status: 401, code: 196 })
  }
  const waits: number[] = []
  for (let i = 0; i < 3; i++) {
    // The wait has not ended at the answer, so the answer itself does not wait.
    const refused = await edges.logIn(1, username, password, from)
    expect(refused).toMatchObject(waiting)
    waits.push(Number(refused.headers['retry-after']))
    clock.advance(waits.at(-1)! * 1000)
    if (i < 2) await edges.logIn(0, username, 'wrong password', from)
  }
  expect(waits).toEqual([1, 2, 4])
  expect(await edges.logIn(0, username, password, from)).toMatchObject({ status: 200 })
})

it('wrong passwords of strangers do not lock out the owner, whose tokens and keys keep working', async () => {
  const { boss: username, password } = await edges.account()
  const own = '203.0.113.23'
  const { token } = (await edges.logIn(0, username, password, own)).data
  const made = await edges.ask(0, 'POST', '/v1/keys', { token, body: { name: 'program', scope: ['read'] }, from: own })
  const key = made.data.key as string
  const statuses = await statusesOf(150, () => edges.logIn(0, username, 'wrong password', stranger()))
  // The botnet has many networks. It tries a hundred passwords, and no more.
  expect(statuses.sort()).toEqual([...Array.from({ length: 100 }, () => 401), ...Array.from({ length: 50 }, () => 429)])
  expect(await edges.logIn(1, username, password, stranger())).toMatchObject(waiting)
  for (let i = 0; i < 4; i++) expect(await edges.logIn(1, username, password, own)).toMatchObject({ status: 200 })
  for (const credential of [token, key]) {
    const used = await edges.ask(1, 'GET', '/v1/contacts', { token: credential, from: stranger() })
    expect(used).toMatchObject({ status: 200 })
  }
  await edges.restartOwner()
  expect(await edges.logIn(0, username, password, stranger())).toMatchObject(waiting)
  expect(await edges.logIn(0, username, password, own)).toMatchObject({ status: 200 })
})

it('one network cannot try the names of many accounts', async () => {
  const { username, password } = await edges.account()
  const guess = (at: number) => edges.logIn(0, `name ${at}`, 'wrong password', `2001:db8:f:f::${at}`)
  const statuses = await statusesOf(105, guess)
  expect(statuses.filter((status) => status === 401)).toHaveLength(100)
  expect(await edges.logIn(1, username, password, '2001:db8:f:f::2')).toMatchObject(waiting)
  expect(await edges.logIn(1, username, password, '2001:db8:f:e::2')).toMatchObject({ status: 200 })
})
