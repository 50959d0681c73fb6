import { approveTransfer, queryTransfer } from '@nameyard/epp/domain/transfer'
import { randomCode } from '@nameyard/runtime/random-code'
import { sponsorFault } from './answers'
import { createContacts } from './contact-steps'
import type { Course } from './course'
import { delegation, info } from './domain-steps'
import type { PollSteps } from './poll-steps'
import type { Registrar } from './registrar'

interface Code {
  readonly domain: string
  readonly authCode: string
}

/**
 * Transfers the domain to the second registrar (RFC 5731 section 3.2.4), after the refusals to it. Returns the sponsor of the
 * domain that was registered.
 */
export async function transferSteps(course: Course, authInfo: string, poll: PollSteps): Promise<Registrar> {
  const { exam, first, second, names } = course
  if (!second) {
    exam.skip('domain transfer', 'no second account was named')
    exam.skip('commands of a registrar that is not the sponsor', 'no second account was named')
    await poll.run(course, undefined)
    return first
  }
  await refusalsToOthers(course, second)
  const code = await codeOf(course, authInfo)
  if (!code) {
    exam.skip('domain transfer', 'the registry tells the code to the registrant only: name a domain and its code')
    await poll.run(course, undefined)
    return first
  }
  const isTransferred = await transfer(course, second, code, poll)
  return isTransferred && code.domain === names.domain ? second : first
}

async function refusalsToOthers({ exam, names: { domain, hosts } }: Course, second: Registrar): Promise<void> {
  const { tld } = second
  const { dialect } = tld
  const update = dialect.update({ name: domain, rem: { ns: delegation(second, [hosts[0]]) } }, undefined, tld)
  await exam.isRefused('domain update: not the sponsor', second, update, [2201])
  await exam.isRefused('domain delete: not the sponsor', second, dialect.delete(domain, tld), [2201])
}

/** The code of the domain: ours, one that the registry makes, or one that only its registrant gets. */
async function codeOf({ exam, first, names, transfer }: Course, authInfo: string): Promise<Code | undefined> {
  const { domain } = names
  const request = first.tld.dialect.requestAuthCode(domain, first.tld)
  if (!request) return { domain, authCode: authInfo }
  const answer = await exam.does('auth code request', first, request)
  const read = first.tld.dialect.showsAuthCodesLater
    ? await exam.does('domain info: its auth code', first, info(first, domain))
    : undefined
  const authCode = answer?.data ?? read?.data?.authInfo?.pw
  return authCode === undefined ? transfer : { domain, authCode }
}

/** Returns whether the domain has come to the second registrar. */
async function transfer(course: Course, second: Registrar, code: Code, poll: PollSteps): Promise<boolean> {
  const { exam, first, left } = course
  const { dialect } = second.tld
  const { domain, authCode } = code
  const contacts = dialect.transferNamesContacts ? await createContacts(course, second) : {}
  const requestWith = (authInfo: string) => {
    const nameservers = course.names.hosts.slice(0, 2).map((name) => ({ name }))
    const intent = { name: domain, authInfo, desired: { nameservers } }
    return dialect.transfer({ name: domain, authInfo: { pw: authInfo } }, { intent, contacts }, second.tld)
  }
  await exam.isRefused('domain transfer: a wrong auth code', second, requestWith(randomCode(16)), [2202])
  const requested = await exam.does('domain transfer', second, requestWith(authCode))
  if (requested?.outcome === 'pending') {
    if (dialect.hasTransferQueries)
      await exam.does('domain transfer query', second, queryTransfer(domain), {
        fault: (answer) =>
          answer.outcome === 'done' && answer.data.trStatus !== 'pending'
            ? `the transfer is ${answer.data.trStatus}, not pending`
            : undefined,
      })
    await exam.does('domain transfer approval', first, approveTransfer(domain))
  }
  await poll.run(course, requested && domain)
  if (!requested) return false
  const seen = await exam.does('domain info after the transfer', second, info(second, domain), {
    fault: sponsorFault(second.id),
  })
  const isMoved = seen?.data?.clID === second.id
  const index = left.findIndex(({ kind, id }) => kind === 'domain' && id === domain)
  if (isMoved && index >= 0) left[index] = { registrar: second, kind: 'domain', id: domain }
  return isMoved
}
