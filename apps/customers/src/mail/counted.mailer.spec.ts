import { Metrics } from '@nameyard/runtime/metrics'
import { CountedMailer } from './counted.mailer'
import type { Mail } from './mailer'

const about = { resellerId: 1, type: 'verification', object: 'customers/XX000001-NL' }
const mailTo = (to: string, messageId: string): Mail => ({ to, messageId, subject: 'Confirm', text: '' })

it('counts a mail as waiting from its failed attempt until it is sent, once for all its attempts', async () => {
  let isRefusing = true
  let now = 0
  const metrics = new Metrics('customers')
  const send = async () => {
    if (isRefusing) throw new Error('450 come back')
    return 'sent' as const
  }
  const mailer = new CountedMailer({ send }, metrics, { machineMs: () => now })
  const waiting = async () => /^customers_mails_waiting (\d+)$/m.exec(await metrics.print())![1]
  expect(await waiting()).toBe('0')
  for (const id of ['1', '2']) await expect(mailer.send(mailTo('anna@example.com', id), about)).rejects.toThrow('450')
  await expect(mailer.send(mailTo('ben@example.com', '3'), about)).rejects.toThrow('450')
  expect(await waiting()).toBe('2')
  isRefusing = false
  await mailer.send(mailTo('anna@example.com', '1'), about)
  expect(await waiting()).toBe('1')
  // Another replica has sent it, or it is a dead letter.
  now += 121_000
  expect(await waiting()).toBe('0')
})
