import { judge, type Evidence } from './judge'

const order = { action: 'create', name: 'a.com' } as const

/** A rehearsal in which everything went well. */
const good: Evidence = {
  clientLog: {
    requests: 3,
    retried: 1,
    unclean: [],
    unanswered: [],
    orders: [order, { action: 'renew', name: 'a.com' }, { action: 'renew', name: 'a.com' }],
    zones: new Map([['z.com', '192.0.2.1']]),
  },
  effects: new Map([
    ['create a.com', 1],
    ['renew a.com', 2],
  ]),
  charges: new Map([
    ['create a.com', 1],
    ['renew a.com', 2],
  ]),
  zones: new Map([['z.com', '192.0.2.1']]),
  unfinished: [],
  deadLetters: [],
  errors: [],
  ledger: [],
  transactions: 4,
  lost: [],
}

const brokenOf = (evidence: Evidence) =>
  judge(evidence)
    .filter(({ broken }) => broken.length > 0)
    .map(({ rule, broken }) => `${rule} | ${broken.join('; ')}`)

it('finds nothing in a rehearsal in which everything went well', () => expect(brokenOf(good)).toEqual([]))

it.each<[string, Partial<Evidence>, string]>([
  [
    'a lost connection',
    { clientLog: { ...good.clientLog, unclean: ['GET /v1/domains: ECONNREFUSED'] } },
    'every failed request was a 503 with Retry-After | GET /v1/domains: ECONNREFUSED',
  ],
  [
    'a request without an answer',
    { clientLog: { ...good.clientLog, unanswered: ['GET /v1/domains'] } },
    'every request has an answer | GET /v1/domains',
  ],
  [
    'an order that was carried out twice',
    { effects: new Map([...good.effects, ['create a.com', 2]]) },
    'every accepted order has one effect | create a.com: 1 times accepted, 2 times carried out',
  ],
  [
    'an order that was lost',
    { effects: new Map([['create a.com', 1]]) },
    'every accepted order has one effect | renew a.com: 2 times accepted, 0 times carried out',
  ],
  [
    'an order that nobody placed',
    { effects: new Map([...good.effects, ['create b.com', 1]]) },
    'every accepted order has one effect | create b.com: 0 times accepted, 1 times carried out',
  ],
  [
    'an order that was charged twice',
    { charges: new Map([...good.charges, ['create a.com', 2]]) },
    'every accepted order has one charge | create a.com: 1 times accepted, 2 times charged',
  ],
  [
    'a lost change of a zone',
    { zones: new Map([['z.com', '192.0.2.9']]) },
    'every acknowledged zone is stored | z.com: 192.0.2.1 acknowledged, 192.0.2.9 stored',
  ],
  [
    'a broken rule of the ledger',
    { ledger: ['an order is settled once: x'] },
    'the ledger adds up | an order is settled once: x',
  ],
  [
    'a dead letter',
    { deadLetters: ['domains.domain-ended: unknown'] },
    'no message could not be handled | domains.domain-ended: unknown',
  ],
  ['an error in the log', { errors: ['orders old | …'] }, 'no service logged an error | orders old | …'],
  [
    'an order that has not ended',
    { unfinished: ['create of a.com is submitted'] },
    'no work is left | create of a.com is submitted',
  ],
  [
    'a process that crashed',
    { lost: ['old dns: exit code 1'] },
    'every process ran until it was stopped | old dns: exit code 1',
  ],
])('finds %s', (_, planted, found) => expect(brokenOf({ ...good, ...planted })).toEqual([found]))

it('takes a rehearsal without any order for a failed one', () => {
  const idle = { ...good.clientLog, requests: 0, orders: [], zones: new Map() }
  const found = brokenOf({ ...good, clientLog: idle, effects: new Map(), charges: new Map(), transactions: 0 })
  expect(found).toHaveLength(6)
  expect(found[0]).toContain('nothing was compared')
})
