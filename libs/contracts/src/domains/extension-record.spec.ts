import { extensionRecord } from './extension-record'

const faultsOf = (given: object) =>
  (extensionRecord.safeParse(given).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)

it('needs a suffix only, of one or more labels', () => {
  expect(extensionRecord.parse({ suffix: 'co.example' })).toMatchObject({
    suffix: 'co.example',
    registry: { dialect: 'rfc' },
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
    registry: { dialect: 'klingon' },
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

it('refuses additional data of orders that the API has no field for', () => {
  const properties = { colour: { title: 'Colour' } }
  expect(faultsOf({ suffix: 'example', additionalData: { order: { properties } } })).toEqual([
    'additionalData.order.properties.colour: is no field of additional_data in orders',
  ])
  expect(faultsOf({ suffix: 'example', additionalData: { registrant: { properties } } })).toEqual([])
})
