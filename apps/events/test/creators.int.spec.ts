import { everyRight } from '@nameyard/contracts/rights'
import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import { SettableClock } from '@nameyard/testing/clock'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { Creators } from '../src/subscribers/creators'
import { ActorsStandIn, answers } from './actors-stand-in'

const clock = new SettableClock(new Date('2027-01-01T00:00:00Z'))

let broker: TestBroker
let customers: TestParty
let events: TestParty
beforeAll(async () => {
  broker = await testBroker()
  customers = await testParty('customers', { url: broker.url, clock, controllers: [ActorsStandIn] })
  events = await testParty('events', { url: broker.url, clock })
})
afterAll(async () => {
  await events?.close()
  await customers?.close()
  await broker?.drop()
})

const creatorOf = (account: number) => ({
  account,
  contactId: account,
  keyId: null,
  username: 'tester',
  scope: [...everyRight],
})

it('keeps what is known of a creator while another is asked about, although it becomes old meanwhile', async () => {
  const creators = new Creators(events.rpc, clock)
  const [first, second, third] = [1, 2, 3].map(creatorOf)
  await creators.standings([first!])
  clock.advance(900)
  const release = answers.hold()
  const both = creators.standings([first!, second!])
  clock.advance(200)
  const other = creators.standings([third!])
  release()
  expect(await both).toMatchObject([{ actor: { contactId: 1 } }, { actor: { contactId: 2 } }])
  expect(await other).toMatchObject([{ actor: { contactId: 3 } }])
})
