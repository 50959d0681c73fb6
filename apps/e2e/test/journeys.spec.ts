import { namedBrokers, testBroker, type TestBroker } from '@nameyard/testing/broker'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { atTheDoor } from '../journeys/at-the-door'
import { registerADomain } from '../journeys/register-a-domain'
import { withAnAssistant } from '../journeys/with-an-assistant'
import { withTheSdk } from '../journeys/with-the-sdk'
import { startPlatform, type Platform } from '../src/platform'

describe.each(namedBrokers())('on %s', (_, url) => {
  let database: TestDatabase
  let broker: TestBroker
  let platform: Platform

  beforeAll(async () => {
    ;[database, broker] = await Promise.all([testDatabase(), testBroker(url)])
    platform = await startPlatform({ databaseUrl: database.url, amqpUrl: broker.url })
  }, 60_000)
  afterAll(async () => {
    await platform?.verifyBooks()
    await platform?.stop()
    await Promise.all([database?.drop(), broker?.drop()])
  })

  describe('registering a domain', () => registerADomain(() => platform))
  describe('at the door', () => atTheDoor(() => platform))
  describe('with the SDK', () => withTheSdk(() => platform))
  describe('with an assistant', () => withAnAssistant(() => platform))
})
