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
