import { printRdata } from './record-type'
import { recordTypes } from './record-types'
import { parseZoneFile } from './zone-file'
import { printZoneFile } from './zone-file-text'
import { parseRecord, type ZoneRecord } from './zone-record'

const apex = 'example.com'

function read(text: string, of = apex): ZoneRecord[] {
  const { records, faults } = parseZoneFile(text, of)
  expect(faults).toEqual([])
  return records
    .filter(({ given }) => given.type !== 'SOA')
    .map(({ given, origin }) => {
      const parsed = parseRecord(given, of, { min: 0, max: 2 ** 31 - 1 }, origin)
      if (!parsed.ok) throw new Error(`${parsed.error.record}: ${parsed.error.problem}`)
      return parsed.value
    })
}

const shown = (text: string) =>
  read(text).map(
    ({ owner, ttl, type, rdata }) => `${owner} ${ttl} ${type} ${printRdata(recordTypes.get(type)!, rdata)}`,
  )

it.each<[string, string, string[]]>([
  ['a record', 'www 300 IN A 192.0.2.1\n', ['www.example.com 300 A 192.0.2.1']],
  ['a class before the TTL', 'www IN 300 A 192.0.2.1', ['www.example.com 300 A 192.0.2.1']],
  ['a record without a class', 'www 300 A 192.0.2.1', ['www.example.com 300 A 192.0.2.1']],
  ['a class and a type in lower case', 'WWW 300 in a 192.0.2.1', ['www.example.com 300 A 192.0.2.1']],
  ['a TTL with units of time', 'www 1h30m A 192.0.2.1', ['www.example.com 5400 A 192.0.2.1']],
  ['a TTL from $TTL', '$TTL 1D\nwww A 192.0.2.1', ['www.example.com 86400 A 192.0.2.1']],
  [
    'a record without a TTL, with the TTL of the previous record',
    'a 60 A 192.0.2.1\nb A 192.0.2.1',
    ['a.example.com 60 A 192.0.2.1', 'b.example.com 60 A 192.0.2.1'],
  ],
  [
    'a record without a TTL, with the minimum of the SOA',
    '@ IN SOA a b 1 2 3 4 5m\nb A 192.0.2.1',
    ['b.example.com 300 A 192.0.2.1'],
  ],
  ['a file without any TTL, with a TTL of 3600', 'b A 192.0.2.1', ['b.example.com 3600 A 192.0.2.1']],
  ['@ as the apex', '@ 60 A 192.0.2.1\n\tA 192.0.2.2', ['example.com 60 A 192.0.2.1', 'example.com 60 A 192.0.2.2']],
  ['a full name', 'a.example.com. 60 A 192.0.2.1', ['a.example.com 60 A 192.0.2.1']],
  [
    'a record without a name, with the name of the previous record',
    'a 60 A 192.0.2.1\n  60 TXT x',
    ['a.example.com 60 A 192.0.2.1', 'a.example.com 60 TXT "x"'],
  ],
  ['$ORIGIN', '$ORIGIN com.\nexample 60 MX 5 mx\n', ['example.com 60 MX 5 mx.com.']],
  ['a relative $ORIGIN', '$ORIGIN sub\na 60 CNAME b', ['a.sub.example.com 60 CNAME b.sub.example.com.']],
  ['the root as $ORIGIN', '$ORIGIN .\nexample.com 60 MX 5 mx.example', ['example.com 60 MX 5 mx.example.']],
  ['@ in a value', 'a 60 CNAME @', ['a.example.com 60 CNAME example.com.']],
  ['parentheses', 'a 60 TXT ( "a" ; first\n "b"\n\n)  ; end', ['a.example.com 60 TXT "a" "b"']],
  ['an SOA in parentheses', '@ 60 SOA a b (\n1 ;serial\n2 3 4 5 )\na A 192.0.2.1', ['a.example.com 60 A 192.0.2.1']],
  ['unquoted words as separate strings', 'a 60 TXT v=spf1 -all', ['a.example.com 60 TXT "v=spf1" "-all"']],
  ['a semicolon in quotes', 'a 60 TXT "a;b" c\\;d', ['a.example.com 60 TXT "a;b" "c;d"']],
  ['escapes', 'a 60 TXT "\\"\\\\\\065"', ['a.example.com 60 TXT "\\"\\\\A"']],
  ['blanks in quotes', 'a 60 TXT "a  b"\t"c"', ['a.example.com 60 TXT "a  b" "c"']],
  ['quoted strings without a blank between them', 'a 60 TXT "a""b"', ['a.example.com 60 TXT "a" "b"']],
  [
    'line ends of CRLF, and a BOM',
    '\ufeffa 60 A 192.0.2.1\r\n@ 60 TXT "x"\r\n',
    ['a.example.com 60 A 192.0.2.1', 'example.com 60 TXT "x"'],
  ],
  ['a quoted parameter', 'a 60 HTTPS 1 . alpn="h2,h3" port=443', ['a.example.com 60 HTTPS 1 . alpn=h2,h3 port=443']],
  ['CAA', '@ 60 CAA 0 issue "ca.example; x=y"', ['example.com 60 CAA 0 issue "ca.example; x=y"']],
  ['an unknown type', 'a 60 TYPE65280 \\# 2 ( c0\n00 )', ['a.example.com 60 TYPE65280 \\# 2 c000']],
  ['a known type in the generic form (RFC 3597)', 'a 60 A \\# 4 c0000201', ['a.example.com 60 A 192.0.2.1']],
  ['the class by its number', 'a CLASS1 60 A 192.0.2.1', ['a.example.com 60 A 192.0.2.1']],
  [
    'characters that only look like blanks',
    'a 60 TXT x\u3000y\u00a0\v',
    ['a.example.com 60 TXT "x\\227\\128\\128y\\194\\160\\011"'],
  ],
  ['line ends of CR alone', 'a 60 A 192.0.2.1\rb 60 TXT (x\ry)\r', [
    'a.example.com 60 A 192.0.2.1', 'b.example.com 60 TXT "x" "y"']], // prettier-ignore
  ['TXT in the generic form (RFC 3597)', 'a 60 TXT \\# 2 0161', ['a.example.com 60 TXT "a"']],
  ['a quotation mark after a word', 'a 60 TXT a"b c"d x="y z"', ['a.example.com 60 TXT "a" "b c" "d" "x=" "y z"']],
  ['nested parentheses', 'a 60 TXT ( "x" ( "y"\n) "z"\n)', ['a.example.com 60 TXT "x" "y" "z"']],
  ['blanks after a backslash', 'a 60 HINFO a\\ b c\\ ', ['a.example.com 60 HINFO "a b" "c "']],
  ['escapes in names', '\\097\\-b 60 MX 5 \\109x', ['a-b.example.com 60 MX 5 mx.example.com.']],
  ['a delegation of fewer than 256 addresses (RFC 2317)', '0/25 60 NS ns\n1 60 CNAME 1.0/25', [
    '0/25.example.com 60 NS ns.example.com.', '1.example.com 60 CNAME 1.0/25.example.com.']], // prettier-ignore
  ['an escaped wildcard', '\\042.a 60 A 192.0.2.1', ['*.a.example.com 60 A 192.0.2.1']],
  ['a mailbox', 'a 60 RP first\\.last.example.com. .', ['a.example.com 60 RP first\\.last.example.com. .']],
  ['an internationalized name', 'bücher 60 A 192.0.2.1', ['xn--bcher-kva.example.com 60 A 192.0.2.1']],
  ['$GENERATE', '$GENERATE 1-2 h$ 60 A 192.0.2.$', ['h1.example.com 60 A 192.0.2.1', 'h2.example.com 60 A 192.0.2.2']],
  ['$GENERATE with a step', '$ttl 60\n$generate 0-3/2 $ CNAME $.sub', [
    '0.example.com 60 CNAME 0.sub.example.com.', '2.example.com 60 CNAME 2.sub.example.com.']], // prettier-ignore
  ['$GENERATE with offset, width and base', '$GENERATE 9-9 ${1,3}.${0,4,X}.${18,3,n} IN 60 MX "5 m${-9,2,o}"', [
    '010.0009.b.1.example.com 60 MX 5 m00.example.com.']], // prettier-ignore
  ['$GENERATE with nibbles, and with a quoted value', '$GENERATE 200-200 ${0,4,n}x.${0,2,N} 60 TXT "\\"a $\\""', [
    '8.c.x.8.c.example.com 60 TXT "a 200"']], // prettier-ignore
  ['$GENERATE between two lines of one name', 'a 60 A 192.0.2.1\n$GENERATE 2-2 b A 192.0.2.$\n A 192.0.2.3', [
    'a.example.com 60 A 192.0.2.1', 'b.example.com 60 A 192.0.2.2', 'a.example.com 60 A 192.0.2.3']], // prettier-ignore
  ['a dot within a label', 'a\\.b 60 A 192.0.2.1\na\\046b 60 CNAME c\\.d', [
    'a\\.b.example.com 60 A 192.0.2.1', 'a\\.b.example.com 60 CNAME c\\.d.example.com.']], // prettier-ignore
  ['a name that ends with an escaped dot as relative', 'a\\. 60 A 192.0.2.1', ['a\\..example.com 60 A 192.0.2.1']],
  ['a name with an escaped dot before the zone name as relative', 'x\\.example.com 60 A 192.0.2.1', [
    'x\\.example.com.example.com 60 A 192.0.2.1']], // prettier-ignore
  ['APL without prefixes', 'a 60 APL\nb 60 APL \\# 0', ['a.example.com 60 APL \\# 0 ', 'b.example.com 60 APL \\# 0 ']],
  ['a file without records', '\n ; only a comment\n\n', []],
])('reads %s', (_, text, lines) => {
  expect(shown(text)).toEqual(lines)
})

it('reads the output of dig for a zone transfer', () => {
  const text = `
; <<>> DiG 9.18 <<>> @192.0.2.53 example.com AXFR
; (1 server found)
;; global options: +cmd
example.com.\t\t86400\tIN\tSOA\tns1.example.net. host.example.net. 7 10800 3600 604800 3600
example.com.\t\t3600\tIN\tNS\tns1.example.net.
www.example.com.\t900\tIN\tA\t192.0.2.1
example.com.\t\t86400\tIN\tSOA\tns1.example.net. host.example.net. 7 10800 3600 604800 3600
;; Query time: 0 msec
`
  expect(parseZoneFile(text, apex).records.map(({ given }) => given.type)).toEqual(['SOA', 'NS', 'A', 'SOA'])
})

it.each([
  ['$INCLUDE other.zone', 1, '$INCLUDE is not allowed'],
  ['\n$include other.zone', 2, '$INCLUDE is not allowed'],
  ['$GENERATE 5-1 h$ A 192.0.2.$', 1, 'the range 5-1 is not of the form start-stop or start-stop/step'],
  ['$GENERATE 1-5/0 h$ A 192.0.2.$', 1, 'the range 1-5/0 is not of the form start-stop or start-stop/step'],
  ['$GENERATE 1-5 h$ A', 1, '$GENERATE takes a range, a name, a type and a value'],
  ['$GENERATE 1-5 h${0,0,q} A 192.0.2.$', 1, '{0,0,q} is not of the form {offset,width,base}'],
  ['$GENERATE 1-5 h${ A 192.0.2.$', 1, '{ A 192.0.2.$} is not of the form {offset,width,base}'],
  [
    '$GENERATE 1-9999999999 h$ A 192.0.2.$',
    1,
    '$GENERATE makes more than the 4096 records that a file may still generate: write the others out',
  ],
  ['$FOO 1', 1, 'the directive $FOO is not known'],
  ['$TTL', 1, '$TTL takes one value'],
  ['$TTL soon', 1, 'the $TTL soon is not a number of seconds, nor a time such as 1h30m'],
  ['  60 A 192.0.2.1', 1, 'the first record has no name'],
  ['a 60 IN', 1, 'the type is missing'],
  ['a 60 A', 1, 'the value is missing'],
  ['a 60 CH TXT x', 1, 'records of the class CH are not served'],
  ['a 60 CLASS3 TXT x', 1, 'records of the class CLASS3 are not served'],
  ['a 60 TXT "x', 1, 'a quotation mark is not closed'],
  ['a 60 TXT x\\', 1, 'nothing follows a backslash'],
  ['\na 60 TXT (\n"x"\n', 2, 'a parenthesis is not closed'],
  ['a 60 TXT ( ( "x" )\n', 1, 'a parenthesis is not closed'],
  ['a 60 TXT "x" )', 1, 'a parenthesis was never opened'],
])('refuses the zone file %j', (text, line, problem) => {
  expect(parseZoneFile(text, apex).faults[0]).toEqual({ line, problem })
})

it.each([
  ['\\@ 60 A 192.0.2.1', 'name'],
  ['\\195\\188 60 A 192.0.2.1', 'name'],
  ['\\300 60 A 192.0.2.1', 'name'],
  ['\\25 60 A 192.0.2.1', 'name'],
  ['x\\.example.com. 60 A 192.0.2.1', 'name'],
  ['a 60 CNAME \\@', 'value'],
  ['a 60 CNAME \\300', 'value'],
  ['a 60 CNAME \\25.b.', 'value'],
  ['a 60 CAA 0 issue ca.example.net\\; a=b', 'value'],
  ['a 60 HINFO a"b" c', 'value'],
])('reads the line %j, but refuses its %s', (text, field) => {
  const [{ given, origin } = fail()] = parseZoneFile(text, apex).records
  expect(parseRecord(given, apex, { min: 0, max: 60 }, origin)).toMatchObject({ ok: false, error: { field } })
})

function fail(): never {
  throw new Error('the file has no records')
}

it('limits how many records all $GENERATE lines of a file generate together', () => {
  const line = '$GENERATE 1-4000 h$ 60 A 192.0.2.1'
  const { records, faults } = parseZoneFile(`${line}\n${line}\n$GENERATE 1-2 $ 60 A 256.$.0.0`, apex)
  expect(records.map(({ line }) => line).filter((each) => each !== 1)).toEqual([3, 3])
  expect(faults).toEqual([expect.objectContaining({ line: 2 })])
})

it('reports every invalid line of a file, and reads the others', () => {
  const { records, faults } = parseZoneFile('a 60 A\nb 60 A 192.0.2.1\nc "x\nd 60 A 192.0.2.1\n$INCLUDE x\n', apex)
  expect(faults.map(({ line }) => line)).toEqual([1, 3, 5])
  expect(records.map(({ line }) => line)).toEqual([2, 4])
})

it('prints a zone file that reads as the same records', () => {
  const text = [
    '$ORIGIN example.com.',
    '@\t60\tIN\tMX\t10 mail.example.net.',
    '@\t60\tIN\tTXT\t"a \\"b\\"; c" "\\000"',
    '*.www\t60\tIN\tSRV\t1 2 3 .',
    '_443._tcp\t60\tIN\tTLSA\t3 1 1 0000000000000000000000000000000000000000000000000000000000000000',
    'svc\t60\tIN\tHTTPS\t1 . alpn=h2 port=443',
    '',
  ].join('\n')
  expect(printZoneFile(apex, read(text))).toBe(text)
})
