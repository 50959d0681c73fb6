import { extensionRecord } from './extension-record'

const faultsOf = (given: object) =>
  (extensionRecord.safeParse(given).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)

it('needs a suffix only, of one or more labels', () => {
  expect(extensionRecord.parse({ suffix: 'co.example' })).toMatchObject({
    suffix: 'co.example',
    registry: { dialect: 'plain' },
    periods: { min: 1, max: 10 },
    quarantine: { softDays: 30, hardDays: 30 },
    verified: false,
  })
})

it('keeps what is given of a group and adds the defaults of the rest', () => {
  expect(extensionRecord.parse({ suffix: 'example', grace: { addDays: 2 } }).grace).toEqual({
    addDays: 2,
    renewDays: 5,
    transferDays: 5,
    autoRenewDays: 45,
  })
})

it('names every fault at once: unknown fields, wrong values, and rules that contradict each other', () => {
  const faults = faultsOf({
    suffix: '.Example',
    colour: 'red',
    registry: { dialect: 'Klingon' },
    periods: { min: 3, max: 2 },
    hosts: { min: 5, max: 4 },
    contacts: { model: 'prohibited' },
    dnssec: { maxRecords: 0 },
    transfer: { model: 'immediate' },
    eligibility: { countries: ['NL'] },
    launchPhase: 'sunrise',
    isTraded: true,
    isTransferable: false,
    additionalData: {
      order: {
        properties: { vat: { title: 'VAT', enum: ['1'], oneOf: [{ const: '1', title: 'One' }] } },
        required: ['b'],
      },
    },
  })
  const paths = faults.map((fault) => fault.slice(0, fault.indexOf(':')))
  expect(paths.toSorted()).toEqual(
    [
      '',
      'additionalData.order.properties.vat',
      'additionalData.order.required.0',
      'contacts.roles',
      'dnssec.maxRecords',
      'eligibility.audience',
      'hosts.max',
      'isTraded',
      'launchPhase',
      'periods.max',
      'registry.dialect',
      'suffix',
      'transfer.approvedBy',
      'transfer.waitDays',
    ].toSorted(),
  )
  expect(faults).toContain('periods.max: is less than min')
})

it.each(['', '.com', 'Com', 'co..uk', '-a', 'a-', 'bücher', 'a_b', `${'a'.repeat(64)}`])(
  'refuses the suffix "%s"',
  (suffix) => {
    expect(faultsOf({ suffix })[0]).toMatch(/^suffix: /)
  },
)

it('refuses a value that is no object', () => {
  for (const given of [null, 'com', 7, []]) expect(faultsOf(given as never)).toHaveLength(1)
})

it('takes additional data of any name, of orders and of registrants', () => {
  const properties = { colour: { title: 'Colour' } }
  const additionalData = { order: { properties }, registrant: { properties } }
  expect(faultsOf({ suffix: 'example', additionalData })).toEqual([])
  expect(
    faultsOf({ suffix: 'example', additionalData: { order: { properties: { Colour: { title: 'C' } } } } }),
  ).toHaveLength(1)
})

it('counts contacts by role, and refuses counts that orders cannot have', () => {
  const of = (contacts: object) => faultsOf({ suffix: 'example', contacts })
  const nl = { admin: { min: 1 }, tech: { min: 1, max: 10 }, billing: { max: 0 } }
  expect(of({ roles: ['admin', 'tech'], counts: { create: nl, update: { owner: { max: 0 } } } })).toEqual([])
  expect(of({ counts: { create: { tech: { min: 1, max: 0 } } } })).toEqual([
    'contacts.counts.create.tech.max: is less than min',
  ])
  expect(of({ roles: [], counts: { create: { tech: { min: 1 } } } })).toEqual([
    'contacts.counts.create.tech.min: must be 0: tech is not one of roles',
  ])
  expect(of({ counts: { create: { owner: { max: 0 } } } })).toEqual([
    'contacts.counts.create.owner.max: must not be 0 where a domain needs a registrant',
  ])
  expect(of({ model: 'prohibited', roles: [], counts: { update: { owner: { min: 1 } } } })).toEqual([
    'contacts.counts.update.owner.min: must be 0 where contacts are prohibited',
  ])
  expect(of({ counts: { renew: {} } })).toHaveLength(1)
})

it('needs a tag where losing registrars push, and nowhere else', () => {
  const of = (transfer: object) => faultsOf({ suffix: 'example', transfer })
  const push = { model: 'push', waitDays: 0, approvedBy: 'nobody' }
  expect(of({ ...push, tag: 'NAMEYARD' })).toEqual([])
  expect(of({ ...push, tag: 'NAMEYARD', isCancelable: false })).toEqual([])
  expect(of(push)).toEqual(['transfer.tag: is missing: losing registrars push to it'])
  expect(of({ tag: 'NAMEYARD' })).toEqual(['transfer.tag: is used only where the losing registrar pushes'])
})

describe('the lengths that a registry accepts', () => {
  const of = (periods: object, rest: object = {}) => faultsOf({ suffix: 'example', registry: { periods }, ...rest })
  const m = (min: number, max = min) => ({ unit: 'm', min, max })
  const y = (min: number, max = min) => ({ unit: 'y', min, max })

  it.each([
    ['months alone', { create: [m(1), m(3), m(12)] }, { periods: { max: 1 }, isRenewable: false }],
    [
      'months, and years where months exceed the schema',
      { create: [m(12, 99), y(9, 10)], renew: [m(12, 99), y(9, 10)] },
      {},
    ],
    ['a year, renewed by months', { create: [y(1)], renew: [m(1, 12)] }, { periods: { max: 1 } }],
    ['months and years', { create: [m(3), m(6), m(9), y(1, 10)] }, {}],
    ['more than is sold', { create: [y(1, 10)] }, { periods: { min: 2, max: 5 } }],
  ])('can be %s', (_, periods, rest) => {
    expect(of(periods, rest)).toEqual([])
  })

  it('include each period that can be ordered, and each that can be renewed', () => {
    expect(of({ create: [m(1), m(3), m(12)] })).toEqual([
      'registry.periods.create: has no length of 2 years, which can be ordered',
    ])
    expect(of({ renew: [y(2, 10)] }, { periods: { min: 2 } })).toEqual([
      'registry.periods.renew: has no length of 1 year, which can be ordered',
    ])
    // RFC 5731 has no period of 108 months.
    expect(of({ create: [m(12, 99)] })).toEqual([
      'registry.periods.create: has no length of 9 years, which can be ordered',
    ])
  })

  it('are refused with the path of each fault', () => {
    expect(of({ create: [{ unit: 'q', min: 1, max: 4 }], renew: [m(0, 100), m(6, 3)], transfer: [] })).toEqual([
      expect.stringMatching(/^registry\.periods\.create\.0\.unit: /),
      expect.stringMatching(/^registry\.periods\.renew\.0\.min: /),
      expect.stringMatching(/^registry\.periods\.renew\.0\.max: /),
      'registry.periods.renew.1.max: is less than min',
      expect.stringMatching(/^registry\.periods: .*transfer/),
    ])
    expect(of({ create: [] })).toEqual([expect.stringMatching(/^registry\.periods\.create: /)])
    expect(of({ renew: [y(1)] }, { periods: { max: 1 }, isRenewable: false })).toEqual([
      'registry.periods.renew: is used only where registrars renew',
    ])
  })
})
