import fc from 'fast-check'
import { mutated, propertySettings, within } from '@nameyard/testing/property'
import { parseZoneFile } from './zone-file'
import { parseRecord } from './zone-record'

const files = [
  `$ORIGIN example.com.
$TTL 1h30m
@ IN SOA ns1 hostmaster ( 1 ; serial
  2 3 4 5 )
  NS ns1
ns1 300 IN A 192.0.2.1
www CNAME @
@ TXT "v=spf1 -all" a="b c"
@ MX 10 mail
_sip._tcp SRV 1 2 3 sip.example.com.
$GENERATE 1-3/2 host-\${0,3,x} A 192.0.2.$
x TYPE65280 \\# 4 0a000001
`,
  '; <<>> DiG 9.18 <<>> axfr example.com\nexample.com.\t3600\tIN\tA\t192.0.2.1\n',
  '\ufeff@ 0 CH TXT x\r\n\ta 1w2d A 1.2.3.4\r',
].map((file) => Buffer.from(file))

const words = ['(', ')', '"', '\\', '\\000', ';', '\n', '$GENERATE 0-9999999999 $ A $', '${', '}', '$INCLUDE x', '\0']
const long = ['$ORIGIN ' + 'a.'.repeat(200), 'x'.repeat(3_000), '9'.repeat(400), '${-9999999999,99,N}'.repeat(50)]

const policy = { min: 60, max: 86_400 }

describe('zone files of hostile clients', () => {
  it('give records and at most 100 faults', () => {
    fc.assert(
      fc.property(mutated(files, [...words, ...long]), (file) => {
        const { records, faults } = within(2_000, () => parseZoneFile(file.toString(), 'example.com'))
        expect(faults.length).toBeLessThanOrEqual(100)
        for (const { given, origin } of records.slice(0, 50))
          expect(parseRecord(given, 'example.com', policy as never, origin)).toHaveProperty('ok')
      }),
      propertySettings(1_500),
    )
  })

  it.each([
    ['parentheses', '('.repeat(1_000_000)],
    ['quotation marks', '"a" '.repeat(250_000)],
    ['unclosed quotation marks', 'a="'.repeat(300_000)],
    ['backslashes', '\\'.repeat(1_000_001)],
    ['empty lines', '\n'.repeat(1_000_000)],
    ['comments', ';'.repeat(1_000_000)],
    ['one word', 'x'.repeat(1_000_000)],
    ['units of time', `a ${'1h'.repeat(500_000)} A 192.0.2.1`],
  ])('are read in time if they are a million %s', (_, file) => {
    within(5_000, () => parseZoneFile(file, 'example.com'))
  })

  it('cannot make a huge zone from a small $GENERATE line', () => {
    const file = `$GENERATE 1-4096 $ TXT ${'x'.repeat(1_000_000)}`
    expect(parseZoneFile(file, 'example.com')).toEqual({
      records: [],
      faults: [{ line: 1, problem: expect.stringContaining('at most 2000 characters') }],
    })
  })
})
