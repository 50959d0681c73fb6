import { labelOf, policyRecords, targetIn } from './dmarc-names'

const zone = 'dmarc.example.net'

it('returns a separate CNAME target for each domain', () => {
  expect(targetIn(zone, 'example.co.uk')).toBe('_dmarc.example_co_uk._d.dmarc.example.net')
})

it('returns the policy and the consent to receive reports', () => {
  expect(policyRecords(zone, 'example.com')).toEqual([
    {
      name: '_dmarc.example_com._d.dmarc.example.net',
      value: 'v=DMARC1; p=none; rua=mailto:example_com@dmarc.example.net',
    },
    { name: 'example.com._report._dmarc.dmarc.example.net', value: 'v=DMARC1' },
  ])
})

it('encodes every name as a unique label of at most 63 octets', () => {
  const long = 'x'.repeat(63)
  const labels = [`${long}.com`, `${long}.net`, `${'x'.repeat(59)}.com`, `${'x'.repeat(60)}.com`].map(labelOf)
  expect(labels.map(({ length }) => length)).toEqual([63, 63, 63, 63])
  expect(new Set(labels).size).toBe(4)
})
