import { Controller } from '@nestjs/common'
import { registriesStatus } from '@nameyard/contracts/domains/registries-status'
import type { Result } from '@nameyard/contracts/operation'
import { describeRegistryStatus } from '@nameyard/contracts/registry/describe-status'
import { Handles } from '@nameyard/messaging/handles'
import { startPlatform, type Account, type Platform } from './platform'

const window = {
  account: 'sandbox',
  maintenanceId: 'm1',
  startsAt: '2027-03-01T02:00:00.000Z',
  endsAt: '2027-03-01T04:30:00.000Z',
  reason: 'planned' as const,
  impact: 'full' as const,
  extensions: ['com', 'net', 'not-sold'],
}

/** What the registry worker answers. */
@Controller()
class Statuses {
  @Handles(describeRegistryStatus)
  async execute(): Promise<Result<typeof describeRegistryStatus>> {
    return {
      registries: [
        { extension: 'org', state: 'outage', since: '2027-02-28T23:59:58.500Z', maintenances: [] },
        { extension: 'com', state: 'ok', maintenances: [window] },
        { extension: 'not-sold', state: 'ok', maintenances: [] },
      ],
    }
  }
}

let platform: Platform
let anna: Account
beforeAll(async () => {
  platform = await startPlatform({}, [Statuses])
  anna = await platform.account()
})
afterAll(() => platform?.close())

const ask = (query: object = {}) => platform.rpc.call(registriesStatus, query, anna.call())

it('shows the extensions that are sold, in their order, with dates of the wire', async () => {
  expect(await ask()).toEqual({
    total: 2,
    results: [
      {
        extension: 'com',
        state: 'ok',
        maintenance: [
          {
            start: '2027-03-01 02:00:00',
            end: '2027-03-01 04:30:00',
            reason: 'planned',
            impact: 'full',
            extensions: ['com', 'net'],
          },
        ],
      },
      { extension: 'org', state: 'outage', since: '2027-02-28 23:59:58', maintenance: [] },
    ],
  })
})

it.each([
  [{ extensions: ['.ORG'] }, ['org'], 1],
  [{ extensions: ['nowhere', 'not-sold'] }, [], 0],
  [{ limit: 1, offset: 1 }, ['org'], 2],
])('answers %j', async (query, extensions, total) => {
  const answer = await ask(query)
  expect(answer.results.map(({ extension }) => extension)).toEqual(extensions)
  expect(answer.total).toBe(total)
})
