import type { Command } from '@nameyard/epp/command'
import { deleteContact } from '@nameyard/epp/contact/delete'
import { deleteHost } from '@nameyard/epp/host/delete'
import type { SeenDomain } from '../dialects/model/seen'
import type { Course, Leftover } from './course'
import { info } from './domain-steps'
import type { Registrar } from './registrar'

/** Deletes the domain, and restores it if the registry keeps it (RFC 3915). `sponsor` is the present one. */
export async function removalSteps(course: Course, sponsor: Registrar): Promise<void> {
  const { exam, names } = course
  const { domain } = names
  const { tld } = sponsor
  const deletedAt = course.now()
  if (!(await exam.does('domain delete', sponsor, tld.dialect.delete(domain, tld)))) return
  const seen = await exam.asks('domain info after the delete', sponsor, info(sponsor, domain), {
    codes: [1000, 2303],
    fault: (answer) =>
      answer.outcome === 'done' && !isDeleted(answer.data) ? 'the registry shows the domain as before' : undefined,
  })
  if (!seen) return
  if (seen.outcome !== 'done') {
    forget(course, domain)
    return exam.skip('domain restore', 'the registry removed the domain at once, as in its add grace period')
  }
  if (!isDeleted(seen.data)) return
  if (!tld.dialect.offersRestore(tld)) {
    exam.skip('domain restore', 'the registry does not offer it')
  } else {
    if (!(await restore(course, sponsor, deletedAt))) return
    if (!(await exam.does('domain delete after the restore', sponsor, tld.dialect.delete(domain, tld)))) return
  }
  forget(course, domain)
}

/** Deletes what the test has created. A contact or host that a deleted domain still uses stays, which is no fault. */
export async function cleanUp({ exam, left }: Course): Promise<void> {
  if (left.length === 0) return
  const total = left.length
  for (const leftover of [...left]) {
    const answer = await leftover.registrar.send(deletion(leftover)).catch(() => undefined)
    if (answer && answer.outcome !== 'refused') left.splice(left.indexOf(leftover), 1)
  }
  exam.end(
    'clean up',
    'passed',
    `${total - left.length} of ${total} objects are deleted; a deleted domain may use the rest`,
  )
}

async function restore(
  { exam, names: { domain }, now }: Course,
  sponsor: Registrar,
  deletedAt: Date,
): Promise<boolean> {
  const { tld } = sponsor
  const { dialect } = tld
  if (!(await exam.does('domain restore', sponsor, dialect.requestRestore(domain, tld)))) return false
  if (tld.restore === 'report') {
    const report = dialect.reportRestore(
      domain,
      {
        preData: `${domain} as it was registered before its deletion`,
        postData: `${domain} as it was registered before its deletion`,
        delTime: deletedAt,
        resTime: now(),
        resReason: 'Acceptance test',
        statements: [
          'The name was not restored in order to assume the rights to use or sell it for the registrar or a third party.',
          'The information in this report is true to the best of our knowledge.',
        ],
      },
      tld,
    )
    if (!(await exam.does('domain restore report', sponsor, report))) return false
  }
  const seen = await exam.does('domain info after the restore', sponsor, info(sponsor, domain), {
    fault: (answer) =>
      answer.outcome === 'done' && isDeleted(answer.data) ? 'the registry shows the domain as deleted' : undefined,
  })
  return seen !== undefined && seen.data !== undefined && !isDeleted(seen.data)
}

function isDeleted({ statuses, graceStatuses }: SeenDomain): boolean {
  return statuses.includes('pendingDelete') || graceStatuses.includes('redemptionPeriod')
}

function forget({ left }: Course, domain: string): void {
  const index = left.findIndex(({ kind, id }) => kind === 'domain' && id === domain)
  if (index >= 0) left.splice(index, 1)
}

function deletion({ registrar: { tld }, kind, id }: Leftover): Command<undefined> {
  if (kind === 'domain') return tld.dialect.delete(id, tld)
  return kind === 'host' ? deleteHost(id) : deleteContact(id)
}
