import { toRRsets } from '@nameyard/zone/rrset'
import { parseRecord } from '@nameyard/zone/zone-record'
import type { PowerdnsRRset } from './powerdns-api'
import { planOf } from './powerdns-changes'

const wanted = (...lines: [name: string, type: string, value: string][]) =>
  toRRsets(
    lines.map(([name, type, value]) => {
      const parsed = parseRecord({ name, type, value, ttl: 600 }, 'example.com', { min: 60, max: 604_800 })
      if (!parsed.ok) throw new Error(parsed.error.problem)
      return parsed.value
    }),
  )
const present = (name: string, type: string, ...contents: string[]): PowerdnsRRset => ({
  name,
  type,
  ttl: 600,
  records: contents.map((content) => ({ content, disabled: false })),
})

it('plans no change where only the spelling differs', () => {
  const there = [
    // PowerDNS 4.7 returns this spelling and refuses it as input.
    present('Example.com.', 'AAAA', '::ffff:127.0.0.1'),
    present('example.com.', 'MX', '10 Mail.example.com.', '020 b.example.com.'),
  ]
  const same = wanted(['', 'AAAA', '::ffff:7f00:1'], ['', 'MX', '20 b.example.com'], ['', 'MX', '10 mail.example.com'])
  expect(planOf(there, same)).toEqual([])
})

it('replaces whole RRsets and deletes the others', () => {
  const there = [present('a.example.com.', 'A', '192.0.2.1'), present('gone.example.com.', 'TXT', '"x"')]
  expect(
    planOf(there, wanted(['a', 'A', '192.0.2.1'], ['a', 'A', '192.0.2.2'], ['b', 'CNAME', 'a.example.com'])),
  ).toEqual([
    {
      name: 'a.example.com.',
      type: 'A',
      ttl: 600,
      records: [{ content: '192.0.2.1' }, { content: '192.0.2.2' }],
      changetype: 'REPLACE',
    },
    {
      name: 'b.example.com.',
      type: 'CNAME',
      ttl: 600,
      records: [{ content: 'a.example.com.' }],
      changetype: 'REPLACE',
    },
    { name: 'gone.example.com.', type: 'TXT', changetype: 'DELETE' },
  ])
})

it.each<[string, Partial<PowerdnsRRset>]>([
  ['another TTL', { ttl: 900 }],
  ['a record that is switched off', { records: [{ content: '192.0.2.1', disabled: true }] }],
  ['content that cannot be read', { records: [{ content: 'nonsense' }] }],
  ['one record too many', { records: [{ content: '192.0.2.1' }, { content: '192.0.2.9' }] }],
])('repairs %s', (_, difference) => {
  const there = [{ ...present('a.example.com.', 'A', '192.0.2.1'), ...difference }]
  expect(planOf(there, wanted(['a', 'A', '192.0.2.1']))).toMatchObject([{ type: 'A', changetype: 'REPLACE' }])
})
