import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { choice } from '@nameyard/testing/sampling'
import { registerADomain } from '../journeys/register-a-domain'
import { unusualRequests } from '../journeys/unusual-requests'
import { withAnAssistant } from '../journeys/with-an-assistant'
import { withTheSdk } from '../journeys/with-the-sdk'
import { someBrokers } from '../src/plans'
import { startPlatform, type Platform } from '../src/platform'

describe.each(someBrokers('journeys'))(`on %s (${choice})`, (_, url) => {
  let database: TestDatabase
  let broker: TestBroker
  let platform: Platform

  beforeAll(async () => {
    ;[database, broker] = await Promise.all([testDatabase(), testBroker(url)])
    platform = await startPlatform({ databaseUrl: database.url, amqpUrl: broker.url })
  })
  afterAll(async () => {
    await platform?.verifyLedgers()
    await platform?.stop()
    await Promise.all([database?.drop(), broker?.drop()])
  })

  describe('registering a domain', () => registerADomain(() => platform))
  describe('unusual requests', () => unusualRequests(() => platform))
  describe('with the SDK', () => withTheSdk(() => platform))
  describe('with an assistant', () => withAnAssistant(() => platform))
})
