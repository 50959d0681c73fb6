import { Controller } from '@nestjs/common'
import { sendEventMail } from '@nameyard/contracts/customers/send-event-mail'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes } from '@nameyard/messaging/consumes'
import { eventually } from '@nameyard/testing/eventually'
import { runningLog, type RunningLog } from './running-log'

/** The mails that the customers service is asked to send. */
const asked: Payload<typeof sendEventMail>[] = []

@Controller()
class Mails {
  @Consumes(sendEventMail)
  async on(mail: Payload<typeof sendEventMail>): Promise<void> {
    asked.push(mail)
  }
}

let log: RunningLog
beforeAll(async () => {
  log = await runningLog({}, { customers: [Mails] })
})
afterAll(() => log?.close())

const state = {
  domain: { name: 'example', extension: 'com' },
  owner_handle: 'AT100000-NL',
  expiration_date: '2028-02-01 00:00:00',
}
const of = (account: number) => asked.filter(({ resellerId }) => resellerId === account)

it('asks for the mail of an event by its declaration, once, however often the event is delivered', async () => {
  const renewed = log.next(7, 'domains/1', { type: 'domain.renewed', state })
  await log.publish(renewed, renewed)
  await log.logOf(7, 1)
  await log.publish(renewed, log.next(7, 'domains/1', { type: 'domain.changed', state }))
  await log.logOf(7, 2)
  const low = { balance: 12.5, settings: { currency: 'EUR' } }
  await log.publish(log.next(7, 'resellers', { type: 'credit.low', state: low }))
  await eventually(() => of(7).length === 2, 'two mails')
  expect(of(7)).toEqual([
    {
      resellerId: 7,
      event: 'domain.renewed',
      object: 'domains/1',
      at: renewed.at,
      registrant: 'AT100000-NL',
      values: { domain: 'example.com', owner_handle: 'AT100000-NL', expiration_date: '2028-02-01 00:00:00' },
    },
    expect.objectContaining({ event: 'credit.low', registrant: null, values: { balance: '12.5', currency: 'EUR' } }),
  ])
})
