import { Controller } from '@nestjs/common'
import { confirmHolder } from '@nameyard/contracts/domains/confirm-holder'
import { openPortfolioJob } from '@nameyard/contracts/domains/open-portfolio-job'
import { showPortfolioJob } from '@nameyard/contracts/domains/show-portfolio-job'
import { startPortfolioJob } from '@nameyard/contracts/domains/start-portfolio-job'
import type { Input, Result } from '@nameyard/contracts/operation'
import { readDomains } from '@nameyard/contracts/registry/read-domains'
import { Handles } from '@nameyard/messaging/handles'
import { eventually } from '@nameyard/testing/eventually'
import { startPlatform, type Account, type Platform } from './platform'

/** Stands for the registry worker: the registry has no contacts, and does not answer about `silent.com`. */
@Controller()
class ReadDomainsStandIn {
  @Handles(readDomains)
  async execute({ names }: Input<typeof readDomains>): Promise<Result<typeof readDomains>> {
    const domain = {
      roid: 'D1-TEST',
      expiresAt: '2029-01-01T00:00:00.000Z',
      statuses: ['ok'],
      graceStatuses: [],
      nameservers: [],
      zoneKeys: [],
      contacts: {},
    }
    const domains = names.map((name) =>
      name === 'silent.com'
        ? { name, presence: 'unreadable' as const, reason: 'no answer' }
        : { name, presence: 'ours' as const, domain },
    )
    return { domains, contacts: [] }
  }
}

let platform: Platform
let anna: Account
beforeAll(async () => {
  platform = await startPlatform({}, [ReadDomainsStandIn])
  anna = await platform.account()
})
afterAll(() => platform?.close())

const operatorCall = () => {
  const { actor: _, ...call } = anna.call()
  return call
}
const open = (names: readonly string[], owner: string, resellerId = anna.resellerId, list = 'a'.repeat(64)) => {
  const listed = names.map((name) => ({ name, resellerId, owner }))
  const job = { operator: 'maria', kind: 'adopt' as const, account: 'sandbox', list, names: listed }
  return platform.rpc.call(openPortfolioJob, job, operatorCall())
}
const show = (jobId: string, state?: 'refused') => platform.rpc.call(showPortfolioJob, { jobId, state }, operatorCall())
const start = (jobId: string) => platform.rpc.call(startPortfolioJob, { operator: 'maria', jobId }, operatorCall())
const at = (jobId: string, step: string) =>
  eventually(async () => {
    const job = await show(jobId, 'refused')
    return job.step === step && job
  }, `the step ${step}`)

it('examines names, adopts them once for the owners of the list, and confirms a holder', async () => {
  const { jobId } = await open(['One.com', 'two.com'], anna.handle)
  expect(await at(jobId, 'examined')).toMatchObject({ counts: { ready: 2 } })
  // The same list is the same job; another name of the list is examined too.
  expect(await open(['three.com'], 'ZZ1-NL')).toMatchObject({ jobId })
  const { names } = await at(jobId, 'examined')
  expect(names).toEqual([
    expect.objectContaining({
      name: 'three.com',
      findings: { reason: `has the owner ZZ1-NL, who is no customer of reseller ${anna.resellerId}` },
    }),
  ])
  await Promise.all([start(jobId), start(jobId)])
  expect(await at(jobId, 'ended')).toMatchObject({ counts: { done: 2, refused: 1 } })
  const { rows } = await platform.sql.query(`select name, owner_handle, autorenew from domain order by name`)
  expect(rows).toEqual(['one.com', 'two.com'].map((name) => ({ name, owner_handle: anna.handle, autorenew: 'off' })))
  const confirm = (name: string) => platform.rpc.call(confirmHolder, { operator: 'maria', name }, operatorCall())
  expect(await confirm('one.com')).toEqual({ name: 'one.com', resellerId: anna.resellerId })
  await expect(confirm('three.com')).rejects.toMatchObject({ refusal: 'domain_not_found' })
})

it('refuses accounts, names and jobs that do not exist', async () => {
  await expect(open(['four.com'], '', 999_999, 'b'.repeat(64))).rejects.toMatchObject({ refusal: 'reseller_not_found' })
  await expect(open(['not a name'], '', anna.resellerId, 'b'.repeat(64))).rejects.toMatchObject({
    refusal: 'invalid_input',
  })
  const unknown = '01900000-0000-7000-8000-000000000000'
  await expect(show(unknown)).rejects.toMatchObject({ refusal: 'invalid_input' })
  await expect(start(unknown)).rejects.toMatchObject({ refusal: 'invalid_input' })
})

it('does not start a job whose names are not examined yet, and refuses a name after several silent answers', async () => {
  const { jobId } = await open(['silent.com'], anna.handle, anna.resellerId, 'c'.repeat(64))
  await expect(start(jobId)).rejects.toMatchObject({ refusal: 'invalid_input' })
  await eventually(async () => {
    platform.clock.advance(3_000)
    return (await show(jobId)).counts.refused === 1
  }, 'the refusal')
})
