import { parseZoneFile } from '../zone-file'
import { parseRecord, type ZoneRecord } from '../zone-record'
import { adviceOn } from './advice'

function zone(text: string): ZoneRecord[] {
  const { records, faults } = parseZoneFile(`$TTL 60\n${text.replaceAll(/ *\| */g, '\n')}`, 'example.com')
  expect(faults).toEqual([])
  return records.map(({ given, origin }) => {
    const parsed = parseRecord(given, 'example.com', { min: 0, max: 1_000 }, origin)
    if (!parsed.ok) throw new Error(parsed.error.problem)
    return parsed.value
  })
}

it.each([
  ['sub NS ns.other.net. | www.sub A 192.0.2.1', 'A www.sub.example.com it is below the delegation of sub.example.com'],
  ['sub NS ns.other.net. | a.b.sub TXT x', 'TXT a.b.sub.example.com it is below the delegation of sub.example.com'],
  ['sub NS ns.other.net. | sub TXT x', 'TXT sub.example.com it is at a delegation'],
  ['sub DNAME other.net. | www.sub A 192.0.2.1', 'A www.sub.example.com it is below the DNAME of sub.example.com'],
  ['@ DNAME other.net. | www A 192.0.2.1', 'A www.example.com it is below the DNAME of example.com'],
  ['sub NS ns.sub', 'NS sub.example.com ns.sub.example.com is below the delegation and has no address here'],
  ['*.sub NS ns.other.net.', 'NS *.sub.example.com a delegation by a wildcard'],
  ['@ MX 10 mail | mail CNAME a.net.', 'MX example.com mail.example.com is an alias'],
  ['sub NS ns | ns CNAME a.net.', 'NS sub.example.com ns.example.com is an alias'],
  ['_sip._tcp SRV 1 2 3 sip | sip CNAME a.net.', 'SRV _sip._tcp.example.com sip.example.com is an alias'],
  ['@ TXT "v=spf1 -all" | @ TXT v=SPF1 | @ TXT x', 'TXT example.com the name has more than one SPF policy'],
  ['www SRV 1 2 3 sip.other.net.', 'SRV www.example.com its name has no _service._protocol'],
  ['_443 TLSA 3 1 1 ' + '00'.repeat(32), 'TLSA _443.example.com its name has no _port._protocol'],
  ['@ HTTPS 0 a.net. | @ HTTPS 1 .', 'HTTPS example.com a record in AliasMode'],
])('warns about the zone %s: %s', (text, problem) => {
  const advice = adviceOn(zone(text), 'example.com').map((each) => `${each.type} ${each.owner} ${each.problem}`)
  expect(advice).toEqual([expect.stringContaining(problem)])
})

it.each([
  'sub NS ns.sub | ns.sub A 192.0.2.1 | sub NS ns.other.net. | sub DS 1 13 2 ' + '00'.repeat(32),
  '@ MX 10 mail | mail A 192.0.2.1 | @ MX 20 mail.other.net.',
  '@ MX 0 .',
  '_sip._tcp SRV 0 0 0 . | *._tcp TLSA 3 1 1 ' + '00'.repeat(32),
  '@ TXT "v=spf1 -all" | @ TXT v=spf10 | www TXT "v=spf1 -all"',
  '@ HTTPS 0 a.net. | www HTTPS 1 . | www HTTPS 2 .',
  'www CNAME a | a CNAME b.net.',
])('has no advice on the zone %s', (text) => {
  expect(adviceOn(zone(text), 'example.com')).toEqual([])
})
