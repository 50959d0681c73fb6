import { judgeExpiry, type Command, type Life, type SentMail } from './judge-expiry'

const createdAt = new Date('2027-01-01T00:00:00Z')
const expiresAt = new Date('2028-01-01T00:00:00Z')
const life: Life = {
  id: 1,
  name: 'one.com',
  fate: 'expires',
  createdAt,
  askedAt: createdAt,
  expiresAt,
  isVerified: true,
}
const doubted: Life = { ...life, id: 2, name: 'two.com', fate: 'is deleted', isVerified: false }

const before = (days: number) => new Date(expiresAt.getTime() - days * 86_400_000)
const mail = (kind: SentMail['kind'], days: number, domainId = 1): SentMail => ({
  domainId,
  kind,
  expiresAt,
  sentAt: before(days),
})
const command = (name: string, at: Date, change: Partial<Command> = {}): Command => ({
  name,
  command: 'domain:update',
  at,
  interrupts: false,
  resumes: false,
  ...change,
})

const mails = [
  mail('in-30-days', 30),
  mail('in-7-days', 7),
  mail('in-1-day', 1),
  mail('expired', -0.1),
  mail('in-30-days', 30, 2),
]
const parked = command('one.com', before(0), { interrupts: true })
const deleted = command('one.com', before(-30), { command: 'domain:delete' })
const held = command('two.com', new Date('2027-01-16T00:00:10Z'), { interrupts: true })

const broken = (found: Partial<{ mails: SentMail[]; commands: Command[] }>) =>
  judgeExpiry([life, doubted], found.mails ?? mails, found.commands ?? [parked, deleted, held]).flatMap(
    (each) => each.broken,
  )

it('accepts what the policies demand', () => expect(broken({})).toEqual([]))

it('names a notice that is missing', () =>
  expect(broken({ mails: mails.slice(1) })).toEqual(['one.com expires: no in-30-days']))

it('names a notice that was sent twice, and one that was not due', () => {
  expect(broken({ mails: [...mails, mail('in-7-days', 6)] })).toEqual(['one.com expires: in-7-days twice'])
  expect(broken({ mails: [...mails, mail('in-7-days', 7, 2)] })).toEqual(['two.com is deleted: in-7-days'])
})

it('names a notice outside its window', () =>
  expect(broken({ mails: [mail('in-30-days', 25), ...mails.slice(1)] })).toEqual([
    'one.com: in-30-days 25.00 days before the expiry',
  ]))

it('names a domain that resolved until shortly before its deletion', () => {
  const late = command('one.com', before(-25), { interrupts: true })
  expect(broken({ commands: [late, deleted, held] })).toEqual(['one.com was interrupted for 5.00 days'])
  const again = command('one.com', before(-5), { resumes: true })
  expect(broken({ commands: [parked, again, deleted, held] })).toEqual(['one.com was deleted while it resolved'])
  expect(broken({ commands: [deleted, held] })).toEqual(['one.com was deleted while it resolved'])
})

it('names a domain that was suspended too late, or never', () => {
  const late = command('two.com', new Date('2027-01-20T00:00:00Z'), { interrupts: true })
  expect(broken({ commands: [parked, deleted, late] })).toEqual(['two.com was suspended 4.00 days after the deadline'])
  expect(broken({ commands: [parked, deleted] })).toEqual(['two.com was not suspended'])
})
