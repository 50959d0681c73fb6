import { Controller } from '@nestjs/common'
import { arbitrateZone } from '@nameyard/contracts/dns/arbitrate-zone'
import { inspectZones } from '@nameyard/contracts/dns/inspect-zones'
import { moveZone } from '@nameyard/contracts/dns/move-zone'
import { removeZone } from '@nameyard/contracts/dns/remove-zone'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Clock } from '@nameyard/runtime/clock'
import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { Misuse, runCommand } from '../src/command-line'

const asked: object[] = []

/** Replaces the dns service. It has one zone. */
@Controller()
class ZonesStandIn {
  @Handles(inspectZones)
  async inspect(query: Input<typeof inspectZones>): Promise<Result<typeof inspectZones>> {
    asked.push(query)
    const zone = { id: 1, name: 'kept.com', resellerId: 0, state: 'kept' as const, version: 3, holder: 1003 }
    return { zones: [{ ...zone, keptFor: 1002, endsAt: '2027-02-01T00:00:00.000Z' }] }
  }

  @Handles(moveZone)
  async move(change: Input<typeof moveZone>): Promise<Result<typeof moveZone>> {
    asked.push(change)
    return { zones: [change.name], from: 1002 }
  }

  @Handles(removeZone)
  async remove(change: Input<typeof removeZone>): Promise<Result<typeof removeZone>> {
    asked.push(change)
    return { name: change.name, resellerId: 1002 }
  }

  @Handles(arbitrateZone)
  async arbitrate(change: Input<typeof arbitrateZone>): Promise<Result<typeof arbitrateZone>> {
    asked.push(change)
    return { name: change.name, resellerId: change.resellerId ?? null }
  }
}

let broker: TestBroker
let dns: TestParty
beforeAll(async () => {
  broker = await testBroker()
  dns = await testParty('dns', { url: broker.url, clock: new Clock(), controllers: [ZonesStandIn] })
})
afterAll(async () => {
  await dns?.close()
  await broker?.drop()
})
beforeEach(() => void (asked.length = 0))

async function done(...words: string[]): Promise<string[]> {
  const lines: string[] = []
  await runCommand(words, { AMQP_URL: broker.url, SUDO_USER: 'maria' }, (line) => lines.push(line))
  return lines
}
const why = ['--reason', 'case 7']
const change = { operator: 'maria', name: 'a.com', reason: 'case 7' }

it('zones list and show: print account, state and holder of each zone', async () => {
  const lines = [
    'id  zone      reseller  state                  version  holder',
    '1   kept.com  1002      kept until 2027-02-01  3        1003',
  ]
  expect(await done('zones', 'list', '--kept', '--reseller', '1002')).toEqual(lines)
  expect(await done('zones', 'show', 'kept.com')).toEqual(lines)
  expect(asked).toEqual([
    { resellerId: 1002, isKept: true, limit: 100 },
    { name: 'kept.com', isKept: false, limit: 100 },
  ])
})

it('zones move, remove and arbitrate: send the name of the operator and the reason, and require a reason', async () => {
  expect(await done('zones', 'move', 'a.com', '--to', '1003', ...why)).toEqual([
    'moved from reseller 1002 to reseller 1003: a.com',
  ])
  expect(await done('zones', 'remove', 'a.com', ...why)).toEqual(['the zone a.com of reseller 1002 is withdrawn'])
  expect(await done('zones', 'arbitrate', 'a.com', '--for', '1003', ...why)).toEqual(['a.com belongs to reseller 1003'])
  expect(await done('zones', 'arbitrate', 'a.com', ...why)).toEqual(['a.com is first come, first served'])
  const resellerId = 1003
  expect(asked).toEqual([{ ...change, resellerId }, change, { ...change, resellerId }, change])
  await expect(done('zones', 'remove', 'a.com')).rejects.toBeInstanceOf(Misuse)
})
