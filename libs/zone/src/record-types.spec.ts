import { parseRdata, presentRdata, printRdata } from './record-type'
import { recordTypes } from './record-types'
import { codeOf, mnemonicOf } from './type-code'

const type = (name: string) => {
  const found = recordTypes.get(name)
  if (!found) throw new Error(`no type ${name}`)
  return found
}
const text = (value: string) => Buffer.from(value, 'latin1').toString('hex')
const sha1 = 'ab'.repeat(20)
const sha256 = 'cd'.repeat(32)

describe('valid records', () => {
  it.each<[type: string, prio: number | undefined, value: string, wire: string, canonical: string]>([
    ['A', undefined, '192.0.2.1', 'c0000201', '192.0.2.1'],
    ['A', undefined, '  192.0.2.1 ', 'c0000201', '192.0.2.1'],
    ['AAAA', undefined, '2001:DB8::1', `20010db8${'0'.repeat(23)}1`, '2001:db8::1'],
    ['AAAA', undefined, '2001:db8:0:0:1:0:0:1', '20010db8000000000001000000000001', '2001:db8::1:0:0:1'],
    ['AAAA', undefined, '1:0:2:3:4:5:6:7', '00010000000200030004000500060007', '1:0:2:3:4:5:6:7'],
    ['AAAA', undefined, '::', '0'.repeat(32), '::'],
    ['AAAA', undefined, '1::', `0001${'0'.repeat(28)}`, '1::'],
    ['AAAA', undefined, '::ffff:192.0.2.33', `${'0'.repeat(20)}ffffc0000221`, '::ffff:c000:221'],
    ['AAAA', undefined, '64:ff9b::192.0.2.33', `0064ff9b${'0'.repeat(16)}c0000221`, '64:ff9b::c000:221'],
    ['CAA', undefined, '0 issue "ca.example.net"', `0005${text('issueca.example.net')}`, '0 issue "ca.example.net"'],
    ['CAA', undefined, '128 ISSUEWILD ;', `8009${text('issuewild;')}`, '128 issuewild ";"'],
    [
      'CAA',
      undefined,
      '0 issue ca.example.net; policy=ev',
      `0005${text('issueca.example.net; policy=ev')}`,
      '0 issue "ca.example.net; policy=ev"',
    ],
    [
      'CAA',
      undefined,
      '0 iodef "mailto:a@b.example"',
      `0005${text('iodefmailto:a@b.example')}`,
      '0 iodef "mailto:a@b.example"',
    ],
    ['CAA', undefined, '0 tbs "Unknown"', `0003${text('tbsUnknown')}`, '0 tbs "Unknown"'],
    ['CNAME', undefined, 'WWW.Example.com', '03777777076578616d706c6503636f6d00', 'www.example.com.'],
    [
      'CNAME',
      undefined,
      '_x._domainkey.example.com.',
      `025f780a${text('_domainkey')}076578616d706c6503636f6d00`,
      '_x._domainkey.example.com.',
    ],
    ['CNAME', undefined, 'münchen.de', `0e${text('xn--mnchen-3ya')}02646500`, 'xn--mnchen-3ya.de.'],
    ['DS', undefined, `60485 5 1 ${sha1.toUpperCase()}`, `ec450501${sha1}`, `60485 5 1 ${sha1}`],
    ['DS', undefined, `1 13 2 ${sha256.slice(0, 30)} ${sha256.slice(30)}`, `00010d02${sha256}`, `1 13 2 ${sha256}`],
    ['MX', 10, 'mail.example.com', '000a046d61696c076578616d706c6503636f6d00', '10 mail.example.com.'],
    ['MX', undefined, '10 mail.example.com.', '000a046d61696c076578616d706c6503636f6d00', '10 mail.example.com.'],
    ['MX', undefined, 'a.b', '00000161016200', '0 a.b.'],
    ['MX', 0, '.', '000000', '0 .'],
    ['NS', undefined, 'ns1.example.net', '036e7331076578616d706c65036e657400', 'ns1.example.net.'],
    ['PTR', undefined, 'host.example', '04686f7374076578616d706c6500', 'host.example.'],
    [
      'SRV',
      10,
      '5 5060 sip.example.com',
      '000a000513c403736970076578616d706c6503636f6d00',
      '10 5 5060 sip.example.com.',
    ],
    [
      'SRV',
      undefined,
      '10 5 5060 sip.example.com',
      '000a000513c403736970076578616d706c6503636f6d00',
      '10 5 5060 sip.example.com.',
    ],
    ['SRV', 0, '0 0 .', '00000000000000', '0 0 0 .'],
    ['SSHFP', undefined, `4 2 ${sha256}`, `0402${sha256}`, `4 2 ${sha256}`],
    ['SSHFP', undefined, `1 1 ${sha1}`, `0101${sha1}`, `1 1 ${sha1}`],
    ['TLSA', undefined, `3 1 1 ${sha256}`, `030101${sha256}`, `3 1 1 ${sha256}`],
    ['TLSA', undefined, '3 0 0 30', '03000030', '3 0 0 30'],
    ['TXT', undefined, 'v=spf1 -all', `0b${text('v=spf1 -all')}`, '"v=spf1 -all"'],
    ['TXT', undefined, '"v=spf1 -all"', `0b${text('v=spf1 -all')}`, '"v=spf1 -all"'],
    ['TXT', undefined, '"a" "b c"', `0161${'03'}${text('b c')}`, '"a" "b c"'],
    ['TXT', undefined, '"a""b"', '01610162', '"a" "b"'],
    ['TXT', undefined, '""', '00', '""'],
    ['TXT', undefined, 'v=DKIM1; k=rsa; p=a\\b', `15${text('v=DKIM1; k=rsa; p=a\\b')}`, '"v=DKIM1; k=rsa; p=a\\\\b"'],
    [
      'TXT',
      undefined,
      '"say \\"hi\\" \\\\ \\255\\000"',
      `0d${text('say "hi" \\ ÿ\0')}`,
      '"say \\"hi\\" \\\\ \\255\\000"',
    ],
    ['TXT', undefined, 'say "hi"', `08${text('say "hi"')}`, '"say \\"hi\\""'],
    ['TXT', undefined, 'é', '02c3a9', '"\\195\\169"'],
    ['TXT', undefined, '"trailing "', `09${text('trailing ')}`, '"trailing "'],
    [
      'TXT',
      undefined,
      'x'.repeat(300),
      `ff${text('x'.repeat(255))}2d${text('x'.repeat(45))}`,
      `"${'x'.repeat(255)}" "${'x'.repeat(45)}"`,
    ],
    ['SPF', undefined, 'v=spf1 mx -all', `0e${text('v=spf1 mx -all')}`, '"v=spf1 mx -all"'],
    [
      'SOA',
      undefined,
      'ns1.example. host.example. 7 10800 3600 604800 3600',
      '036e7331076578616d706c650004686f7374076578616d706c65000000000700002a3000000e1000093a8000000e10',
      'ns1.example. host.example. 7 10800 3600 604800 3600',
    ],
  ])('are read and printed: %s, prio %s, value %s', (name, prio, value, wire, canonical) => {
    const rdata = parseRdata(type(name), value, prio)
    expect(rdata.toString('hex')).toBe(wire)
    expect(printRdata(type(name), rdata)).toBe(canonical)
    // Both the canonical spelling and the spelling of the API read back as the same octets.
    expect(parseRdata(type(name), canonical).equals(rdata)).toBe(true)
    const shown = presentRdata(type(name), rdata)
    expect(parseRdata(type(name), shown.value, shown.prio).equals(rdata)).toBe(true)
  })
})

describe('invalid records', () => {
  it.each<[type: string, prio: number | undefined, value: string, problem: RegExp]>([
    ['A', undefined, '256.0.0.1', /not an IPv4/],
    ['A', undefined, '192.0.2', /not an IPv4/],
    ['A', undefined, '192.0.2.01', /not an IPv4/],
    ['A', undefined, '2001:db8::1', /not an IPv4/],
    ['A', undefined, '192.0.2.1 192.0.2.2', /follows the last field/],
    ['AAAA', undefined, '192.0.2.1', /not an IPv6/],
    ['AAAA', undefined, 'fe80::1%eth0', /not an IPv6/],
    ['AAAA', undefined, '1::2::3', /not an IPv6/],
    ['CAA', undefined, '0 issue', /value is missing/],
    ['CAA', undefined, '0', /tag is missing/],
    ['CAA', undefined, '256 issue "x.example"', /flags/],
    ['CAA', undefined, '0 is-sue "x.example"', /tag/],
    ['CAA', undefined, '0 issue "https://x.example"', /issuer/],
    ['CAA', undefined, '0 issue "x.example; nothing"', /parameter/],
    ['CAA', undefined, '0 iodef "a@b.example"', /iodef/],
    ['CNAME', undefined, '.', /root/],
    ['CNAME', undefined, 'https://example.com', /URL/],
    ['CNAME', undefined, '192.0.2.1', /IP address/],
    ['CNAME', undefined, '2001:db8::1', /IP address/],
    ['CNAME', undefined, '192.0.2.256', /not a host name/],
    ['CNAME', undefined, 'a..b', /empty label/],
    ['CNAME', undefined, 'a b', /follows the last field/],
    ['CNAME', undefined, 'a.*.example.com', /\*/],
    ['CNAME', undefined, `${'a'.repeat(64)}.com`, /64 characters/],
    ['DS', undefined, `1 13 2 ${sha1}`, /20 octets/],
    ['DS', undefined, `65536 13 2 ${sha256}`, /keyTag/],
    ['DS', undefined, '1 13 9 abc', /hexadecimal/],
    ['MX', 10, '10 mail.example.com', /stands behind|not a host name/],
    ['MX', 10, '.', /prio 0/],
    ['MX', 10, '192.0.2.1', /IP address/],
    ['MX', undefined, '65536 mail.example.com', /preference/],
    ['SRV', 10, '5 5060', /target is missing/],
    ['SRV', 10, '5 65536 sip.example.com', /port/],
    ['SRV', 10, '-1 5060 sip.example.com', /weight/],
    ['SSHFP', undefined, `4 2 ${sha1}`, /20 octets/],
    ['SSHFP', undefined, `4 2 ${sha256}0`, /hexadecimal/],
    ['TLSA', undefined, `3 1 1 ${sha1}`, /20 octets/],
    ['TLSA', undefined, '3 1 1', /association is missing/],
    ['TXT', undefined, '"open', /not closed/],
    ['TXT', undefined, '"a" b', /follows a quoted/],
    ['TXT', undefined, '"a"b', /followed by a blank/],
    ['TXT', undefined, '"\\256"', /above/],
    ['TXT', undefined, '"\\25"', /backslash/],
    ['TXT', undefined, 'a\nb', /line break/],
    ['TXT', undefined, 'a\0b', /control character/],
    ['TXT', undefined, 'x'.repeat(64_001), /64001 octets/],
  ])('are refused: %s, prio %s, value %j', (name, prio, value, problem) => {
    expect(() => parseRdata(type(name), value, prio)).toThrow(problem)
  })
})

it('reads an escaped semicolon in unquoted text as a semicolon, as zone files do', () => {
  const plain = parseRdata(type('TXT'), 'v=DMARC1; p=none')
  expect(parseRdata(type('TXT'), String.raw`v=DMARC1\; p=none`)).toEqual(plain)
  expect(parseRdata(type('TXT'), String.raw`"v=DMARC1\; p=none"`)).toEqual(plain)
  expect(printRdata(type('TXT'), parseRdata(type('TXT'), String.raw`C:\dir`))).toBe(String.raw`"C:\\dir"`)
})

it('reads an escaped dot as part of its label', () => {
  const rdata = parseRdata(type('CNAME'), String.raw`first\.last.example.com`)
  expect(rdata.toString('latin1')).toBe('\x0afirst.last\x07example\x03com\0')
  expect(printRdata(type('CNAME'), rdata)).toBe(String.raw`first\.last.example.com.`)
  expect(() => parseRdata(type('CNAME'), String.raw`a\-b.example.com`)).not.toThrow()
  expect(() => parseRdata(type('CNAME'), String.raw`a\@b.example.com`)).toThrow(/not allowed/)
  const longest = `${'a'.repeat(31)}\\.${'a'.repeat(31)}`
  expect(parseRdata(type('CNAME'), longest)).toHaveLength(65)
  expect(() => parseRdata(type('CNAME'), `a${longest}`)).toThrow(/64 characters/)
})

it('presents prio as a separate field, and names without their final dot', () => {
  const rdata = parseRdata(type('MX'), '10 mail.example.com.')
  expect(presentRdata(type('MX'), rdata)).toEqual({ value: 'mail.example.com', prio: 10 })
  const address = parseRdata(type('A'), '192.0.2.1')
  expect(presentRdata(type('A'), address)).toEqual({ value: '192.0.2.1', prio: 0 })
})

describe('recordTypes', () => {
  const supported =
    'A AAAA AFSDB APL CAA CDNSKEY CDS CERT CNAME CSYNC DHCID DNAME DNSKEY DS EUI48 EUI64 HINFO HTTPS IPSECKEY KX L32 L64 LOC LP ' +
    'MX NAPTR NID NS OPENPGPKEY PTR RP SMIMEA SOA SPF SRV SSHFP SVCB TLSA TXT URI ZONEMD'

  it.each(supported.split(' '))('knows %s by mnemonic and by number', (mnemonic) => {
    const { name, code } = type(mnemonic)
    expect([name, code, mnemonicOf(code)]).toEqual([mnemonic, codeOf(mnemonic), mnemonic])
    expect(recordTypes.get(`TYPE${code}`)).toBe(type(mnemonic))
  })

  it.each(
    'RRSIG NSEC NSEC3 NSEC3PARAM TSIG TKEY OPT ANY AXFR IXFR MAILA MAILB KEY SIG NXT WKS MD MF MB MG MR NULL'.split(
      ' ',
    ),
  )('has no type %s, neither by mnemonic nor by number', (mnemonic) => {
    expect(recordTypes.get(mnemonic)).toBeUndefined()
    expect(recordTypes.get(`TYPE${codeOf(mnemonic)}`)).toBeUndefined()
  })

  it.each(['LUA', 'ALIAS', 'ENT', 'TYPE', 'TYPE0', 'TYPE065280', 'TYPE128', 'TYPE255', 'TYPE65400', 'TYPE65401',
    'TYPE65402', 'TYPE65535', 'TYPE65536', 'TYPE99999', 'constructor', 'a'])('has no type %s', (mnemonic) => {
    expect(recordTypes.get(mnemonic)).toBeUndefined()
  }) // prettier-ignore

  it('has types without a mnemonic, by their number', () => {
    expect(recordTypes.get('TYPE65280')).toMatchObject({ name: 'TYPE65280', code: 65_280 })
  })
})

it('limits a parameter of SVCB to the maximum of its length field', () => {
  expect(parseRdata(type('SVCB'), `1 . key667=${'x'.repeat(65_528)}`)).toHaveLength(65_535)
  expect(() => parseRdata(type('SVCB'), `1 . key667=${'x'.repeat(65_529)}`)).toThrow(/the value has 65536 octets/)
  expect(() => parseRdata(type('SVCB'), `1 . key667=${'x'.repeat(65_536)}`)).toThrow(/key667 has more than 65535/)
})

it('limits RDATA to the maximum of its length field', () => {
  const octets = (count: number) => `\\# ${count} ${'ab'.repeat(count)}`
  expect(parseRdata(type('TYPE65280'), octets(65_535))).toHaveLength(65_535)
  expect(() => parseRdata(type('TYPE65280'), octets(65_536))).toThrow(/the value has 65536 octets/)
})

it('refuses RDATA in the generic form whose preference differs from prio', () => {
  expect(parseRdata(type('MX'), '\\# 7 000a0161016200', 10).toString('hex')).toBe('000a0161016200')
  expect(() => parseRdata(type('MX'), '\\# 7 000a0161016200', 20)).toThrow(/another prio/)
})

it('presents recent SVCB parameters by name, and prints them by number for name servers', () => {
  const rdata = parseRdata(type('SVCB'), '1 a.net dohpath=/q{?dns} alpn=h2 ohttp mandatory=ohttp')
  expect(presentRdata(type('SVCB'), rdata).value).toBe('1 a.net mandatory=ohttp alpn=h2 dohpath="/q{?dns}" ohttp')
  expect(printRdata(type('SVCB'), rdata)).toBe('1 a.net. mandatory=key8 alpn=h2 key7="/q{?dns}" key8=""')
})
