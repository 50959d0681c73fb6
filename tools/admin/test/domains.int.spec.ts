import { removeDomain } from '@nameyard/contracts/domains/remove-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Clock } from '@nameyard/runtime/clock'
import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { Controller } from '@nestjs/common'
import { Misuse, runCommand } from '../src/command-line'

const asked: Input<typeof removeDomain>[] = []

/** Stands for the service that has the domains, which has one of them. */
@Controller()
class AnswerRemovals {
  @Handles(removeDomain)
  async execute(wish: Input<typeof removeDomain>): Promise<Result<typeof removeDomain>> {
    asked.push(wish)
    if (wish.name !== 'phishing.com') fail('domain_not_found', { domain: wish.name })
    return { name: wish.name, resellerId: 1002, status: 'DEL' }
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

it('removes a domain in the name of whoever says why', async () => {
  const lines = await done('domain', 'remove', 'phishing.com', '--reason', 'phishing, case 7')
  expect(lines).toEqual(['phishing.com of reseller 1002 is removed and shows DEL'])
  expect(asked).toEqual([{ operator: 'maria', name: 'phishing.com', reason: 'phishing, case 7' }])
  await expect(done('domain', 'remove', 'nobodys.com', '--reason', 'phishing')).rejects.toThrow('nobodys.com')
  await expect(done('domain', 'remove', 'phishing.com')).rejects.toBeInstanceOf(Misuse)
})
