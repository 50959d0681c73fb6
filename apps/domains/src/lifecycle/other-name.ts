import { Refusal } from '@nameyard/contracts/errors'
import { parseDomainName } from '@nameyard/names/domain-name'
import type { Domain } from './model/domain'

type Named = Pick<Domain, 'extension' | 'label' | 'name'>

/** The name that a request gives beside the id of a domain; either part may be missing. */
type Repeated = { readonly name?: string | undefined; readonly extension?: string | undefined } | undefined

/** Refuses a request whose id and name belong to different domains, so that the wrong one is not deleted or paid for. */
export function refuseOtherName(domain: Named, repeated: Repeated): void {
  const refusal = otherNameRefusal(domain, repeated)
  if (refusal) throw refusal
}

/** The refusal of {@link refuseOtherName}, for batches in which each request gets its own reply. */
export function otherNameRefusal({ label, extension, name }: Named, repeated: Repeated): Refusal | undefined {
  const given = `${repeated?.name || label}.${(repeated?.extension || extension).replace(/^\./, '')}`
  const parsed = parseDomainName(given)
  if (parsed.ok && parsed.value.ascii === name) return undefined
  const problem = 'is not the domain of this number'
  return new Refusal('invalid_input', { field: 'domain', problem }, [{ path: 'domain', problem }])
}
