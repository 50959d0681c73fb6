import { printRdata } from './record-type'
import { recordTypes } from './record-types'
import { decodeRecords, encodeRecords } from './wire-record'
import { authorityRecords, type Authority } from './zone'

const authority: Authority = {
  nameservers: ['ns1.example.net', 'ns2.example.net'],
  mailbox: 'hostmaster.example.net',
  refresh: 10_800,
  retry: 3600,
  expire: 604_800,
  minimum: 300,
  soaTtl: 86_400,
  nsTtl: 3600,
}
const print = (records: ReturnType<typeof authorityRecords>) =>
  records.map(({ owner, type, ttl, rdata }) => `${owner} ${ttl} ${type} ${printRdata(recordTypes.get(type)!, rdata)}`)

it('adds the SOA and NS records of the platform to a zone', () => {
  expect(print(authorityRecords('example.com', authority, 7n))).toEqual([
    'example.com 86400 SOA ns1.example.net. hostmaster.example.net. 7 10800 3600 604800 300',
    'example.com 3600 NS ns1.example.net.',
    'example.com 3600 NS ns2.example.net.',
  ])
})

it('wraps the serial of the SOA after 32 bits', () => {
  expect(print(authorityRecords('example.com', authority, 2n ** 32n + 5n))[0]).toContain(' 5 10800 ')
})

it('stores records in wire form and reads them back', () => {
  const records = authorityRecords('example.com', authority, 1n)
  expect(decodeRecords(encodeRecords(records))).toEqual(records)
})

it('throws when stored records are truncated', () => {
  const wire = encodeRecords(authorityRecords('example.com', authority, 1n))
  expect(() => decodeRecords(wire.subarray(0, wire.length - 1))).toThrow('end early')
})
