import { isMistypedVat } from './vat-number'

describe('a VAT number', () => {
  it.each(['DE12345678', 'AT123456789', 'el 12345678', 'PL.123456789'])('%s is mistyped', (vat) => {
    expect(isMistypedVat(vat)).toBe(true)
  })

  it.each([
    '',
    'NL1',
    'DE 129273398',
    'EL123456789',
    'NL123456789B01',
    'ESX1234567L',
    'GB123',
    'CHE-123',
    '5560360793',
  ])('%s is not validated', (vat) => expect(isMistypedVat(vat)).toBe(false))
})
