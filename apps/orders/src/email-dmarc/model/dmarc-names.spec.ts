import { labelOf, policyRecords, targetIn } from './dmarc-names'

const zone = 'dmarc.example.net'

it('leads to a name of its own for each domain', () => {
  expect(targetIn(zone, 'example.co.uk')).toBe('_dmarc.example_co_uk._d.dmarc.example.net')
})

it('keeps the policy there, and the consent to get its reports', () => {
  expect(policyRecords(zone, 'example.com')).toEqual([
    {
      name: '_dmarc.example_com._d.dmarc.example.net',
      value: 'v=DMARC1; p=none; rua=mailto:example_com@dmarc.example.net',
    },
    { name: 'example.com._report._dmarc.dmarc.example.net', value: 'v=DMARC1' },
  ])
})

it('fits every name into one label, and gives no two the same one', () => {
  const long = 'x'.repeat(63)
  const labels = [`${long}.com`, `${long}.net`, `${'x'.repeat(59)}.com`, `${'x'.repeat(60)}.com`].map(labelOf)
  expect(labels.map(({ length }) => length)).toEqual([63, 63, 63, 63])
  expect(new Set(labels).size).toBe(4)
})
