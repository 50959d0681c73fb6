import { isDeepStrictEqual } from 'node:util'
import type { Domain } from './domain'
import { deleteStatus, type OperationPurpose } from './lifecycle'

/** The requester of a change: a contact person and the address of the client; both null for the platform itself. */
export interface Requester {
  readonly username: string | null
  readonly address: string | null
}

type State = 'held' | 'submitted' | 'done' | 'refused' | 'failed'

const purposes: Record<OperationPurpose, string> = {
  create: 'Registration',
  transfer: 'Transfer',
  cancel: 'Cancellation of the transfer',
  renew: 'Renewal',
  update: 'Update at the registry',
  trade: 'Change of owner',
  approve: 'Approval of the transfer to another registrar',
  reject: 'Rejection of the transfer to another registrar',
  delete: 'Deletion',
  restore: 'Restore',
  info: 'Check at the registry',
  host: 'Change of a name server below the domain',
}

const states: Record<State, string> = {
  held: 'waiting for the authorization of the registrant',
  submitted: 'in progress',
  done: 'completed',
  refused: 'refused by the registry',
  failed: 'failed',
}

const causes = {
  order: 'Ordered by the account',
  timer: 'Started by the platform on its due date',
  message: 'Started by the platform after a message of the registry',
  transition: 'Started by the platform as a follow-up',
} as const

/** A registry operation in one line: what it is, and its state. */
export function operationSubject(purpose: OperationPurpose, state: State): string {
  return `${purposes[purpose]} ${states[state]}`
}

/** Who or what started a registry operation, and why it was refused or failed. */
export function operationContents(
  { cause, reason }: { readonly cause: keyof typeof causes; readonly reason: string | null },
  requester: Requester,
): string {
  const started = requester.username === null ? causes[cause] : `Ordered ${by(requester)}`
  return [`${started}.`, ...(reason === null ? [] : [reason.replace(/([^.!?])$/, '$1.')])].join(' ')
}

/** The contact person and the address: "by anna from 192.0.2.7". */
export function by({ username, address }: Requester): string {
  if (username === null) return 'by the platform'
  return `by ${username}${address === null ? '' : ` from ${address}`}`
}

const names = (nameServers: Domain['nameServers']) => nameServers.map(({ name }) => name).join(', ')
const onOff = (is: boolean) => (is ? 'on' : 'off')

/** Settings of a domain as people read them. Of a secret or a long text, the history shows only that it changed. */
const settings: readonly { readonly what: string; readonly shown: (domain: Domain) => unknown; isSilent?: true }[] = [
  { what: 'owner', shown: ({ ownerHandle }) => ownerHandle },
  { what: 'admin contact', shown: ({ adminHandle }) => adminHandle },
  { what: 'tech contact', shown: ({ techHandle }) => techHandle },
  { what: 'billing contact', shown: ({ billingHandle }) => billingHandle },
  { what: 'reseller contact', shown: ({ resellerHandle }) => resellerHandle },
  { what: 'name servers', shown: ({ nameServers }) => names(nameServers) },
  { what: 'name server group', shown: ({ nsGroup }) => nsGroup },
  { what: 'autorenew', shown: ({ autorenew }) => autorenew },
  { what: 'lock', shown: ({ isLocked }) => onOff(isLocked) },
  { what: 'WHOIS privacy', shown: ({ isPrivate }) => onOff(isPrivate) },
  { what: 'DNSSEC keys', shown: ({ zoneKeys }) => zoneKeys, isSilent: true },
  { what: 'auth code', shown: ({ authCode }) => authCode, isSilent: true },
  { what: 'comments', shown: ({ comments }) => comments, isSilent: true },
  { what: 'keeping of the zone history', shown: ({ keepsZoneHistory }) => onOff(keepsZoneHistory) },
  { what: 'additional data', shown: ({ additionalData }) => additionalData, isSilent: true },
]

const deletions: Record<(typeof deleteStatus)[keyof typeof deleteStatus], string> = {
  none: 'The domain is not being deleted any more.',
  soft_quarantine: 'The domain is in soft quarantine: it does not work, and a renewal brings it back.',
  quarantine: 'The domain is deleted at its registry and can be restored.',
  pending_delete: 'The domain waits for its release by the registry (pendingDelete).',
  deleted: 'The domain was released.',
  transferred: 'The domain was transferred to another registrar or account.',
}

/** The changes of a domain, one sentence each. Registry operations have their own history entries. */
export function changesInWords(before: Domain, after: Domain): string[] {
  const sentences = settings.flatMap(({ what, shown, isSilent }) => {
    const [was, is] = [shown(before), shown(after)]
    if (isDeepStrictEqual(was, is)) return []
    return [isSilent ? `Changed: ${what}.` : `Changed: ${what} from ${was || 'none'} to ${is || 'none'}.`]
  })
  if (before.isSuspended !== after.isSuspended) {
    sentences.push(
      after.isSuspended
        ? 'Suspended: the e-mail address of the owner is not verified.'
        : 'Suspension lifted: the e-mail address of the owner is verified.',
    )
  }
  const deletion = deleteStatus[after.phase]
  if (deleteStatus[before.phase] !== deletion) sentences.push(deletions[deletion])
  return sentences
}
