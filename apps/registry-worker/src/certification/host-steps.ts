import { checkHost } from '@nameyard/epp/host/check'
import { createHost } from '@nameyard/epp/host/create'
import { deleteHost } from '@nameyard/epp/host/delete'
import { infoHost } from '@nameyard/epp/host/info'
import { updateHost } from '@nameyard/epp/host/update'
import { availabilityFault, sponsorFault } from './answers'
import type { Course } from './course'

/** Addresses for documentation (RFC 5737), which no machine has. */
const ADDRESS = '192.0.2.1'
const OTHER_ADDRESS = '192.0.2.2'

/** Hosts outside of the registry (RFC 5732), which must exist before a domain can use them. */
export async function hostSteps(course: Course): Promise<void> {
  const { exam, first, names, left } = course
  if (first.tld.nameserverForm === 'hostAttr') {
    exam.skip('hosts', 'nameservers are attributes of domains at this registry')
    return
  }
  const [one] = names.hosts
  await exam.does('host check', first, checkHost([one]), { fault: availabilityFault(one, true) })
  for (const id of names.hosts) {
    if (await exam.does('host create', first, createHost(id))) left.push({ registrar: first, kind: 'host', id })
  }
  await exam.isRefused('host create: it exists', first, createHost(one), [2302])
  await exam.does('host info', first, infoHost(one), { fault: sponsorFault(first.id) })
  await exam.isRefused('host info: unknown', first, infoHost(`unknown.${one}`), [2303])
}

/** A host below the domain, with addresses. It cannot exist before the domain (RFC 5732 section 1.1). */
export async function subordinateHostSteps({ exam, first, names }: Course): Promise<void> {
  if (first.tld.nameserverForm === 'hostAttr') return
  const host = `ns.${names.domain}`
  if (!(await exam.does('host create (below the domain)', first, createHost(host, [ADDRESS])))) return
  const change = { name: host, add: { addresses: [OTHER_ADDRESS] }, rem: { addresses: [ADDRESS] } }
  if (await exam.does('host update', first, updateHost(change)))
    await exam.does('host info after the update', first, infoHost(host), {
      fault: (answer) =>
        answer.outcome === 'done' && answer.data.addresses.join() !== OTHER_ADDRESS
          ? `the addresses are ${answer.data.addresses.join(', ')}, not ${OTHER_ADDRESS}`
          : undefined,
    })
  await exam.does('host delete', first, deleteHost(host))
  await exam.isRefused('host info after the delete', first, infoHost(host), [2303])
}
