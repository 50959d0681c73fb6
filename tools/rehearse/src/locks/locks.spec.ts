import { judgeLocks } from './locks'

const lock = { migration: 'dns/0004_zone_waits.sql', table: 'dns.zone', mode: 'AccessExclusiveLock' }

it('accepts a migration that locks a table for a second', () =>
  expect(judgeLocks(1, [{ ...lock, ms: 1_000 }]).broken).toEqual([]))

it('names a migration that locks a table for longer', () =>
  expect(judgeLocks(1, [{ ...lock, ms: 1_001 }]).broken).toEqual([
    'dns/0004_zone_waits.sql: AccessExclusiveLock on dns.zone for 1001 ms',
  ]))

it('takes a measurement that has seen no lock for a failed one', () =>
  expect(judgeLocks(140, []).broken).toEqual(['no lock was seen']))
