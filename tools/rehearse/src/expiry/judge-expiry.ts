import { verdict, type Verdict } from '../judge/judge'
import { INTERRUPTED_DAYS, mailsOf, VERIFICATION_DAYS, windows, type Fate, type MailKind } from './fates'

/** A domain of the rehearsal, as it was ordered. */
export interface Life {
  readonly id: number
  readonly name: string
  readonly fate: Fate
  readonly createdAt: Date
  /** When the first domain of its registrant was created. */
  readonly askedAt: Date
  readonly expiresAt: Date
  /** Whether the registrant has confirmed the address. */
  readonly isVerified: boolean
}

/** A mail about an expiry that was sent. */
export interface SentMail {
  readonly domainId: number
  readonly kind: MailKind
  readonly expiresAt: Date
  readonly sentAt: Date
}

/** A command that the registry has carried out. */
export interface Command {
  readonly name: string
  readonly command: 'domain:delete' | 'domain:update'
  readonly at: Date
  /** Whether an update has taken the domain out of the DNS by `clientHold`: a rehearsal has no parking nameservers. */
  readonly interrupts: boolean
  /** Whether an update has removed `clientHold`. */
  readonly resumes: boolean
}

const DAY_MS = 86_400_000
/** Dates of the API have no fractions of a second; in days. */
const SECOND = 1000 / DAY_MS
const isSame = (known: Date | undefined, given: Date) => known !== undefined && Math.abs(days(known, given)) <= SECOND
const days = (from: Date, to: Date) => (to.getTime() - from.getTime()) / DAY_MS

/** Checks the rules about notices and the interruption of resolution. A rule that compared nothing is broken. */
export function judgeExpiry(
  lives: readonly Life[],
  mails: readonly SentMail[],
  commands: readonly Command[],
): readonly Verdict[] {
  const byId = new Map(lives.map((life) => [life.id, life]))
  const first = mails.filter(({ domainId, expiresAt }) => isSame(byId.get(domainId)?.expiresAt, expiresAt))
  const ofDomain = (id: number) => first.filter(({ domainId }) => domainId === id).map(({ kind }) => kind)
  const until = lives.filter(({ fate }) => fate === 'expires')
  const unverified = lives.filter(({ isVerified }) => !isVerified)
  return [
    verdict('no notice is missing', first.length, lives.flatMap(missing)),
    verdict('no notice is sent that is not due, or twice', first.length, lives.flatMap(tooMany)),
    verdict(
      'every notice is sent within its window',
      first.length,
      first.flatMap(({ domainId, kind, sentAt, expiresAt }) => {
        const [last, earliest] = windows[kind]
        const before = days(sentAt, expiresAt)
        return before >= last && before <= earliest
          ? []
          : [`${byId.get(domainId)!.name}: ${kind} ${before.toFixed(2)} days before the expiry`]
      }),
    ),
    verdict(
      `resolution is interrupted for the last ${INTERRUPTED_DAYS} days before a deletion`,
      until.length,
      until.flatMap(uninterrupted),
    ),
    verdict(
      `the domains of an address without confirmation are suspended after ${VERIFICATION_DAYS} days`,
      unverified.length,
      unverified.flatMap(unsuspended),
    ),
  ]

  function missing({ id, name, fate }: Life): string[] {
    const sent = ofDomain(id)
    return mailsOf[fate].must.filter((kind) => !sent.includes(kind)).map((kind) => `${name} ${fate}: no ${kind}`)
  }

  function tooMany({ id, name, fate }: Life): string[] {
    const { must, may } = mailsOf[fate]
    const sent = ofDomain(id)
    return sent.flatMap((kind, index) => {
      if (sent.indexOf(kind) !== index) return [`${name} ${fate}: ${kind} twice`]
      return [...must, ...may].includes(kind) ? [] : [`${name} ${fate}: ${kind}`]
    })
  }

  function uninterrupted({ name }: Life): string[] {
    const own = commands.filter((each) => each.name === name)
    const deleted = own.find(({ command }) => command === 'domain:delete')
    if (!deleted) return [`${name} was not deleted`]
    const changes = own.filter(({ at, interrupts, resumes }) => at < deleted.at && (interrupts || resumes))
    const last = changes.findLast(({ resumes }, index) => resumes || index === 0 || changes[index - 1]!.resumes)
    if (!last?.interrupts) return [`${name} was deleted while it resolved`]
    const length = days(last.at, deleted.at)
    return length >= INTERRUPTED_DAYS ? [] : [`${name} was interrupted for ${length.toFixed(2)} days`]
  }

  function unsuspended({ name, askedAt, createdAt }: Life): string[] {
    const held = commands.find((each) => each.name === name && each.interrupts)
    if (!held) return [`${name} was not suspended`]
    // A domain that is created after the deadline of its registrant is suspended at once.
    const due = Math.max(askedAt.getTime() + VERIFICATION_DAYS * DAY_MS, createdAt.getTime())
    const late = days(new Date(due), held.at)
    return late >= -SECOND && late < 1 ? [] : [`${name} was suspended ${late.toFixed(2)} days after the deadline`]
  }
}
