import { Controller } from '@nestjs/common'
import { removeDomain } from '@nameyard/contracts/domains/remove-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Clock } from '@nameyard/runtime/clock'
import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { Misuse, runCommand } from '../src/command-line'

const asked: Input<typeof removeDomain>[] = []

/** Replaces the domains service. It has one domain. */
@Controller()
class AnswerRemovals {
  @Handles(removeDomain)
  async execute(removal: Input<typeof removeDomain>): Promise<Result<typeof removeDomain>> {
    asked.push(removal)
    if (removal.name !== 'phishing.com') fail('domain_not_found', { domain: removal.name })
    return { name: removal.name, resellerId: 1002, status: 'DEL' }
  }
}

let broker: TestBroker
let domains: TestParty
beforeAll(async () => {
  broker = await testBroker()
  domains = await testParty('domains', { url: broker.url, clock: new Clock(), controllers: [AnswerRemovals] })
})
afterAll(async () => {
  await domains?.close()
  await broker?.drop()
})

async function done(...words: string[]): Promise<string[]> {
  const lines: string[] = []
  await runCommand(words, { AMQP_URL: broker.url, SUDO_USER: 'maria' }, (line) => lines.push(line))
  return lines
}

it('domain remove: sends the name of the operator and the reason, and requires a reason', async () => {
  const lines = await done('domain', 'remove', 'phishing.com', '--reason', 'phishing, case 7')
  expect(lines).toEqual(['phishing.com of reseller 1002 is removed and shows DEL'])
  expect(asked).toEqual([{ operator: 'maria', name: 'phishing.com', reason: 'phishing, case 7' }])
  await expect(done('domain', 'remove', 'unknown.com', '--reason', 'phishing')).rejects.toThrow('unknown.com')
  await expect(done('domain', 'remove', 'phishing.com')).rejects.toBeInstanceOf(Misuse)
})
