import { Injectable } from '@nestjs/common'
import type { Charge } from '@nameyard/contracts/orders/charge'
import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { DomainChanges } from '../lifecycle/domain-changes'
import type { Domain } from '../lifecycle/model/domain'
import type { Phase } from '../lifecycle/model/lifecycle'
import { plusDays } from '../lifecycle/model/timers'
import { permitted } from '../lifecycle/permitted'
import { contactsOf, areContactsChanged } from '../registry/contacts-of-domain'
import { DesiredState } from '../registry/desired-state'
import { Submissions } from '../registry/submissions'
import { rulesOf } from '../tlds/catalogue'
import { handlesToSend } from './contact-changes'
import { privacyUntil } from './model/privacy'
import type { Update } from './model/update'
import { refuseForbidden } from './requested-changes'

/** How an update is stored, beside what it changes. */
interface UpdateOptions {
  /** Whether the registry gets the whole domain even though nothing of it has changed. */
  readonly isForced?: boolean
  /** The contacts that the registry may have to get, by handle. */
  readonly contacts?: ReadonlyMap<string, ContactSnapshot>
  /** The order that pays for the update. */
  readonly paid?: { readonly operationId: string; readonly charge: Charge } | undefined
}

/** An update as it was stored. Without an operation, the caller has no answer of the registry to wait for. */
interface StoredUpdate {
  readonly phase: Phase
  readonly operationId?: string
}

/** Stores updates of domains and submits them to the registry. */
@Injectable()
export class DomainUpdates {
  constructor(
    private readonly changes: DomainChanges,
    private readonly submissions: Submissions,
    private readonly desired: DesiredState,
    private readonly clock: Clock,
  ) {}

  /** Refuses an update that the extension or the phase of the domain does not allow. */
  refuse(domain: Domain, { changed, parts }: Update): void {
    refuseForbidden(domain, changed, rulesOf(domain), this.clock.now())
    for (const part of parts) permitted(part, domain)
  }

  /** Writes an update of a locked domain, and submits it where the registry has to know it now. */
  async store(tx: Tx, before: Domain, update: Update, options: UpdateOptions = {}): Promise<StoredUpdate> {
    const { isForced = false, contacts = new Map(), paid } = options
    const { changed } = update
    const now = this.clock.now()
    const after: Domain = {
      ...before,
      ...changed,
      ...(changed.comments !== undefined && { commentsChangedAt: now }),
      ...(changed.ownerHandle !== undefined && {
        transferLockedUntil: plusDays(now, rulesOf(before).transfer.lockDays),
      }),
      privacyUntil: privacyUntil(before, changed.isPrivate),
      changedAt: now,
      version: before.version + 1,
    }
    await this.changes.save(tx, before, after)
    const { phase } = after
    const areSentAnew = areContactsChanged(before, after)
    const isSubmitted = isForced || ((update.isForRegistry || areSentAnew) && isSentNow(after))
    if (!isSubmitted) return { phase }
    const command = this.commandFor(after, update, handlesToSend(before, changed), contacts)
    const operationId = await this.submissions.submit(tx, after, command, {
      purpose: 'update',
      cause: 'order',
      rollback: { ...update.rollback, ...(areSentAnew && { privacyUntil: before.privacyUntil }) },
      ...(paid && { operationId: paid.operationId, charge: paid.charge }),
    })
    // Behind an order or another operation the answer may take days: the caller gets its reply at once.
    return { phase, ...(phase === 'active' && { operationId }) }
  }

  private commandFor(
    domain: Domain,
    { changed: { authCode } }: Update,
    { ownerHandle, adminHandle, techHandle, billingHandle }: ReturnType<typeof handlesToSend>,
    known: ReadonlyMap<string, ContactSnapshot>,
  ) {
    const contact = (handle: string | undefined) => (handle === undefined ? undefined : known.get(handle))
    const [owner, admin, tech, billing] = [ownerHandle, adminHandle, techHandle, billingHandle].map(contact)
    const { registrant, ...contacts } = contactsOf(domain, {
      ...(owner && { registrant: owner }),
      ...(admin && { admin }),
      ...(tech && { tech }),
      ...(billing && { billing }),
    })
    const desired = {
      ...this.desired.of(domain),
      ...(registrant && { registrant }),
      ...(Object.keys(contacts).length > 0 && { contacts }),
      ...(authCode !== undefined && { authInfo: authCode }),
    }
    return { kind: 'domain.update' as const, intent: { name: domain.name, desired } }
  }
}

/**
 * Whether a change is sent to the registry now: for an active domain, or behind an order under way, since the operations of
 * a name run in order. Before that, the order itself carries the change.
 */
function isSentNow({ phase, waitsFor }: Pick<Domain, 'phase' | 'waitsFor'>): boolean {
  return waitsFor === 'money' || phase === 'active' || phase === 'transfer.queued' || phase === 'transfer.pending'
}
