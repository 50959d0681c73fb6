import { registryPeriods } from '@nameyard/contracts/registry/registry-periods'
import { acceptedPeriod } from './period'

const m = (min: number, max = min) => ({ unit: 'm' as const, min, max })
const y = (min: number, max = min) => ({ unit: 'y' as const, min, max })

it.each([
  ['a year where all years are accepted', undefined, 1, '1 y'],
  ['ten years where all years are accepted', undefined, 10, '10 y'],
  ['a year at .nl', [m(1), m(3), m(12)], 1, '12 m'],
  ['eight years at .se', [m(12, 99), y(9, 10)], 8, '96 m'],
  ['nine years at .se, which the schema has in years only', [m(12, 99), y(9, 10)], 9, '9 y'],
  ['a year of renewal at .no', [m(1, 12)], 1, '12 m'],
  ['two years at .ee', [m(3), m(6), m(9), y(1, 10)], 2, '2 y'],
])('sends %s in the unit of the registry', (_, accepted, years, sent) => {
  const periods = registryPeriods.parse({ create: accepted })
  const { value, unit } = acceptedPeriod({ value: years, unit: 'y' }, periods.create)
  expect(`${value} ${unit}`).toBe(sent)
})

it('sends no length that the registry does not accept', () => {
  expect(() => acceptedPeriod({ value: 2, unit: 'y' }, [m(1, 12)])).toThrow(/^period: .* 2 years$/)
})
